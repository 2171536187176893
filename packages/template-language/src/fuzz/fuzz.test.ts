import { it } from 'vitest';
import { checkOne } from './check.ts';

it('survives random programs and random bytes', async () => {
  const seed = Number(process.env.FUZZ_SEED ?? 20_260_301);
  console.log(`fuzz seed ${seed}`);
  for (let count = 0; count < 500; count += 1) await checkOne(seed + count);
});
