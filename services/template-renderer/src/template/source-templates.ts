import {
  addTemplateSource,
  changeTemplateSource,
  Fault,
  type Field,
  field,
  invalidArgument,
  type JsonValue,
  readTemplateSource,
  type WriteTemplateSource,
} from '@countinghouse/contracts';
import { type Implementation, implement } from '@countinghouse/service';
import type { Engine } from '@countinghouse/template-language';
import { toTemplateRow } from './template-document.ts';
import { checkSyntax } from './template-syntax.ts';
import type { TemplateChange, Templates } from './templates.ts';

/** Templates by path, their source as the body. */
export function sourceTemplates(templates: Templates, engine: Engine): Implementation[] {
  return [
    implement(readTemplateSource, async ({ id }) => {
      const document = await templates.find(id);
      if (!document) throw new Fault(404, 'Template not found');
      return { body: document.data ?? '' };
    }),
    implement(addTemplateSource, async (args, { key }) => {
      const change = writtenSource(args);
      checkSyntax(engine, args.id, change.data);
      return { rows: [toTemplateRow(await templates.add(args.id, change, key))] };
    }),
    implement(changeTemplateSource, async (args) => {
      const change = writtenSource(args);
      checkSyntax(engine, args.id, change.data);
      return { rows: [toTemplateRow(await templates.change(args.id, change))] };
    }),
  ];
}

const JSON_TYPE = /^application\/([\w.-]+\+)?json\b/i;
const source = field.text();
const settings = field.json({ shape: 'object' });

/** The source itself, or JSON `{data, settings}` where the content type says so. */
function writtenSource({ body, content_type: contentType }: WriteTemplateSource): TemplateChange {
  if (!JSON_TYPE.test(contentType ?? '')) return { data: body };
  const members = decodedBody(body);
  return {
    ...(members.data === undefined ? {} : { data: parsed('data', members.data, source) }),
    ...(members.settings === undefined ? {} : { settings: parsed('settings', members.settings, settings) }),
  };
}

function decodedBody(body: string): Readonly<Record<string, JsonValue>> {
  let decoded: JsonValue;
  try {
    decoded = JSON.parse(body) as JsonValue;
  } catch (cause) {
    throw new Fault(400, invalidArgument('body', 'valid JSON').message, { cause });
  }
  if (typeof decoded === 'object' && decoded !== null && !Array.isArray(decoded)) {
    return decoded as Readonly<Record<string, JsonValue>>;
  }
  throw invalidArgument('body', 'a JSON object with data and settings');
}

function parsed<T>(name: string, value: JsonValue, as: Field<T>): T {
  const outcome = as.schema.safeParse(value);
  if (!outcome.success) throw invalidArgument(name, outcome.error.issues[0]?.message ?? 'another value');
  return outcome.data;
}
