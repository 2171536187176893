import { Engine, hostObject, TemplateError, TemplateLimitError, TemplateSyntaxError } from '../index.ts';
import { ProgramMaker } from './program.ts';
import { Random } from './random.ts';

const timeMs = 200;
const overrunMs = 300;

function variables(seen: (value: unknown) => void): object {
  async function* stream() {
    yield 1;
    yield 'two';
  }
  return {
    a: 3,
    b: ' some Text ',
    list: [3, 'b', { x: 1 }, [1]],
    hash: { x: 1, y: { z: 'deep' } },
    fn: (...args: unknown[]) => {
      for (const value of args) seen(value);
      return args[0];
    },
    host: hostObject({ get: (name) => (name === 'x' ? 5 : undefined), keys: () => ['x'] }),
    p: Promise.resolve([1, 2]),
    stream: stream(),
  };
}

/** Values that a template must never get hold of. */
function assertHarmless(value: unknown): void {
  const forbidden: unknown[] = [
    Object.prototype,
    Function.prototype,
    Array.prototype,
    globalThis,
    process,
    Object,
    Function,
  ];
  if (forbidden.includes(value)) throw new Error('a template reached an object of the host');
}

/** Renders one random template; throws where anything but the engine's own errors comes out, or too late. */
export async function checkOne(seed: number): Promise<void> {
  const random = new Random(seed);
  const maker = new ProgramMaker(random);
  const source = random.below(5) === 0 ? maker.bytes() : maker.program();
  const engine = new Engine({
    limits: { timeMs, steps: 20_000, outputBytes: 200_000, textBytes: 100_000, listItems: 20_000, depth: 30 },
    load: (name) => (name === 'lib' ? '{{ BLOCK q9 }}{{ a }}{{ END }}lib{{ content }}' : undefined),
  });
  const before = process.threadCpuUsage();
  try {
    const output = await engine.render(source, variables(assertHarmless));
    if (typeof output !== 'string') throw new Error('a render gives a string');
  } catch (error) {
    const known =
      error instanceof TemplateError || error instanceof TemplateLimitError || error instanceof TemplateSyntaxError;
    if (!known) throw new Error(`seed ${seed}: ${JSON.stringify(source)}`, { cause: error });
  }
  // Processor time of this thread: on a busy machine the clock says little.
  const { user, system } = process.threadCpuUsage(before);
  const elapsed = (user + system) / 1000;
  if (elapsed > timeMs + overrunMs)
    throw new Error(`seed ${seed} took ${Math.round(elapsed)} ms: ${JSON.stringify(source)}`);
}
