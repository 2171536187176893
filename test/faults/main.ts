import { parseArgs } from 'node:util';
import { runFaults } from './fault-run.ts';

// `npm run test:faults -- --seed 7 --operations 10000`: prints the seed, the answers and every difference; exits 1 where there is one.
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    operations: { type: 'string', default: '10000' },
    users: { type: 'string', default: '64' },
    workers: { type: 'string', default: '16' },
    bus: { type: 'string', default: 'drop=0.005,duplicate=0.02,delayMsMax=15' },
    'without-kills': { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const say = (sentence: string) => console.log(`[seed ${seed}] ${sentence}`);
say(`start; repeat with npm run test:faults -- --seed ${seed} --operations ${values.operations}`);
const { differences, ...figures } = await runFaults({
  seed,
  operations: Number(values.operations),
  users: Number(values.users),
  workers: Number(values.workers),
  kills: !values['without-kills'],
  busFaults: values.bus,
  say,
});
console.log(JSON.stringify(figures, undefined, 2));
for (const difference of differences) say(`WRONG: ${difference}`);
say(differences.length === 0 ? 'right: nothing lost, nothing twice' : `NOT RIGHT: ${differences.length} differences`);
process.exitCode = differences.length === 0 ? 0 : 1;
