import type { JsonObject, RenderedText, ServerRow, TransportName } from '@countinghouse/contracts';
import type { TransportResult } from '../../transport/outcome.ts';
import type { ClaimedTask } from '../claimed-task.ts';

/** A task on its way: what a transport needs to know of it. */
export interface Delivery {
  readonly task: ClaimedTask;
  readonly transport: TransportName;
  readonly server: ServerRow | undefined;
  readonly userServiceId: number | null;
  /** Server row < server.settings < settings of the template < event.settings < task.settings. */
  readonly options: JsonObject;
  /** The template's name, where the task has one. */
  readonly templateName: string | undefined;
  /** Renders the task's template; undefined where it has none. */
  renderTemplate(): Promise<RenderedText | undefined>;
  /** Renders a text that may hold tags. */
  renderText(text: string): Promise<string>;
  /** A value of the configuration, empty where there is none. */
  configuration(key: string): Promise<JsonObject>;
}

/** Takes a task to where its transport leads. */
export type Deliver = (delivery: Delivery) => Promise<TransportResult>;

/** The same for every attempt of a task, so that receivers can tell a repeat (architecture.md, rule 8). */
export function keyOf(task: Pick<ClaimedTask, 'id'>): string {
  return `task-${task.id}`;
}
