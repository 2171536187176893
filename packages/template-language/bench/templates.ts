/** The same three pages in every language. Each `run` renders one page and answers its text. */
import { Engine } from '@countinghouse/template-language';
import { Eta } from 'eta';
import Handlebars from 'handlebars';
import { Liquid } from 'liquidjs';
import nunjucks from 'nunjucks';

export type PageName = 'T1' | 'T2' | 'T3';
export type Render = () => string;

interface Row {
  readonly id: number;
  readonly name: string;
  readonly active: number;
  readonly contact: { readonly email: string; readonly city: { readonly name: string } };
}

const t1Data = {
  headers: { x_secret: 's3cret' },
  user: { name: 'Ann', login: 'ann' },
  order: { id: 42, total: 9.5 },
  currency: 'EUR',
};
const users = Array.from({ length: 100 }, (_, index) => ({ id: index, login: `user${index}`, balance: index * 1.5 }));
const rows: Row[] = Array.from({ length: 1000 }, (_, index) => ({
  id: index,
  name: `Name <${index}>`,
  active: index % 2,
  contact: { email: `u${index}@example.org`, city: { name: `City & ${index}` } },
}));
export const data = { T1: t1Data, T2: { users }, T3: { title: 'Users', rows } };

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

export const hand: Record<PageName, Render> = {
  T1: () => {
    const { headers, user, order, currency } = data.T1;
    if (headers.x_secret !== 's3cret') return 'denied\n';
    return `Hello ${user.name} (${user.login}), order ${order.id}: ${order.total} ${currency}\n`;
  },
  T2: () => {
    let out = '[';
    const { users: list } = data.T2;
    for (let index = 0; index < list.length; index += 1) {
      const u = list[index];
      if (u === undefined) break;
      out += `{"id":${u.id},"login":"${u.login}","balance":${u.balance}}${index === list.length - 1 ? '' : ','}`;
    }
    return `${out}]`;
  },
  T3: () => {
    let out = `<h1>${html(data.T3.title)}</h1><table>`;
    for (const r of data.T3.rows) out += handRow(r);
    return `${out}</table>`;
  },
};

function compiled<T>(
  names: Record<PageName, T>,
  make: (source: T, name: PageName) => Render,
): Record<PageName, Render> {
  return { T1: make(names.T1, 'T1'), T2: make(names.T2, 'T2'), T3: make(names.T3, 'T3') };
}

export function ours(): Record<PageName, Render> {
  const engine = new Engine();
  return compiled(sources, (source, name) => {
    const template = engine.compile(source);
    return () => template.renderSync(data[name]);
  });
}

export function eta(): Record<PageName, Render> {
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
  return compiled(texts, (text, name) => {
    const template = engine.compile(text);
    const it = { ...data[name], e: html };
    return () => engine.render(template, it);
  });
}

export function handlebars(): Record<PageName, Render> {
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
  return compiled(texts, (text, name) => {
    const template = hb.compile(text);
    return () => template(data[name]);
  });
}

export function nunjucksPages(): Record<PageName, Render> {
  const row =
    '<tr><td>{{ r.id }}</td><td>{{ r.name | escape }}</td><td>{{ r.contact.email | escape }}</td><td>{{ r.contact.city.name | escape }}</td><td>{% if r.active %}yes{% else %}no{% endif %}</td></tr>';
  const loader = { getSource: () => ({ src: row, path: 'row', noCache: false }) };
  const env = new nunjucks.Environment(loader, { autoescape: false });
  const texts = {
    T1: "{% if headers.x_secret == 's3cret' %}Hello {{ user.name }} ({{ user.login }}), order {{ order.id }}: {{ order.total }} {{ currency }}{% else %}denied{% endif %}\n",
    T2: '[{% for u in users %}{"id":{{ u.id }},"login":"{{ u.login }}","balance":{{ u.balance }}}{% if not loop.last %},{% endif %}{% endfor %}]',
    T3: '<h1>{{ title | escape }}</h1><table>{% for r in rows %}{% include "row" %}{% endfor %}</table>',
  };
  return compiled(texts, (text, name) => {
    const template = nunjucks.compile(text, env);
    return () => template.render(data[name]);
  });
}

export function liquid(): Record<PageName, Render> {
  const row =
    '<tr><td>{{ r.id }}</td><td>{{ r.name | escape }}</td><td>{{ r.contact.email | escape }}</td><td>{{ r.contact.city.name | escape }}</td><td>{% if r.active == 1 %}yes{% else %}no{% endif %}</td></tr>';
  const engine = new Liquid({ templates: { row } });
  const texts = {
    T1: "{% if headers.x_secret == 's3cret' %}Hello {{ user.name }} ({{ user.login }}), order {{ order.id }}: {{ order.total }} {{ currency }}{% else %}denied{% endif %}\n",
    T2: '[{% for u in users %}{"id":{{ u.id }},"login":"{{ u.login }}","balance":{{ u.balance }}}{% unless forloop.last %},{% endunless %}{% endfor %}]',
    T3: "<h1>{{ title | escape }}</h1><table>{% for r in rows %}{% include 'row' %}{% endfor %}</table>",
  };
  return compiled(texts, (text, name) => {
    const template = engine.parse(text);
    return () => String(engine.renderSync(template, data[name]));
  });
}
