import { z } from 'zod';
import * as field from '../field.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { operation } from '../operation.ts';
import { template } from '../resources/template.ts';

const owner = 'template-renderer';

export interface RenderForTask {
  /** A stored template; 404 where it is missing. Exactly one of `name` and `data`. */
  readonly name?: string | undefined;
  /** Text to render in place of a stored template; it may not write. */
  readonly data?: string | undefined;
  readonly user_id: number;
  readonly usi?: number | undefined;
  readonly server_id?: number | undefined;
  /** The running task as templates see it: id, settings, event, event_settings, server, server_id, transport_name, payload. */
  readonly task?: JsonObject | undefined;
  readonly event_name?: string | undefined;
  /** Variables that win over those of the object model. */
  readonly vars?: JsonObject | undefined;
}

/** What `task.answer(status, msg, …)` was called with last. */
export interface TaskAnswer {
  readonly status: JsonValue;
  readonly msg?: JsonValue;
  readonly more: readonly JsonValue[];
}

export interface RenderedText {
  /** Cut at both ends. */
  readonly text: string;
  readonly task_answer?: TaskAnswer;
  /** The first error that the template reported with `report.add_error`. */
  readonly report_error?: string;
}

/** Renders for tasks, mails and promo codes. 400 `Template render error: …`. */
export const renderForTask = operation<RenderForTask, 'rows', RenderedText>({
  id: 'template.render',
  owner,
  summary: 'Renders a template for a task',
  access: 'internal',
  args: z
    .object({
      name: template.fields.id.schema.optional(),
      data: field.text().schema.optional(),
      user_id: field.id().schema,
      usi: field.id().schema.optional(),
      server_id: field.id().schema.optional(),
      task: field.json({ shape: 'object' }).schema.optional(),
      event_name: field.text({ max: 64 }).schema.optional(),
      vars: field.json({ shape: 'object' }).schema.optional(),
    })
    .refine(({ name, data }) => (name === undefined) !== (data === undefined), {
      path: ['name'],
      message: 'either name or data',
    }) as unknown as z.ZodType<RenderForTask>,
  result: 'rows',
  errors: [404],
});

/** What a template may need of one: whether it is there, its settings, its source. */
export const readTemplates = operation<{ names: string[] }, 'rows', { id: string; settings: JsonObject }>({
  id: 'template.read',
  owner,
  summary: 'Settings of templates by name',
  access: 'internal',
  args: z.object({ names: z.array(template.fields.id.schema).max(1000) }),
  result: 'rows',
});

export const templateCommands = [renderForTask, readTemplates] as const;
