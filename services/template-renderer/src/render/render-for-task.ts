import { Fault, type RenderedText, type RenderForTask, renderForTask, type TaskAnswer } from '@countinghouse/contracts';
import { type Implementation, implement } from '@countinghouse/service';
import type { CompiledTemplates } from '../cache/compiled-templates.ts';
import { toJsonValue } from '../object-model/json-value.ts';
import type { Render } from '../object-model/render.ts';
import type { Renderer, RenderJob } from './renderer.ts';

/** Renders for tasks, mails and promo codes. */
export function renderForTasks(templates: CompiledTemplates, renderer: Renderer): Implementation {
  return implement(renderForTask, async (args, context) => {
    const { text, render } = await renderer.render({
      template: await templateOf(args, templates, renderer),
      context,
      userId: args.user_id,
      request: { params: {}, headers: {} },
      usi: args.usi,
      serverId: args.server_id,
      eventName: args.event_name,
      task: args.task,
      vars: args.vars,
    });
    const answer = answerOf(render);
    const [error] = render.report.errors;
    const rendered: RenderedText = {
      text,
      ...(answer ? { task_answer: answer } : {}),
      ...(error === undefined ? {} : { report_error: error }),
    };
    return { rows: [rendered] };
  });
}

async function templateOf(
  { name, data }: RenderForTask,
  templates: CompiledTemplates,
  renderer: Renderer,
): Promise<RenderJob['template']> {
  if (name === undefined) return renderer.unsaved('input text', data ?? '');
  const template = await templates.get(name);
  if (!template) throw new Fault(404, 'Template not found');
  return template;
}

function answerOf({ taskAnswer }: Render): TaskAnswer | undefined {
  if (!taskAnswer) return undefined;
  const { status, msg, more } = taskAnswer;
  return {
    status: toJsonValue(status),
    ...(msg === undefined ? {} : { msg: toJsonValue(msg) }),
    more: more.map((value) => toJsonValue(value)),
  };
}
