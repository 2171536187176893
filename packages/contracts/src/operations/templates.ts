import { z } from 'zod';
import * as field from '../field.ts';
import type { JsonValue } from '../json.ts';
import { type ListArguments, listArguments } from '../list-arguments.ts';
import { type Access, type HttpMethod, operation } from '../operation.ts';
import { argumentsOf } from '../resource.ts';
import { promo } from '../resources/promo.ts';
import { type TemplateRow, template } from '../resources/template.ts';

const owner = 'template-renderer';
const path = '/v1/admin/template';
const sourcePath = `${path}/*id`;

type ListTemplates = ListArguments & { id?: string | undefined };

export const listTemplates = operation<ListTemplates, 'list', TemplateRow>({
  id: 'template.list',
  owner,
  summary: 'Lists templates',
  access: 'admin',
  http: { method: 'GET', path },
  args: listArguments(template) as z.ZodType<ListTemplates>,
  result: 'list',
  list: template,
});

export interface WriteTemplate {
  readonly id: string;
  readonly data?: string | null | undefined;
  readonly settings?: JsonValue | undefined;
}

/** 400 with line, column and excerpt where the source cannot be parsed; 409 where the name is taken. */
export const addTemplate = operation<WriteTemplate, 'rows', TemplateRow>({
  id: 'template.add',
  owner,
  summary: 'Adds a template',
  access: 'admin',
  http: { method: 'PUT', path },
  args: argumentsOf(template.fields, ['id']) as unknown as z.ZodType<WriteTemplate>,
  result: 'rows',
  item: template.fields,
  errors: [409],
});

/** What is absent stays as it is. */
export const changeTemplate = operation<WriteTemplate, 'rows', TemplateRow>({
  id: 'template.change',
  owner,
  summary: 'Changes a template',
  access: 'admin',
  http: { method: 'POST', path },
  args: argumentsOf({ ...template.fields, settings: field.json({ shape: 'object' }) }, [
    'id',
  ]) as unknown as z.ZodType<WriteTemplate>,
  result: 'rows',
  item: template.fields,
  errors: [404],
});

const byName = argumentsOf({ id: template.fields.id }, ['id']);

function deletion(id: string, at: string) {
  return operation<{ id: string }, 'rows', string>({
    id,
    owner,
    summary: 'Deletes a template',
    access: 'admin',
    http: { method: 'DELETE', path: at },
    args: byName,
    result: 'rows',
    errors: [404],
  });
}

/** Answers `['1']`. */
export const deleteTemplate = deletion('template.delete', path);
export const deleteTemplateByPath = deletion('template.delete-by-path', sourcePath);

/** The source, never rendered. */
export const readTemplateSource = operation<{ id: string }, 'raw', string>({
  id: 'template.source',
  owner,
  summary: 'Shows the source of a template',
  access: 'admin',
  http: { method: 'GET', path: sourcePath },
  args: byName,
  result: 'raw',
  errors: [404],
});

export interface WriteTemplateSource {
  readonly id: string;
  /** The source, or JSON `{data, settings}` where the content type says so. */
  readonly body: string;
  readonly content_type?: string | undefined;
}

function sourceWrite(id: string, summary: string, method: HttpMethod, errors: readonly number[]) {
  return operation<WriteTemplateSource, 'rows', TemplateRow>({
    id,
    owner,
    summary,
    access: 'admin',
    http: { method, path: sourcePath },
    args: z.object({
      ...argumentsOf({ id: template.fields.id, body: field.text() }, ['id', 'body']).shape,
      content_type: field.text({ max: 255 }).schema.optional(),
    }) as unknown as z.ZodType<WriteTemplateSource>,
    result: 'rows',
    item: template.fields,
    rawBody: true,
    errors,
  });
}

export const addTemplateSource = sourceWrite('template.add-source', 'Adds a template by its source', 'PUT', [409]);
export const changeTemplateSource = sourceWrite(
  'template.change-source',
  'Replaces the source of a template',
  'POST',
  [404],
);

