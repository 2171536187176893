import { buildSecantusd } from './mongo-program.ts';

// The program behind `npm run servers:build`.
const { version, path } = await buildSecantusd((sentence) => console.error(sentence));
console.error(`secantusd-rs ${version} is cached: ${path}`);
