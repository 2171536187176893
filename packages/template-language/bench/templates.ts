/** The same three pages in every language. Each render gets its data and answers the text of the page. */
import { Engine } from '@countinghouse/template-language';
import { Eta } from 'eta';
import Handlebars from 'handlebars';
import { Liquid } from 'liquidjs';
import nunjucks from 'nunjucks';

export type PageName = 'T1' | 'T2' | 'T3';

interface Message {
  readonly headers: { readonly x_secret: string };
  readonly user: { readonly name: string; readonly login: string };
  readonly order: { readonly id: number; readonly total: number };
  readonly currency: string;
}

interface UserList {
  readonly users: readonly { readonly id: number; readonly login: string; readonly balance: number }[];
}

interface Row {
  readonly id: number;
  readonly name: string;
  readonly active: number;
  readonly contact: { readonly email: string; readonly city: { readonly name: string } };
}

interface Table {
  readonly title: string;
  readonly rows: readonly Row[];
}

interface PageData {
  readonly T1: Message;
  readonly T2: UserList;
  readonly T3: Table;
}

export type Renders = { readonly [Page in PageName]: (data: PageData[Page]) => string };

/** Renders of a page take turns with these, since an engine that always gets the same objects measures only itself. */
const dataSets = 8;

function each<T>(size: number, make: (index: number) => T): T[] {
  return Array.from({ length: size }, (_, index) => make(index));
}

export const data: { readonly [Page in PageName]: readonly PageData[Page][] } = {
  T1: each(dataSets, (set) => ({
    headers: { x_secret: 's3cret' },
    user: { name: `Ann ${set}`, login: `ann${set}` },
    order: { id: 42 + set, total: 9.5 + set },
    currency: 'EUR',
  })),
  T2: each(dataSets, (set) => ({
    users: each(100, (index) => ({
      id: 1000 * set + index,
      login: `user${set}-${index}`,
      balance: index * 1.5 + set / 4,
    })),
  })),
  T3: each(dataSets, (set) => ({
    title: `Users ${set}`,
    rows: each(1000, (index) => ({
      id: index,
      name: `Name <${set}-${index}>`,
      active: index % 2,
      contact: { email: `u${index}@example.org`, city: { name: `City & ${index}` } },
    })),
  })),
};

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
function html(text: string): string {
  return /[&<>"]/.test(text) ? text.replace(/[&<>"]/g, (character) => escapes[character] ?? '') : text;
}

export const sources: Record<PageName, string> = {
  T1:
    "{{ IF headers.x_secret == 's3cret' }}Hello {{ user.name }} ({{ user.login }}), order {{ order.id }}: {{ order.total }}" +
    ' {{+ currency }}{{ ELSE }}denied{{ END }}\n',
  T2:
    '[{{ FOREACH u IN users }}{"id":{{ u.id }},"login":"{{ u.login }}","balance":{{ u.balance }}}' +
    '{{ "," UNLESS loop.last }}{{ END }}]',
  T3:
    '{{ BLOCK row }}<tr><td>{{ r.id }}</td><td>{{ r.name | html }}</td><td>{{ r.contact.email | html }}</td>' +
    '<td>{{ r.contact.city.name | html }}</td><td>{{ IF r.active }}yes{{ ELSE }}no{{ END }}</td></tr>{{ END }}' +
    '<h1>{{ title | html }}</h1><table>{{ FOREACH r IN rows }}{{ INCLUDE row }}{{ END }}</table>',
};

function handRow(r: Row): string {
  const { contact } = r;
  return `<tr><td>${r.id}</td><td>${html(r.name)}</td><td>${html(contact.email)}</td><td>${html(contact.city.name)}</td><td>${r.active ? 'yes' : 'no'}</td></tr>`;
}

export const hand: Renders = {
  T1({ headers, user, order, currency }) {
    if (headers.x_secret !== 's3cret') return 'denied\n';
    return `Hello ${user.name} (${user.login}), order ${order.id}: ${order.total} ${currency}\n`;
  },
  T2({ users }) {
    let out = '[';
    for (let index = 0; index < users.length; index += 1) {
      const u = users[index];
      if (u === undefined) break;
      out += `{"id":${u.id},"login":"${u.login}","balance":${u.balance}}${index === users.length - 1 ? '' : ','}`;
    }
    return `${out}]`;
  },
  T3({ title, rows }) {
    let out = `<h1>${html(title)}</h1><table>`;
    for (const r of rows) out += handRow(r);
    return `${out}</table>`;
  },
};

type Texts = Record<PageName, string>;

function compiled(texts: Texts, make: (source: string) => (data: object) => string): Renders {
  return { T1: make(texts.T1), T2: make(texts.T2), T3: make(texts.T3) };
}

export function ours(): Renders {
  const engine = new Engine();
  return compiled(sources, (source) => {
    const template = engine.compile(source);
    return (page) => template.renderSync(page);
  });
}

