import {
  addTemplate,
  changeTemplate,
  deleteTemplate,
  deleteTemplateByPath,
  hasAdminRights,
  listTemplates,
  readTemplates,
  template,
} from '@countinghouse/contracts';
import { type Implementation, implement } from '@countinghouse/service';
import { list, listQuery } from '@countinghouse/store';
import type { Engine } from '@countinghouse/template-language';
import { keyOf, settingsOf, templateRows, toTemplateRow } from './template-document.ts';
import { checkSyntax } from './template-syntax.ts';
import type { Templates } from './templates.ts';

/** List, add, change and delete (peer-http-api.md 1C, "Template management"). */
export function manageTemplates(templates: Templates, engine: Engine): Implementation[] {
  return [
    implement(listTemplates, async ({ id, ...args }, { caller }) => {
      const query = listQuery(
        template,
        { ...args, ...(id === undefined ? {} : { id: keyOf(id) }) },
        { isAdmin: hasAdminRights(caller), lowerCase: { id: '_id' }, extraFields: ['name'] },
      );
      return list(templates.collection as never, templateRows, query);
    }),
    implement(addTemplate, async ({ id, data, settings }, { key }) => {
      checkSyntax(engine, id, data);
      return { rows: [toTemplateRow(await templates.add(id, { data, settings }, key))] };
    }),
    implement(changeTemplate, async ({ id, data, settings }) => {
      checkSyntax(engine, id, data);
      return { rows: [toTemplateRow(await templates.change(id, { data, settings }))] };
    }),
    ...[deleteTemplate, deleteTemplateByPath].map((operation) =>
      implement(operation, async ({ id }) => {
        await templates.delete(id);
        return { rows: ['1'] };
      }),
    ),
    implement(readTemplates, async ({ names }) => {
      const found = await Promise.all(names.map((name) => templates.find(name)));
      const rows = found.filter((document) => document !== undefined);
      return { rows: rows.map((document) => ({ id: document.name, settings: settingsOf(document) })) };
    }),
  ];
}
