import { launch } from './launch.ts';

// The program behind `npm start`, once the dependencies are installed and everything is built.
const say = (line: string) => console.log(`countinghouse: ${line}`);
const fail = (error: unknown) => {
  console.error(`countinghouse: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
};

try {
  const { ready, stop } = launch(process.env, say);
  let asked = false;
  const end = async () => {
    if (asked) return;
    asked = true;
    say('stopping');
    await stop().catch(fail);
    say('stopped');
    process.exit();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  // Whoever started us died without a word: the channel to it closes.
  process.on('disconnect', end);
  await ready.then(
    ({ url, announcement }) => {
      if (announcement !== undefined) say(announcement);
      console.log(`countinghouse ready ${url}`);
    },
    async (error) => {
      if (!asked) fail(error);
      await end();
    },
  );
} catch (error) {
  fail(error);
}
