import {
  addBonus,
  addPayment,
  changeBonus,
  correctAccount,
  deleteBonus,
  deletePay,
  deleteWithdraw,
  editWithdraw,
  type PricedService,
  prepareWithdraw,
  recountAccount,
  type SettleStep,
  settle,
  updateAccount,
} from '@countinghouse/contracts';
import type { BillingClient } from '../billing-of-test.ts';
import { pay, prepare, refund, renew, service } from '../settle/story.ts';
import type { SeededRandom } from './seeded-random.ts';

/** A command of any kind, which can be given again under its key. */
export interface RandomCommand {
  readonly name: string;
  readonly key: string;
  run(): Promise<unknown>;
}

/** Ids of rows that commands may name; wrong ones are refused, which must change nothing. */
export interface KnownRows {
  readonly pays: readonly number[];
  readonly bonuses: readonly number[];
  readonly withdraws: readonly { readonly id: number; readonly node: number }[];
}

const MONTHS = ['2022-01-10 12:00:00', '2022-02-20 08:30:00', '2022-04-01 00:00:00', '2022-07-05 23:59:59'] as const;
const NODES = 6;

/** Makes commands of one account, of every kind, with amounts and moments of a seed. */
export class RandomCommands {
  readonly #client: Pick<BillingClient, 'call'>;
  readonly #random: SeededRandom;
  readonly #userId: number;
  #count = 0;

  constructor(client: Pick<BillingClient, 'call'>, random: SeededRandom, userId: number) {
    this.#client = client;
    this.#random = random;
    this.#userId = userId;
  }

  next(rows: KnownRows): RandomCommand {
    this.#count += 1;
    const key = `random:${this.#userId}:${this.#count}`;
    const kinds: readonly [() => RandomCommand, ...(() => RandomCommand)[]] = [
      () => this.#payment(key),
      () => this.#bonus(key),
      () => this.#order(key),
      () => this.#order(key),
      () => this.#change(key, rows),
      () => this.#change(key, rows),
      () => this.#change(key, rows),
      () => this.#edit(key, rows),
      () => this.#hide(key, rows),
      () => this.#terms(key),
      () => this.#correct(key),
    ];
    return this.#random.pick(kinds)();
  }

