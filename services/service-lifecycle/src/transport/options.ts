import type { JsonObject } from '@countinghouse/contracts';

/** Where the options of a task come from; what is absent adds nothing. */
export interface OptionSources {
  /** The row of the task's server. */
  readonly server?: JsonObject | undefined;
  /** The task's event. */
  readonly event?: JsonObject | undefined;
  /** The task's own settings. */
  readonly settings?: JsonObject | undefined;
}

/**
 * The options of a task's transport: server row < server.settings < event.settings < task.settings (domain.md 4.6). A
 * member that is null or absent in a later one leaves the earlier one as it is; members are taken whole, not merged.
 */
export function transportOptions({ server, event, settings }: OptionSources): JsonObject {
  const { settings: serverSettings, ...row } = server ?? {};
  const layers = [row, serverSettings, event?.settings, settings];
  return Object.assign({}, ...layers.map((layer) => present(layer)));
}

function present(layer: unknown): JsonObject {
  if (typeof layer !== 'object' || layer === null || Array.isArray(layer)) return {};
  return Object.fromEntries(Object.entries(layer).filter(([, value]) => value !== null && value !== undefined));
}
