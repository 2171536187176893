import { parseArgs } from 'node:util';
import { checkOne } from './check.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '1' }, seed: { type: 'string' } } });
const first = Number(values.seed ?? Date.now() % 2 ** 31);
const end = Date.now() + Number(values.minutes) * 60_000;
console.log(`seed ${first}`);
let count = 0;
for (; Date.now() < end; count += 1) await checkOne(first + count);
console.log(`${count} templates, nothing found`);
