import { readConfiguration } from '@countinghouse/contracts';
import { copyForTemplate } from './json-value.ts';
import type { Render } from './render.ts';

/** `config.KEY.FIELD`: the whole configuration as one hash. */
export async function configuration(render: Render): Promise<unknown> {
  const { rows } = await render.once('config', () => render.read(readConfiguration, {}));
  const hash = Object.create(null) as Record<string, unknown>;
  for (const { key, value } of rows) hash[key] = copyForTemplate(value);
  return hash;
}
