import {
  Fault,
  type JsonObject,
  type RenderedText,
  type RenderForTask,
  readTemplates,
  renderForTask,
} from '@countinghouse/contracts';
import type { Context } from '@countinghouse/service';

/** The task cannot be carried out as it is: an administrator must change something. */
export class TaskStuck extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TaskStuck';
  }
}

/** The settings of a template; TaskStuck where it is missing. */
export async function templateSettings(context: Context, name: string): Promise<JsonObject> {
  const { rows } = await context.call(readTemplates, { names: [name] });
  const [row] = rows;
  if (!row) throw new TaskStuck(`Template not found: ${name}`);
  return row.settings ?? {};
}

/** Renders for a task: the one thing that this service asks of a service above it. What the template writes is written once for each `key`. TaskStuck where the template is missing. */
export async function render(context: Context, args: RenderForTask, key: string): Promise<RenderedText> {
  try {
    const [rendered] = (await context.call(renderForTask, args, { key })).rows;
    if (!rendered) throw new Error('The renderer answered nothing');
    return rendered;
  } catch (error) {
    if (error instanceof Fault && error.status === 404) throw new TaskStuck(`Template not found: ${args.name}`);
    throw error;
  }
}
