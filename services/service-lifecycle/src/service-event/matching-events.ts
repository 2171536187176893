import type { JsonObject, ServiceEventRow } from '@countinghouse/contracts';
import type { TaskEvent } from '../spool/task.ts';
import { isLike } from './like.ts';
import { nameKey } from './service-events.ts';

/** The events of this name that are meant for a category; one without a pattern is meant for none (decisions.md 18). */
export function eventsFor(rows: readonly ServiceEventRow[], name: string, category: string): ServiceEventRow[] {
  return rows.filter((row) => nameKey(row.name) === name && isLike(category, categoryPattern(row)));
}

function categoryPattern(row: ServiceEventRow): string {
  const pattern = (row.settings as JsonObject | null)?.category;
  return typeof pattern === 'string' ? pattern : '';
}

/** What a task carries of an event's row (domain.md 4.2). */
export function taskEventOf(row: ServiceEventRow): TaskEvent {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    name: nameKey(row.name),
    server_gid: row.server_gid ?? 0,
    settings: (row.settings as JsonObject | null) ?? {},
  };
}
