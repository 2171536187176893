import { readConfiguration } from '@countinghouse/contracts';
import { hashOf, type Named } from './arguments.ts';
import { copyForTemplate } from './json-value.ts';
import type { Render } from './render.ts';

/** `config.KEY.FIELD`: the whole configuration as one hash. */
export async function configuration(render: Render): Promise<unknown> {
  const { rows } = await render.once('config', () => render.read(readConfiguration, {}));
  const hash = Object.create(null) as Record<string, unknown>;
  for (const { key, value } of rows) hash[key] = copyForTemplate(value);
  return hash;
}

/** The value of one key of the configuration, empty where there is none. */
export async function configured(render: Render, key: string): Promise<Named> {
  return hashOf(hashOf(await configuration(render))?.[key]) ?? {};
}
