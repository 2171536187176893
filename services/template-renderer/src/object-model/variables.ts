import type { JsonObject, PromoRow, UserServiceRow } from '@countinghouse/contracts';
import type { RateCounter } from '@countinghouse/store';
import { hostObject } from '@countinghouse/template-language';
import type { CompiledTemplates } from '../cache/compiled-templates.ts';
import type { KeptValues } from '../kept/kept-values.ts';
import { hashOf, idOf, textOf } from './arguments.ts';
import { cache } from './cache.ts';
import { objectById } from './common-members.ts';
import { configuration } from './configuration.ts';
import { CONSTANTS } from './constants.ts';
import { currency } from './currency.ts';
import { FUNCTIONS } from './functions.ts';
import { http } from './http.ts';
import { toJsonValue } from './json-value.ts';
import type { Kinds } from './kinds.ts';
import { logger } from './logger.ts';
import { mailOf } from './mail.ts';
import { misc } from './misc.ts';
import { type Kind, ModelObject } from './model-object.ts';
import { promoByCode } from './promo.ts';
import { MARKERS } from './query/markers.ts';
import { allRows } from './read-rows.ts';
import { currentOwner, ownerOf } from './relations.ts';
import type { Render } from './render.ts';
import { type RequestOfTemplate, requestVariable } from './request.ts';
import { task } from './task.ts';
import { tpl } from './tpl.ts';
import type { TplSource } from './tpl-source.ts';

/** What every render has: constants, markers and functions of their arguments alone. */
export const SHARED_VARIABLES: Readonly<Record<string, unknown>> = { ...CONSTANTS, ...MARKERS, ...FUNCTIONS };

export interface VariableOptions {
  readonly render: Render;
  readonly kinds: Kinds;
  readonly templates: Pick<CompiledTemplates, 'get'>;
  readonly kept: KeptValues;
  readonly rates: RateCounter;
  readonly isOverHttp: boolean;
  readonly template: TplSource;
  readonly request: RequestOfTemplate;
  readonly usi: number | undefined;
  readonly serverId: number | undefined;
  readonly eventName: string | undefined;
  readonly task: JsonObject | undefined;
  /** The code that is applied. */
  readonly promo: PromoRow | undefined;
  /** Variables of the caller: they win over the object model, not over `request` and the functions. */
  readonly vars: JsonObject | undefined;
}

/** The variables of one render (templates.md 1.3). Objects are functions, so that nothing is asked for that is not used. */
export function variablesOf(options: VariableOptions): object {
  const { render, kinds, request, vars } = options;
  const listed = <Row extends object>(kind: Kind<Row>) => objectOrQuery(render, kinds, kind);
  return {
    __proto__: null,
    ...currentUser(options),
    service: listed(kinds.service),
    services: listed(kinds.service),
    pay: ofTask(options, kinds.pay, 'pay_id'),
    bonus: ofTask(options, kinds.bonus, 'bonus_id'),
    wd: listed(kinds.wd),
    profile: listed(kinds.profile),
    ...servers(options),
    spool: listed(kinds.spool),
    promo: promoVariable(options),
    storage: (...args: unknown[]) => storageVariable(options, args),
    config: () => configuration(render),
    tpl: () => tpl(options.template, { render, templates: options.templates, isOverHttp: options.isOverHttp }),
    report: render.report.handle,
    misc: () => misc({ render, rates: options.rates, template: options.template.name }),
    logger: () => logger(render, options.template.name),
    ...helpers(options),
    tg_api: (call: unknown) => JSON.stringify(toJsonValue(call), null, 2),
    response: { test_data: 1 },
    ...(options.eventName === undefined ? {} : { event_name: options.eventName.toUpperCase() }),
    ...(options.task === undefined ? {} : { task: task(render, kinds, options.task) }),
    ...(vars === undefined ? {} : { ...vars, ...SHARED_VARIABLES }),
    request: lazily(() => requestVariable(request)),
  };
}

