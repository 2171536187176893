import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { endProcesses } from './end-processes.ts';
import type { ProcessIdentity } from './process-identity.ts';

// The program that `guardian.ts` starts: it reads what to watch over, and acts when its standard input closes.
const watched = new Map<number, ProcessIdentity>();
const folders = new Set<string>();

for await (const line of createInterface({ input: process.stdin })) {
  const [verb, subject, startedAt] = JSON.parse(line) as [string, string, string?];
  if (verb === 'remove') folders.add(subject);
  else if (verb === 'forget') watched.delete(Number(subject));
  else if (startedAt !== undefined) watched.set(Number(subject), { pid: Number(subject), startedAt });
}

await endProcesses([...watched.values()], 5_000);
for (const folder of folders) rmSync(folder, { recursive: true, force: true });
