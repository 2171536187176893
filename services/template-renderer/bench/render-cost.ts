import type { Bus } from '@countinghouse/bus';
import { PUBLIC_CALLER, type UserRow } from '@countinghouse/contracts';
import type { Context } from '@countinghouse/service';
import type { RateCounter } from '@countinghouse/store';
import { Engine } from '@countinghouse/template-language';
import type { KeptValues } from '../src/kept/kept-values.ts';
import { SHARED_VARIABLES } from '../src/object-model/variables.ts';
import { Renderer } from '../src/render/renderer.ts';
import { TEMPLATES, USERS } from './templates.ts';

/** Rows as the user service answers them. */
function rowsOf(users: number): UserRow[] {
  return Array.from({ length: users }, (_, index) => ({
    user_id: index + 1,
    partner_id: null,
    login: `bench${index + 1}`,
    login2: null,
    type: 0,
    created: '2020-01-01 00:00:00',
    last_login: null,
    discount: 0,
    balance: index * 1.25,
    credit: 0,
    comment: null,
    dogovor: null,
    block: 0,
    gid: 0,
    perm_credit: 0,
    full_name: `Bench User ${index + 1}`,
    can_overdraft: 0,
    bonus: 0,
    phone: null,
    verified: 0,
    create_act: 1,
    settings: {},
  }));
}

const rows = rowsOf(USERS);
const answers: Readonly<Record<string, unknown>> = {
  'user.select': { rows, total: rows.length, limit: 0, offset: 0 },
  'pay.latest': {
    rows: rows.map(({ user_id }) => ({ id: user_id, user_id, money: 1.5, date: '2020-01-01 00:00:00' })),
  },
};

/** Milliseconds of CPU that one render costs beyond the bus: every answer is at hand. */
export async function renderCost(name: keyof typeof TEMPLATES, renders: number): Promise<number> {
  const bus = { call: async ({ id }: { id: string }) => answers[id] } as unknown as Bus;
  const engine = new Engine({ variables: SHARED_VARIABLES, dashedMembersOf: ['request.headers'] });
  const renderer = new Renderer({
    bus,
    engine,
    templates: { get: async () => undefined },
    callsMax: 1_000,
    kept: {} as KeptValues,
    rates: {} as RateCounter,
    applyPromo: async () => '',
  });
  const template = renderer.unsaved(name, TEMPLATES[name].data, TEMPLATES[name].settings);
  const compiled = template.compiled();
  const context = contextOf();
  const request = { params: {}, headers: { 'x-webhook-secret': 's3cret', accept: '*/*', host: '127.0.0.1:8080' } };
  const render = async (count: number) => {
    for (let done = 0; done < count; done += 1) {
      await renderer.render({ template: { ...template, compiled: () => compiled }, context, userId: null, request });
    }
  };
  await render(Math.ceil(renders / 4));
  const before = process.cpuUsage();
  await render(renders);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / renders;
}

function contextOf(): Context {
  return {
    caller: PUBLIC_CALLER,
    key: 'bench',
    now: new Date(),
    deadlineAt: Date.now() + 3_600_000,
    signal: new AbortController().signal,
  } as unknown as Context;
}
