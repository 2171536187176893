import { existsSync, readdirSync, readFileSync } from 'node:fs';

const MS_PER_TICK = 10;

/** A process whose CPU time is told, by the name that it is told under. */
export interface WatchedProcess {
  readonly name: string;
  readonly pid: number;
}

/** CPU time that processes have used so far, in milliseconds, by name; from Linux's /proc. */
export function cpuTimesMs(processes: readonly WatchedProcess[]): Map<string, number> {
  return new Map(processes.map(({ name, pid }) => [name, cpuTimeMs(pid)]));
}

function cpuTimeMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}

/** The server of this machine that listens at a URL's port; none where it cannot be found. */
export function serverAt(name: string, url: string): WatchedProcess[] {
  const { port } = new URL(url);
  if (!existsSync('/proc/self/stat') || port === '') return [];
  const found = readdirSync('/proc').find((entry) => {
    if (!/^\d+$/.test(entry) || Number(entry) === process.pid) return false;
    const command = readFileSync(`/proc/${entry}/cmdline`, 'utf8').split('\0');
    return command.includes(port) || command.some((part) => part.endsWith(`:${port}`));
  });
  return found === undefined ? [] : [{ name, pid: Number(found) }];
}