/** A request as a template sees it: the gateway puts it together. */
export interface TemplateRequest {
  readonly name: string;
  /** Query and body arguments merged, without the session id of who calls. */
  readonly params: Readonly<Record<string, JsonValue>>;
  /** By lower-case name, without credentials. */
  readonly headers: Readonly<Record<string, string>>;
  readonly method: string;
}

const templateRequest = z.object({
  name: field.text({ max: 255 }).schema,
  params: z.record(z.string(), z.unknown()),
  headers: z.record(z.string(), z.string()),
  method: z.string(),
}) as unknown as z.ZodType<TemplateRequest>;

/** What callers of a template give: anything, of which these two have a meaning (spec 4.7). */
const specialArguments = argumentsOf({
  format: field.text({ oneOf: ['plain', 'html', 'json', 'other', 'qrcode', 'qrcode_png'] }),
  user_id: field.id({ description: 'For administrators: the user it is rendered for' }),
}).shape;

function render(id: string, access: Access, method: HttpMethod, at: string) {
  return operation<TemplateRequest, 'raw', string>({
    id,
    owner,
    summary: access === 'public' ? 'Renders a public template' : 'Renders a template',
    access,
    http: { method, path: at },
    args: templateRequest,
    documentedArgs: z.looseObject(
      access === 'public' ? { format: specialArguments.format as z.ZodType } : specialArguments,
    ),
    result: 'raw',
    idempotent: false,
    errors: [404],
  });
}

export const getTemplate = render('template.get', 'user', 'GET', '/v1/template/*name');
export const postTemplate = render('template.post', 'user', 'POST', '/v1/template/*name');
export const getPublicTemplate = render('template.get-public', 'public', 'GET', '/v1/public/*name');
export const postPublicTemplate = render('template.post-public', 'public', 'POST', '/v1/public/*name');

export interface PreviewTemplate {
  readonly name: string;
  /** The unsaved source. */
  readonly data: string;
  readonly user_id?: number | undefined;
  readonly usi?: number | undefined;
  readonly params?: JsonValue | undefined;
  readonly headers?: JsonValue | undefined;
}

/** Answers as the template's route would, with the format that `format` asks for, and writes nothing. */
export const previewTemplate = operation<PreviewTemplate, 'raw', string>({
  id: 'template.preview',
  owner,
  summary: 'Renders unsaved text as a template',
  access: 'admin',
  http: { method: 'POST', path: `${path}/*name/preview` },
  args: argumentsOf(
    {
      name: template.fields.id,
      data: field.text(),
      user_id: field.id(),
      usi: field.id(),
      params: field.json({ shape: 'object' }),
      headers: field.json({ shape: 'object' }),
      format: field.text({ max: 32 }),
    },
    ['name', 'data'],
  ) as unknown as z.ZodType<PreviewTemplate>,
  result: 'raw',
  idempotent: false,
});

export interface AppliedPromo {
  readonly used: 'true';
  /** What the template of the code printed, `success` where that was nothing. */
  readonly text: string;
}

/** 400 where the code or its template refuses; a use whose template fails is given back (domain.md 2.13). */
export const applyPromo = operation<{ code: string }, 'bare', AppliedPromo>({
  id: 'promo.apply',
  owner,
  summary: 'Applies a promo code',
  access: 'user',
  http: { method: 'GET', path: '/v1/promo/apply/*code' },
  args: argumentsOf({ code: promo.fields.id }, ['code']),
  result: 'bare',
  item: { used: field.text(), text: field.text() },
  idempotent: false,
  errors: [404],
});

/** The operations whose arguments are a {@link TemplateRequest}. */
export const renderOperations = [getTemplate, postTemplate, getPublicTemplate, postPublicTemplate] as const;

export const templateOperations = [
  listTemplates,
  addTemplate,
  changeTemplate,
  deleteTemplate,
  deleteTemplateByPath,
  readTemplateSource,
  addTemplateSource,
  changeTemplateSource,
  previewTemplate,
  applyPromo,
  ...renderOperations,
] as const;
