import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { endProcesses } from './end-processes.ts';
import type { ProcessIdentity } from './process-identity.ts';

// The program that `guardian.ts` starts: it reads what to watch over, and acts when its standard input closes.
const GRACE_MS = 10_000;
const watched = new Map<number, { readonly identity: ProcessIdentity; readonly order: string }>();
const folders = new Set<string>();

for await (const line of createInterface({ input: process.stdin })) {
  const [verb, subject, startedAt, order] = JSON.parse(line) as [string, string, string?, string?];
  const pid = Number(subject);
  if (verb === 'remove') folders.add(subject);
  else if (verb === 'forget') watched.delete(pid);
  else if (startedAt !== undefined && order !== undefined) watched.set(pid, { identity: { pid, startedAt }, order });
}

for (const stage of ['first', 'last']) {
  const ending = [...watched.values()].filter(({ order }) => order === stage);
  await endProcesses(
    ending.map(({ identity }) => identity),
    GRACE_MS,
  );
}
for (const folder of folders) rmSync(folder, { recursive: true, force: true });
