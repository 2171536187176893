import { changeTemplate, type JsonObject } from '@countinghouse/contracts';
import { hostObject } from '@countinghouse/template-language';
import type { CompiledTemplates } from '../cache/compiled-templates.ts';
import { Arguments, hashOf } from './arguments.ts';
import { copyForTemplate, mergedJson, toJsonValue } from './json-value.ts';
import { parsed } from './parsed-arguments.ts';
import type { Render } from './render.ts';
import type { TplSource } from './tpl-source.ts';

export interface TplOptions {
  readonly render: Render;
  readonly templates: Pick<CompiledTemplates, 'get'>;
  readonly isOverHttp: boolean;
}

/** `tpl`: the template itself, and others by name (templates.md 2.3). */
export function tpl(template: TplSource, options: TplOptions): object {
  const { render } = options;
  const members: Readonly<Record<string, unknown>> = {
    id: (...args: unknown[]) => (args.length === 0 ? template.name : other(options, args[0])),
    data: template.source,
    settings: () => copyForTemplate(template.settings),
    parse: (...args: unknown[]) => render.parse(template, new Arguments(args).pairs()),
    used_from_http: options.isOverHttp ? 1 : 0,
    set: (...args: unknown[]) => change(render, 'tpl.set', template, toJsonValue(new Arguments(args).pairs())),
    set_settings: (...args: unknown[]) => {
      const settings = mergedJson(template.settings, toJsonValue(hashOf(args[0]) ?? {}) as JsonObject);
      return change(render, 'tpl.set_settings', template, { settings });
    },
  };
  return hostObject({
    get: (name) => {
      if (Object.hasOwn(members, name)) return members[name];
      throw new Error(`tpl.${name} is not offered`);
    },
  });
}

async function other(options: TplOptions, name: unknown): Promise<object | undefined> {
  const found = typeof name === 'string' && name !== '' ? await options.templates.get(name) : undefined;
  return found && tpl(found, options);
}

async function change(render: Render, member: string, { name }: TplSource, given: unknown): Promise<string> {
  const args = parsed(changeTemplate, { ...(given as JsonObject), id: name });
  await render.write(member, changeTemplate, args);
  return '';
}