/** The same with `render`, which waits for promises; each call answers one itself. */
export function oursWaiting(): { readonly [Page in PageName]: (data: object) => Promise<string> } {
  const engine = new Engine();
  const make = (source: string) => {
    const template = engine.compile(source);
    return (page: object) => template.render(page);
  };
  return { T1: make(sources.T1), T2: make(sources.T2), T3: make(sources.T3) };
}

export function eta(): Renders {
  const engine = new Eta({
    autoTrim: false,
    useWith: false,
    autoEscape: false,
    escapeFunction: (value) => html(String(value)),
  });
  engine.loadTemplate(
    '@row',
    '<tr><td><%= it.r.id %></td><td><%= it.e(it.r.name) %></td><td><%= it.e(it.r.contact.email) %></td><td><%= it.e(it.r.contact.city.name) %></td><td><% if (it.r.active) { %>yes<% } else { %>no<% } %></td></tr>',
  );
  const texts = {
    T1: "<% if (it.headers.x_secret === 's3cret') { %>Hello <%= it.user.name %> (<%= it.user.login %>), order <%= it.order.id %>: <%= it.order.total %> <%= it.currency %><% } else { %>denied<% } %>\n",
    T2: '[<% it.users.forEach((u, i) => { %>{"id":<%= u.id %>,"login":"<%= u.login %>","balance":<%= u.balance %>}<% if (i < it.users.length - 1) { %>,<% } %><% }) %>]',
    T3: "<h1><%= it.e(it.title) %></h1><table><% for (const r of it.rows) { %><%~ include('@row', { r, e: it.e }) %><% } %></table>",
  };
  return compiled(texts, (text) => {
    const template = engine.compile(text);
    return (page) => engine.render(template, { ...page, e: html });
  });
}

export function handlebars(): Renders {
  const hb = Handlebars.create();
  hb.registerHelper('eq', (a: unknown, b: unknown) => a === b);
  hb.registerPartial(
    'row',
    '<tr><td>{{{id}}}</td><td>{{name}}</td><td>{{contact.email}}</td><td>{{contact.city.name}}</td><td>{{#if active}}yes{{else}}no{{/if}}</td></tr>',
  );
  const texts = {
    T1: "{{#if (eq headers.x_secret 's3cret')}}Hello {{{user.name}}} ({{{user.login}}}), order {{{order.id}}}: {{{order.total}}} {{{currency}}}{{else}}denied{{/if}}\n",
    T2: '[{{#each users}}{"id":{{{id}}},"login":"{{{login}}}","balance":{{{balance}}}{{!}}}{{#unless @last}},{{/unless}}{{/each}}]',
    T3: '<h1>{{title}}</h1><table>{{#each rows}}{{> row}}{{/each}}</table>',
  };
  return compiled(texts, (text) => {
    const template = hb.compile(text);
    return (page) => template(page);
  });
}

export function nunjucksPages(): Renders {
  const row =
    '<tr><td>{{ r.id }}</td><td>{{ r.name | escape }}</td><td>{{ r.contact.email | escape }}</td><td>{{ r.contact.city.name | escape }}</td><td>{% if r.active %}yes{% else %}no{% endif %}</td></tr>';
  const loader = { getSource: () => ({ src: row, path: 'row', noCache: false }) };
  const env = new nunjucks.Environment(loader, { autoescape: false });
  const texts = {
    T1: "{% if headers.x_secret == 's3cret' %}Hello {{ user.name }} ({{ user.login }}), order {{ order.id }}: {{ order.total }} {{ currency }}{% else %}denied{% endif %}\n",
    T2: '[{% for u in users %}{"id":{{ u.id }},"login":"{{ u.login }}","balance":{{ u.balance }}}{% if not loop.last %},{% endif %}{% endfor %}]',
    T3: '<h1>{{ title | escape }}</h1><table>{% for r in rows %}{% include "row" %}{% endfor %}</table>',
  };
  return compiled(texts, (text) => {
    const template = nunjucks.compile(text, env);
    return (page) => template.render(page);
  });
}

export function liquid(): Renders {
  const row =
    '<tr><td>{{ r.id }}</td><td>{{ r.name | escape }}</td><td>{{ r.contact.email | escape }}</td><td>{{ r.contact.city.name | escape }}</td><td>{% if r.active == 1 %}yes{% else %}no{% endif %}</td></tr>';
  const engine = new Liquid({ templates: { row } });
  const texts = {
    T1: "{% if headers.x_secret == 's3cret' %}Hello {{ user.name }} ({{ user.login }}), order {{ order.id }}: {{ order.total }} {{ currency }}{% else %}denied{% endif %}\n",
    T2: '[{% for u in users %}{"id":{{ u.id }},"login":"{{ u.login }}","balance":{{ u.balance }}}{% unless forloop.last %},{% endunless %}{% endfor %}]',
    T3: "<h1>{{ title | escape }}</h1><table>{% for r in rows %}{% include 'row' %}{% endfor %}</table>",
  };
  return compiled(texts, (text) => {
    const template = engine.parse(text);
    return (page) => String(engine.renderSync(template, page));
  });
}