/** Made when it is first looked at, and the same from then on. */
function lazily(make: () => object): () => object {
  let made: object | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function currentUser({ render, kinds, usi }: VariableOptions): Record<string, unknown> {
  const { userId } = render;
  const model =
    userId === null
      ? ModelObject.query(render, kinds.user, undefined)
      : ModelObject.deferred(render, kinds.user, userId);
  return {
    user: (...args: unknown[]) => (args.length === 0 ? model.handle : byId(render, kinds.user, args[0])),
    us: (...args: unknown[]) => serviceOf(render, kinds, args.length === 0 ? usi : idOf(args[0]), args.length > 0),
    telegram: () => model.get('telegram'),
  };
}

/** What the settings of the running task name (templates.md 1.3), else the start of queries. */
function ofTask<Row extends object>(
  { render, kinds, task: running }: VariableOptions,
  kind: Kind<Row>,
  setting: string,
) {
  const listed = objectOrQuery(render, kinds, kind);
  return (...args: unknown[]): unknown => {
    const id = args.length === 0 ? idOf(hashOf(running?.settings)?.[setting]) : undefined;
    return id === undefined
      ? listed(...args)
      : ModelObject.deferred(render, kind, id, currentOwner(render, kinds)).handle;
  };
}

/** The records of the current user, or `storage(name)`, one of them. */
async function storageVariable({ render, kinds }: VariableOptions, [name]: unknown[]): Promise<object | undefined> {
  const owner = currentOwner(render, kinds);
  if (name === undefined || name === '') return ModelObject.query(render, kinds.storage, owner).handle;
  if (!owner) return undefined;
  const filter = { name: { '=': textOf(name) } };
  const { rows } = await kinds.storage.select(render, { limit: 1, user_id: owner.userId, filter });
  return ModelObject.ofRows(render, kinds.storage, await allRows(rows), owner)[0]?.handle;
}

/** The code that is applied, else the start of queries for those of the current user. */
function promoVariable({ render, kinds, promo }: VariableOptions) {
  const applied = promo && ModelObject.ofRows(render, kinds.promo, [promo], currentOwner(render, kinds))[0];
  return (...args: unknown[]): unknown => {
    if (args.length > 0) return promoByCode(render, kinds.promo, textOf(args[0]));
    return (applied ?? ModelObject.query(render, kinds.promo, currentOwner(render, kinds))).handle;
  };
}

/** `server` is the one of the call where it names one; else the start of queries. */
function servers({ render, kinds, serverId }: VariableOptions): Record<string, unknown> {
  const listed = objectOrQuery(render, kinds, kinds.server);
  return {
    server: (...args: unknown[]) =>
      args.length === 0 && serverId !== undefined ? objectById(render, kinds.server, serverId) : listed(...args),
    servers: listed,
    sg: objectOrQuery(render, kinds, kinds.sg),
  };
}

/** The service that `usi` names: the user's own, or anybody's where an administrator or the template's text names it. */
async function serviceOf(
  render: Render,
  kinds: Kinds,
  id: number | undefined,
  isNamedByTemplate: boolean,
): Promise<object | undefined> {
  const query = () => ModelObject.query(render, kinds.us, currentOwner(render, kinds)).handle;
  if (id === undefined) return isNamedByTemplate ? undefined : query();
  const owner = currentOwner(render, kinds);
  const found = await objectByIdOfOwner(render, kinds, id, isNamedByTemplate ? undefined : render.userId);
  if (found) return found;
  return isNamedByTemplate || !owner ? undefined : query();
}

async function objectByIdOfOwner(
  render: Render,
  kinds: Kinds,
  id: number,
  userId: number | null | undefined,
): Promise<object | undefined> {
  const [row] = await render.once(`us ${id}`, () => kinds.us.read(render, [id]));
  const { caller } = render.context;
  const isFree = userId === undefined || caller.role === 'admin' || caller.role === 'system';
  if (!row || !(isFree || isOwn(row, userId))) return undefined;
  const user = ModelObject.deferred(render, kinds.user, row.user_id);
  return ModelObject.ofRows(render, kinds.us, [row], ownerOf(user))[0]?.handle;
}

function isOwn(row: UserServiceRow, userId: number | null): boolean {
  return userId !== null && row.user_id === userId;
}

/** `pay` starts queries of the current user's payments, `pay(id)` is one payment. */
function objectOrQuery<Row extends object>(render: Render, kinds: Kinds, kind: Kind<Row>) {
  return (...args: unknown[]): unknown =>
    args.length === 0
      ? ModelObject.query(render, kind, kind.isOwned ? currentOwner(render, kinds) : undefined).handle
      : byId(render, kind, args[0]);
}

async function byId<Row extends object>(render: Render, kind: Kind<Row>, given: unknown): Promise<object | undefined> {
  const id = idOf(given);
  return id === undefined ? undefined : objectById(render, kind, id);
}

/** Helpers that reach outside: of those that are not offered only what can be read is there, and it is empty. */
function helpers({ render, kept }: VariableOptions): Record<string, unknown> {
  const refused = (helper: string, readable: readonly string[]): object =>
    hostObject({
      get: (name) => {
        if (readable.includes(name)) return undefined;
        throw new Error(`${helper}.${name} is not offered in templates`);
      },
    });
  return {
    http: lazily(() => http(render)),
    cache: () => cache(render, kept),
    currency: () => currency(render),
    ssh: () => refused('ssh', ['output', 'logs', 'is_success', 'ret_code']),
    mail: () => mailOf(render, render.currentUserId ?? undefined),
    s3: () => refused('s3', []),
  };
}
