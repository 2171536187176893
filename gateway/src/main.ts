import { createLog, EnvironmentError } from '@countinghouse/process';
import { startGateway } from './start-gateway.ts';

try {
  const gateway = await startGateway(process.env);
  const stop = async (): Promise<void> => {
    await gateway.stop();
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
} catch (error) {
  const log = createLog('gateway', 'info');
  log.fatal(error instanceof EnvironmentError ? { problem: error.message } : { err: error }, 'cannot start');
  process.exit(1);
}
