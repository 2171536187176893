import { Fault } from '@countinghouse/contracts';
import type { Runtime } from '@countinghouse/service';
import type { FollowUps } from './user/follow-ups.ts';

const RETRY_MS = 300;

interface Background {
  begin(): Promise<void>;
  end(): Promise<void>;
}

/** Settles what a start left to do elsewhere, such as the administrator's account: the other services may come up later. */
export function settleFromStart(runtime: Pick<Runtime, 'log'>, followUps: FollowUps): Background {
  const ending = new AbortController();
  let working: Promise<void> = Promise.resolve();
  return {
    begin: async () => {
      working = untilServed(runtime, ending.signal, () => followUps.sweep(0));
    },
    end: async () => {
      ending.abort();
      await working;
    },
  };
}

/** Repeats until the services it needs are there; what fails otherwise is left to the sweeper. */
async function untilServed(
  { log }: Pick<Runtime, 'log'>,
  signal: AbortSignal,
  work: () => Promise<number>,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await work();
      return;
    } catch (error) {
      if (!(error instanceof Fault && error.status >= 500)) {
        log.error({ err: error }, 'accounts of new users are not open yet');
        return;
      }
    }
    await pause(RETRY_MS, signal);
  }
}

function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const ended = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', ended);
      resolve();
    };
    const timer = setTimeout(ended, durationMs);
    signal.addEventListener('abort', ended);
  });
}