  #payment(key: string): RandomCommand {
    const money = this.#random.between(-3_000, 20_000) / 100;
    const uniq = this.#random.chance(50) ? { uniq_key: key } : {};
    return this.#command('payment', key, () =>
      this.#client.call(addPayment, { user_id: this.#userId, money, ...uniq }, { key }),
    );
  }

  #bonus(key: string): RandomCommand {
    const bonus = this.#random.between(-500, 4_000) / 100 || 1;
    return this.#command('bonus', key, () => this.#client.call(addBonus, { user_id: this.#userId, bonus }, { key }));
  }

  #terms(key: string): RandomCommand {
    const discount = this.#random.between(0, 60);
    return this.#command('terms', key, () =>
      this.#client.call(updateAccount, { user_id: this.#userId, discount }, { key }),
    );
  }

  #correct(key: string): RandomCommand {
    const account = { user_id: this.#userId, reason: key };
    const money = this.#random.between(-500, 500) / 100;
    return this.#command('correct', key, () =>
      this.#isThird(key, 0)
        ? this.#client.call(recountAccount, account, { key })
        : this.#client.call(correctAccount, { ...account, money, bonus: 0.5 }, { key }),
    );
  }

  #order(key: string): RandomCommand {
    const tariff = this.#tariff();
    const node = this.#node();
    const terms = this.#random.chance(30) ? { qnt: this.#random.between(1, 3) } : {};
    return this.#settle('order', key, [prepare(node, tariff, terms), pay(node, tariff)]);
  }

  /** Something of a row that is there, or of none. */
  #change(key: string, { withdraws }: KnownRows): RandomCommand {
    const row = withdraws[this.#random.below(withdraws.length + 1)] ?? { id: 1_999_999, node: 1 };
    const tariff = this.#tariff();
    const { id: withdraw_id, node } = row;
    const base = { user_service_id: node, withdraw_id, service: tariff };
    const steps: readonly [SettleStep[], ...SettleStep[][]] = [
      [pay(node, tariff, { withdraw_id })],
      [renew(node, tariff, { withdraw_id, partial: this.#random.chance(50) })],
      [renew(node, tariff, { withdraw_id, next: this.#tariff() })],
      [refund(node, tariff, withdraw_id, this.#moment())],
      [refund(node, tariff, withdraw_id, this.#moment()), { do: 'switch', ...base }, pay(node, tariff)],
      [{ do: 'discard', user_service_id: node, withdraw_id }],
      [{ do: 'recalc', ...base }],
      [{ do: 'extend', ...base, money: this.#random.between(1, 5_000) / 100 }],
    ];
    return this.#settle('change', key, this.#random.pick(steps));
  }

  #edit(key: string, { withdraws }: KnownRows): RandomCommand {
    const { id, node } = withdraws[this.#random.below(withdraws.length + 1)] ?? { id: 1_999_999, node: 1 };
    const tariff = this.#tariff();
    const common = { user_id: this.#userId, withdraw_id: id, service: tariff, at: this.#moment() };
    const terms = { qnt: this.#random.between(1, 3), bonus: this.#random.between(0, 300) / 100 };
    const current_id = this.#random.chance(50) ? id : null;
    return this.#command('edit', key, () => {
      if (this.#isThird(key, 0))
        return this.#client.call(editWithdraw, { ...common, ...terms, moves_end: true }, { key });
      if (this.#isThird(key, 1))
        return this.#client.call(deleteWithdraw, { user_id: this.#userId, withdraw_id: id, current_id }, { key });
      return this.#client.call(prepareWithdraw, { ...common, user_service_id: node }, { key });
    });
  }

  #hide(key: string, { pays, bonuses }: KnownRows): RandomCommand {
    const payId = pays[this.#random.below(pays.length + 1)] ?? 1_999_999;
    const bonusId = bonuses[this.#random.below(bonuses.length + 1)] ?? 1_999_999;
    const comment = { note: this.#random.below(1_000) };
    return this.#command('hide', key, () => {
      if (this.#isThird(key, 0)) return this.#client.call(deletePay, { user_id: this.#userId, id: payId }, { key });
      if (this.#isThird(key, 1)) return this.#client.call(changeBonus, { id: bonusId, comment }, { key });
      return this.#client.call(deleteBonus, { user_id: this.#userId, id: bonusId }, { key });
    });
  }

  #settle(name: string, key: string, steps: SettleStep[]): RandomCommand {
    const args = { user_id: this.#userId, at: this.#moment(), steps };
    return this.#command(`${name} ${steps.map((step) => step.do).join('+')}`, key, () =>
      this.#client.call(settle, args, { key }),
    );
  }

  #command(name: string, key: string, run: () => Promise<unknown>): RandomCommand {
    return { name, key, run };
  }

  /** Which of three commands a key stands for; the same whenever it is asked. */
  #isThird(key: string, third: number): boolean {
    return Number(key.split(':')[2]) % 3 === third;
  }

  #moment(): string {
    return this.#random.pick(MONTHS);
  }

  #node(): number {
    return this.#userId * 100 + this.#random.between(1, NODES);
  }

  #tariff(): PricedService {
    return service({
      service_id: this.#random.between(1, 5),
      cost: this.#random.between(0, 9_000) / 100,
      period: this.#random.pick([1, 1, 3, 0.1, 0.0005, 0]),
      limit_bonus_percent: this.#random.pick([null, 0, 30, 100]),
      no_discount: this.#random.below(2),
      allow_partial_period: this.#random.below(2),
      allow_return_full_wd: this.#random.chance(20) ? 1 : 0,
      no_money_back: this.#random.chance(10) ? 1 : 0,
    });
  }
}
