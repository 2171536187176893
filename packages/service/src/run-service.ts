import { createLog, EnvironmentError } from '@countinghouse/process';
import type { z } from 'zod';
import type { ServiceDefinition } from './definition.ts';
import { startService } from './start-service.ts';

/** Runs a service as a process: starts, serves, and on SIGTERM or SIGINT drains and exits 0. Exits 1 where it cannot start. */
export async function runService<Shape extends z.ZodRawShape>(definition: ServiceDefinition<Shape>): Promise<void> {
  try {
    const running = await startService(definition, process.env);
    let stopping = false;
    const stop = async (): Promise<void> => {
      if (stopping) return;
      stopping = true;
      await running.stop();
      process.exit(0);
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
  } catch (error) {
    const log = createLog(definition.name, 'info');
    log.fatal(error instanceof EnvironmentError ? { problem: error.message } : { err: error }, 'cannot start');
    process.exit(1);
  }
}
