import { createHash, randomBytes, randomInt } from 'node:crypto';
import { type Captcha, drawCaptcha } from '@countinghouse/contracts';
import { type Implementation, implement } from '@countinghouse/service';
import type { IndexesOfCollection, Store } from '@countinghouse/store';
import type { Collection, Document } from 'mongodb';
import { captchaPicture } from './captcha-picture.ts';

const CAPTCHAS = 'captchas';
/** peer-http-api.md 1B. */
const LIFE_MS = 300_000;

export const CAPTCHA_INDEXES: IndexesOfCollection = {
  collection: CAPTCHAS,
  indexes: [{ key: { expires_at: 1 }, name: 'expiry', expireAfterSeconds: 0 }],
};

interface CaptchaDocument extends Document {
  /** Digest of the token. */
  readonly _id: string;
  readonly answer: number;
  readonly expires_at: Date;
}

/** Sums in pictures; each can be answered once, right or wrong. */
export class Captchas {
  readonly #captchas: Collection<CaptchaDocument>;

  constructor(store: Store) {
    this.#captchas = store.collection<CaptchaDocument>(CAPTCHAS);
  }

  async draw(): Promise<Captcha> {
    const [left, right] = [randomInt(1, 50), randomInt(1, 50)];
    const token = randomBytes(24).toString('hex');
    const expiresAt = new Date(Date.now() + LIFE_MS);
    await this.#captchas.insertOne({ _id: digest(token), answer: left + right, expires_at: expiresAt });
    return { image: Buffer.from(captchaPicture(`${left}+${right}`)).toString('base64'), token };
  }

  async redeem(token: string, answer: string): Promise<boolean> {
    if (token === '') return false;
    const captcha = await this.#captchas.findOneAndDelete({ _id: digest(token) });
    return captcha !== null && captcha.expires_at.getTime() > Date.now() && String(captcha.answer) === answer;
  }
}

export function drawCaptchas(captchas: Captchas): Implementation {
  return implement(drawCaptcha, async () => ({ rows: [await captchas.draw()] }));
}

function digest(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
