import { Fault } from '@countinghouse/contracts';
import type { Runtime } from '@countinghouse/service';
import type { UserEnvironment } from './environment.ts';
import type { Parts } from './parts.ts';
import { addFirstAdministrator } from './user/first-administrator.ts';

const RETRY_MS = 500;
/** Names the creation, so that replicas that start together add one administrator. */
const FIRST_ADMINISTRATOR_KEY = 'first-administrator';

interface Background {
  begin(): Promise<void>;
  end(): Promise<void>;
}

/** What a start has to bring about and what needs the other services, which may come up later than this one. */
export function beginUserService(runtime: Runtime<UserEnvironment>, parts: Parts): Background {
  const ending = new AbortController();
  let working: Promise<void> = Promise.resolve();
  return {
    begin: async () => {
      working = untilServed(runtime, ending.signal, () => addAdministrator(runtime, parts));
    },
    end: async () => {
      ending.abort();
      await working;
    },
  };
}

async function addAdministrator(runtime: Runtime<UserEnvironment>, { users, creation }: Parts): Promise<void> {
  const { ADMIN_LOGIN: login, ADMIN_PASSWORD: password } = runtime.environment;
  if (!login || !password) return;
  const context = runtime.systemContext(FIRST_ADMINISTRATOR_KEY);
  await addFirstAdministrator({ login, password }, users, creation, context);
}

/** Repeats until the services it needs are there. */
async function untilServed(runtime: Runtime, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    try {
      await work();
      return;
    } catch (error) {
      if (!(error instanceof Fault && error.status >= 500)) {
        runtime.log.error({ err: error }, 'the start of the user service is incomplete');
        return;
      }
      runtime.log.debug({ err: error }, 'waiting for the other services');
    }
    await pause(RETRY_MS, signal);
  }
}

function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, durationMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
