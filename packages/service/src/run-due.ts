import { type ServiceName, systemOperationsOf } from '@countinghouse/contracts';
import type { ServiceParts } from './definition.ts';
import type { EventFlow } from './event-flow.ts';
import { type Implementation, implement } from './implementation.ts';
import type { Sweeping } from './sweeping.ts';

interface DueWork {
  readonly parts: ServiceParts;
  readonly events: EventFlow;
  readonly sweeping: Sweeping;
}

/** `system.run`: settles outboxes and half-done changes, takes in missed events, runs tasks and jobs that are due. */
export function implementationOfRun(name: ServiceName, work: DueWork): Implementation {
  return implement(systemOperationsOf[name].run, async () => {
    await work.sweeping.sweepAll();
    const events = await work.events.settleAll();
    const due = (await work.parts.runDue?.()) ?? { tasks: 0, jobs: 0 };
    return { rows: [{ ...due, events }] };
  });
}
