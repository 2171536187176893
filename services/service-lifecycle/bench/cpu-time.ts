import { readFileSync } from 'node:fs';

const MS_PER_TICK = 10;

/** CPU time in ms of this process's children by program, `node` for services; empty where there is no /proc. */
export function cpuMsOfChildren(): Map<string, number> {
  const spent = new Map<string, number>();
  for (const pid of childrenOf(process.pid)) {
    const { name, ms } = cpuOf(pid);
    spent.set(name, (spent.get(name) ?? 0) + ms);
  }
  return spent;
}

/** What was spent since, in ms for each of `count`, as text. */
export function cpuSince(before: ReadonlyMap<string, number>, count: number): string {
  const parts = [...cpuMsOfChildren()].map(([name, ms]) => {
    return `${name} ${((ms - (before.get(name) ?? 0)) / count).toFixed(2)}`;
  });
  return parts.join(', ');
}

function childrenOf(pid: number): number[] {
  const text = read(`/proc/${pid}/task/${pid}/children`);
  return text.split(' ').filter(Boolean).map(Number);
}

/** Field 14 and 15 of the status, counted from 1, behind the name in brackets. */
function cpuOf(pid: number): { name: string; ms: number } {
  const text = read(`/proc/${pid}/stat`);
  const name = /\((.*)\)/.exec(text)?.[1] ?? '';
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { name, ms: (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * MS_PER_TICK };
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
