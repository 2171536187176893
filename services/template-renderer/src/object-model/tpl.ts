import { hostObject } from '@countinghouse/template-language';
import type { CompiledTemplates, ReadyTemplate } from '../cache/compiled-templates.ts';
import { copyForTemplate } from './json-value.ts';

export type TplSource = Pick<ReadyTemplate, 'name' | 'source' | 'settings'>;

/** `tpl`: the template itself, and others by name; read only. */
export function tpl(template: TplSource, templates: Pick<CompiledTemplates, 'get'>): object {
  const members: Readonly<Record<string, unknown>> = {
    id: (...args: unknown[]) => (args.length === 0 ? template.name : other(templates, args[0])),
    data: template.source,
    settings: () => copyForTemplate(template.settings),
    used_from_http: 1,
  };
  return hostObject({
    get: (name) => {
      if (Object.hasOwn(members, name)) return members[name];
      throw new Error(`tpl.${name} is not offered`);
    },
  });
}

async function other(templates: Pick<CompiledTemplates, 'get'>, name: unknown): Promise<object | undefined> {
  const found = typeof name === 'string' && name !== '' ? await templates.get(name) : undefined;
  return found && tpl(found, templates);
}
