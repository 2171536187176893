import {
  Fault,
  getPublicTemplate,
  getTemplate,
  hasAdminRights,
  postPublicTemplate,
  postTemplate,
  type RawReply,
  type TemplateRequest,
} from '@countinghouse/contracts';
import { type Context, type Implementation, implement } from '@countinghouse/service';
import type { CompiledTemplates, ReadyTemplate } from '../cache/compiled-templates.ts';
import { idOf } from '../object-model/arguments.ts';
import { isTrue } from '../object-model/query/query-state.ts';
import { rawReply } from './raw-reply.ts';
import type { Renderer } from './renderer.ts';

/** `/v1/template/NAME` for users and `/v1/public/NAME` for everybody (templates.md 1.5). */
export function renderOverHttp(templates: CompiledTemplates, renderer: Renderer): Implementation[] {
  const own = async (request: TemplateRequest, context: Context): Promise<RawReply> => {
    const template = await existing(templates, request.name);
    if (isTrue(template.settings.deny_for_http_user) && !hasAdminRights(context.caller)) {
      throw new Fault(400, 'Template is not allowed for http use by user');
    }
    return render(renderer, template, request, context);
  };
  const everybody = async (request: TemplateRequest, context: Context): Promise<RawReply> => {
    const template = await existing(templates, request.name);
    if (!isTrue(template.settings.allow_public)) throw new Fault(400, 'Permission denied: template is not public');
    if (isTrue(template.settings.no_parse)) return { body: template.source };
    return render(renderer, template, request, context);
  };
  return [
    implement(getTemplate, own),
    implement(postTemplate, own),
    implement(getPublicTemplate, everybody),
    implement(postPublicTemplate, everybody),
  ];
}

async function existing(templates: CompiledTemplates, name: string): Promise<ReadyTemplate> {
  const template = await templates.get(name);
  if (!template) throw new Fault(404, 'Template not found');
  return template;
}

async function render(
  renderer: Renderer,
  template: ReadyTemplate,
  request: TemplateRequest,
  context: Context,
): Promise<RawReply> {
  const { usi, server_id: serverId, event_name: eventName } = request.params;
  const rendered = await renderer.render({
    template,
    context,
    userId: context.caller.actingUserId,
    request,
    isOverHttp: true,
    usi: idOf(usi),
    ...(hasAdminRights(context.caller) ? { serverId: idOf(serverId) } : {}),
    eventName: typeof eventName === 'string' && eventName !== '' ? eventName : undefined,
    writesRefused: refusal(request, context),
  });
  return rawReply(rendered);
}

/** Links from other sites must not make a signed-in browser write (template-engine.md), and a dry run writes nothing. */
function refusal({ method, params }: TemplateRequest, { caller }: Context): string | undefined {
  if (isTrue(params.dry_run)) return 'dry_run was asked for';
  if (method === 'GET' && caller.crossSiteCookie === true) return 'the request came from another site';
  return undefined;
}
