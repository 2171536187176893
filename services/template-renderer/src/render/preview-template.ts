import { type JsonObject, previewTemplate } from '@countinghouse/contracts';
import { actingUser, type Implementation, implement } from '@countinghouse/service';
import type { Engine } from '@countinghouse/template-language';
import type { CompiledTemplates } from '../cache/compiled-templates.ts';
import { checkSyntax } from '../template/template-syntax.ts';
import { rawReply } from './raw-reply.ts';
import type { Renderer } from './renderer.ts';

/** Renders unsaved text for a chosen user and arguments; nothing is written (template-engine.md). */
export function previewTemplates(templates: CompiledTemplates, renderer: Renderer, engine: Engine): Implementation {
  return implement(previewTemplate, async ({ name, data, usi, params, headers, user_id: userId }, context) => {
    checkSyntax(engine, name, data);
    const stored = await templates.get(name);
    const rendered = await renderer.render({
      template: renderer.unsaved(name, data, stored?.settings),
      context,
      userId: userId ?? actingUser(context),
      request: { params: (params ?? {}) as JsonObject, headers: textsOf((headers ?? {}) as JsonObject) },
      usi,
      isOverHttp: true,
      writesRefused: 'a preview writes nothing',
    });
    return rawReply(rendered);
  });
}

function textsOf(headers: JsonObject): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value ?? '')]));
}
