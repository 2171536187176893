import { SERVICE_NAMES } from '../caller.ts';
import type { Operation } from '../operation.ts';
import { authenticate } from './authentication.ts';
import { systemOperationsOf } from './system.ts';

/** Served by every service or given by the framework. */
const systemOperations: readonly Operation[] = SERVICE_NAMES.flatMap((name) => Object.values(systemOperationsOf[name]));

/** Every operation of the system: one spread per area. */
export const allOperations: readonly Operation[] = [authenticate, ...systemOperations];
