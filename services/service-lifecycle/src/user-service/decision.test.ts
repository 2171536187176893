import { type ServiceRow, service } from '@countinghouse/contracts';
import { instantOf, rowCodec } from '@countinghouse/store';
import { describe, expect, it } from 'vitest';
import { decide } from './decision.ts';
import type { EventName, Trigger } from './event-name.ts';
import type { Situation } from './situation.ts';
import type { UserServiceDocument } from './user-service-document.ts';

process.env.TZ = 'UTC';

const NOW = instantOf('2022-02-01 00:00:00');
const PAST = instantOf('2022-01-31 23:59:59');
const FUTURE = instantOf('2022-03-01 00:00:00');

const tariff: ServiceRow = rowCodec(service).decode({ _id: 1, name: 'tariff', cost: 100, period: 10_000 });

function node(fields: Partial<UserServiceDocument>): UserServiceDocument {
  const ids = { _id: 5, root: 5, user_id: 7, service_id: 1, parent: null, withdraw_id: 9, version: 1 };
  const state = { status: 'ACTIVE', status_before: 'INIT', auto_bill: 1, next: null, expire: null, created: PAST };
  return { ...ids, ...state, settings_text: null, ...fields } as UserServiceDocument;
}

function situation(fields: Partial<UserServiceDocument>, more: Partial<Situation> = {}): Situation {
  const own = node(fields);
  const billed = own.withdraw_id !== null;
  const services = new Map([[1, tariff]]);
  return {
    node: own,
    service: tariff,
    at: NOW,
    parent: undefined,
    direct: true,
    billed,
    requires: null,
    services,
    ...more,
  };
}

/** An event by its name, `nothing`, or the steps that billing is asked for. */
function decided(trigger: Trigger, fields: Partial<UserServiceDocument>, more: Partial<Situation> = {}): string {
  const decision = decide(situation(fields, more), trigger);
  if (decision.kind === 'settle') return decision.steps.map((step) => step.do).join(' ');
  return decision.kind === 'event' ? decision.event : 'nothing';
}

const withConfig = (config: object): Partial<Situation> => ({ service: { ...tariff, config: config as never } });
const child = (parent: Partial<UserServiceDocument>): Partial<Situation> => ({ direct: false, parent: node(parent) });

describe('the decision table (domain.md 3.3)', () => {
  it.each<[string, Trigger, Partial<UserServiceDocument>, string]>([
    ['PROGRESS is left alone', 'PROLONGATE', { status: 'PROGRESS' }, 'nothing'],
    ['REMOVED is left alone', 'REMOVE', { status: 'REMOVED' }, 'nothing'],
    ['what is not billed follows', 'CREATE', { status: 'INIT', withdraw_id: null }, 'CREATE'],
    ['BLOCK FORCE of ACTIVE', 'BLOCK FORCE', { expire: FUTURE }, 'BLOCK'],
    ['BLOCK FORCE of NOT PAID', 'BLOCK FORCE', { status: 'NOT PAID' }, 'nothing'],
    ['ACTIVATE FORCE of BLOCK', 'ACTIVATE FORCE', { status: 'BLOCK', expire: FUTURE }, 'ACTIVATE'],
    ['ACTIVATE FORCE of an expired BLOCK renews', 'ACTIVATE FORCE', { status: 'BLOCK', expire: PAST }, 'renew'],
    ['ACTIVATE FORCE of ACTIVE', 'ACTIVATE FORCE', { expire: FUTURE }, 'nothing'],
    ['REMOVE refunds and drops the row', 'REMOVE', { expire: FUTURE }, 'refund discard'],
    ['REMOVE of what is not billed', 'REMOVE', { withdraw_id: null }, 'REMOVE'],
    ['INIT is paid', 'CREATE', { status: 'INIT' }, 'pay'],
    ['NOT PAID is paid', 'PROLONGATE', { status: 'NOT PAID' }, 'pay'],
    ['what is not over is left alone', 'PROLONGATE', { expire: FUTURE }, 'nothing'],
    ['what is over is renewed', 'PROLONGATE', { expire: PAST }, 'renew'],
    ['expire = now is over', 'PROLONGATE', { expire: NOW }, 'renew'],
    ['a blocked one as well', 'PROLONGATE', { status: 'BLOCK', expire: PAST }, 'renew'],
    ['Q19: a one-off goes', 'PROLONGATE', { expire: PAST, one_off: true }, 'refund discard'],
    ['Q19: unless something follows', 'PROLONGATE', { expire: PAST, one_off: true, next: 1 }, 'renew'],
  ])('%s', (_name, trigger, fields, expected) => {
    expect(decided(trigger, fields)).toBe(expected);
  });

  it('does not renew with no_auto_renew, but when it is forced', () => {
    const never = withConfig({ no_auto_renew: 1 });
    expect(decided('PROLONGATE', { expire: PAST }, never)).toBe('BLOCK');
    expect(decided('PROLONGATE', { status: 'BLOCK', expire: PAST }, never)).toBe('nothing');
    expect(decided('ACTIVATE FORCE', { status: 'BLOCK', expire: PAST }, never)).toBe('renew');
  });

  it('begins the period of a blocked service now, that of others at the old end', () => {
    const baseOf = (fields: Partial<UserServiceDocument>) => {
      const decision = decide(situation(fields), 'PROLONGATE');
      return decision.kind === 'settle' ? decision.steps : [];
    };
    expect(baseOf({ expire: PAST })).toMatchObject([{ base: '2022-01-31 23:59:59' }]);
    expect(baseOf({ status: 'BLOCK', expire: PAST })).toMatchObject([{ base: null }]);
  });

  it('blocks what is touched while its parent is over, and leaves alone what has a parent that does not run (Q4)', () => {
    const parentOver = { parent: node({ expire: PAST }) };
    expect(decided('PROLONGATE', { parent: 4, expire: PAST }, parentOver)).toBe('BLOCK');
    const parentBlocked = { parent: node({ status: 'BLOCK' }) };
    expect(decided('PROLONGATE', { parent: 4, status: 'NOT PAID' }, parentBlocked)).toBe('nothing');
  });

  it.each<[EventName, Partial<UserServiceDocument>, string]>([
    ['BLOCK', { expire: FUTURE }, 'BLOCK'],
    ['BLOCK', { status: 'NOT PAID' }, 'nothing'],
    ['ACTIVATE', { status: 'BLOCK', expire: FUTURE }, 'ACTIVATE'],
    ['ACTIVATE', { status: 'BLOCK', expire: PAST }, 'renew'],
    ['NOT_ENOUGH_MONEY', { status: 'INIT' }, 'NOT_ENOUGH_MONEY'],
    ['CREATE', { status: 'INIT' }, 'pay'],
    ['PROLONGATE', { expire: FUTURE }, 'nothing'],
    ['REMOVE', { expire: FUTURE }, 'refund discard'],
  ])('Q4: a billed child answers the %s of its parent with %o: %s', (trigger, fields, expected) => {
    expect(decided(trigger, { parent: 4, ...fields }, child({ expire: FUTURE }))).toBe(expected);
  });
});
