import { setTimeout as delay } from 'node:timers/promises';
import { Fault } from '@countinghouse/contracts';
import { isDuplicateKey } from '@countinghouse/store';
import type { UpdateFilter } from 'mongodb';
import { checkUsable, isReusable, promoRefused, usesLeft } from './promo-checks.ts';
import {
  type CodeDocument,
  type PromoDocument,
  promoCodec,
  refOfUse,
  settingsOf,
  type Underway,
} from './promo-document.ts';
import type { Promos } from './promos.ts';

export interface PromoUse {
  readonly code: string;
  readonly userId: number;
  /** The same key uses the code once. */
  readonly key: string;
  /** Business time. */
  readonly at: Date;
  /** Real time, epoch milliseconds. */
  readonly deadlineAt: number;
}

export interface TakenUse {
  readonly document: CodeDocument;
  /** That key had used it before. */
  readonly hit: boolean;
}

const RETRY_DELAY_MS_MAX = 20;

/** Whose use a code has: nobody's that counts, the one of this key, or another. */
type UseState = 'free' | 'own' | 'used';

/**
 * Uses of codes (domain.md 2.13). A one-time code is marked by one guarded write of its document. A use of a reusable one is a
 * row of its own: one guarded write of the code counts it and remembers it as underway, then the row is made; whoever finds a
 * use underway finishes it. The code is read before the rows and its `version` guards the write, so what happened in between
 * makes it fail and be tried anew.
 */
export class PromoUses {
  readonly #promos: Promos;
  /** The last of those that wait for a code: writes of one code that run at the same time only make each other fail. */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(promos: Promos) {
    this.#promos = promos;
  }

  /** Answers the code where it could be used, else throws the Fault 400 that says why not. */
  async check(use: PromoUse): Promise<CodeDocument> {
    const code = await this.#settled(use.code);
    checkState(code, await this.#stateOf(code, use), use);
    return code;
  }

  take(use: PromoUse): Promise<TakenUse> {
    return this.#inTurn(use, () => this.#take(use));
  }

  /** Undoes the use of that key; undefined where there is none. */
  giveBack(use: PromoUse): Promise<CodeDocument | undefined> {
    return this.#inTurn(use, () => this.#giveBack(use));
  }

  async #take(use: PromoUse): Promise<TakenUse> {
    for (;;) {
      const code = await this.#settled(use.code);
      const state = await this.#stateOf(code, use);
      checkState(code, state, use);
      if (state === 'own') return { document: code, hit: true };
      const done = isReusable(code) ? this.#count(code, use, false) : this.#mark(code, use);
      if (await done) return { document: await this.#settled(use.code), hit: false };
      await anotherTry(use);
    }
  }

  async #giveBack(use: PromoUse): Promise<CodeDocument | undefined> {
    for (;;) {
      const code = await this.#settled(use.code);
      if ((await this.#stateOf(code, use)) !== 'own') return undefined;
      const done = isReusable(code) ? this.#count(code, use, true) : this.#mark(code, undefined);
      if (await done) return this.#settled(use.code);
      await anotherTry(use);
    }
  }

  /** Finishes what is underway of a code. */
  async finish(code: CodeDocument): Promise<void> {
    for (const underway of code.underway) {
      if (underway.is_return) await this.#deleteUse(code, underway);
      else await this.#insertUse(code, underway);
      const { use_key, is_return } = underway;
      const pull = { $pull: { underway: { use_key, is_return } } } as unknown as UpdateFilter<PromoDocument>;
      await this.#promos.collection.updateOne({ _id: code._id }, pull);
    }
  }

  /** After those of this process that came before for the same code. */
  #inTurn<Result>({ code }: PromoUse, work: () => Promise<Result>): Promise<Result> {
    const turn = (this.#turns.get(code) ?? Promise.resolve()).then(work, work);
    const settled = turn
      .catch(() => undefined)
      .finally(() => {
        if (this.#turns.get(code) === settled) this.#turns.delete(code);
      });
    this.#turns.set(code, settled);
    return turn;
  }

  /** The code with nothing underway. */
  async #settled(code: string): Promise<CodeDocument> {
    const found = await this.#promos.find(code);
    if (!found) throw promoRefused(code, 'not found');
    await this.finish(found);
    return { ...found, underway: [] };
  }

  async #stateOf(code: CodeDocument, { userId, key }: PromoUse): Promise<UseState> {
    if (!isReusable(code)) {
      if (code.used === null) return 'free';
      return code.used_by === userId && code.use_key === key ? 'own' : 'used';
    }
    const row = await this.#promos.collection.findOne({ ref: refOfUse(code.id, userId) });
    if (row) return row.use_key === key ? 'own' : 'used';
    return code.user_id === userId ? 'used' : 'free';
  }

  /** Marks a one-time code as used, or as free again. */
  #mark(code: CodeDocument, use: PromoUse | undefined): Promise<boolean> {
    const fields = { used: use?.at ?? null, used_by: use?.userId ?? null, use_key: use?.key ?? null };
    return this.#promos.replaceFields(code, { $set: fields });
  }

  /** Counts a use of a reusable code, or its return, and leaves it underway. */
  #count(code: CodeDocument, { userId, key, at }: PromoUse, isReturn: boolean): Promise<boolean> {
    const quantity = usesLeft(code) + (isReturn ? 1 : -1);
    const underway: Underway = { user_id: userId, use_key: key, at, is_return: isReturn };
    return this.#promos.replaceFields(code, {
      $set: promoCodec.encode({ settings: { ...settingsOf(code), quantity } }),
      $push: { underway: underway as never },
    });
  }

  async #insertUse(code: CodeDocument, { user_id, use_key, at }: Underway): Promise<void> {
    const ref = refOfUse(code.id, user_id);
    const { id, template_id, settings_text } = code;
    const kept = { id, template_id, settings: JSON.parse(settings_text), expire: promoCodec.decode(code).expire };
    try {
      await this.#promos.insert({
        ...kept,
        ...{ ref, cause: ref, user_id, created: at, used: at, used_by: user_id, use_key },
      });
    } catch (error) {
      // Somebody else has finished it.
      if (!isDuplicateKey(error)) throw error;
    }
  }

  async #deleteUse(code: CodeDocument, { user_id, use_key }: Underway): Promise<void> {
    await this.#promos.collection.deleteOne({ ref: refOfUse(code.id, user_id), use_key });
  }
}

/** In the order of domain.md 2.13; a repeat of the own use is always right. */
function checkState(code: CodeDocument, state: UseState, { at }: PromoUse): void {
  if (state === 'own') return;
  checkUsable(code, at);
  if (state === 'used') throw promoRefused(code.id, 'has already been used');
}

/** Another replica was faster: at another moment it may not be. */
async function anotherTry({ deadlineAt }: PromoUse): Promise<void> {
  await delay(Math.random() * RETRY_DELAY_MS_MAX);
  if (Date.now() >= deadlineAt) throw new Fault(503, 'The promo code is busy', { retryAfterSeconds: 1 });
}
