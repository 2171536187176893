import type { Bus } from '@countinghouse/bus';
import { SERVICE_NAMES } from '@countinghouse/contracts';

/** Why the gateway cannot serve now, or undefined when every service has a replica that answers. */
export async function notReady(bus: Bus): Promise<string | undefined> {
  if (!bus.isConnected()) return 'not connected to the bus';
  const present = new Set((await bus.replicas()).map((replica) => replica.service));
  const missing = SERVICE_NAMES.filter((name) => !present.has(name));
  return missing.length === 0 ? undefined : `no replica of ${missing.join(', ')}`;
}
