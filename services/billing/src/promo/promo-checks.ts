import { Fault } from '@countinghouse/contracts';
import { type CodeDocument, settingsOf } from './promo-document.ts';

/** Why a code cannot be used, in the words that clients know (peer-http-api.md 1B). */
export function promoRefused(code: string, why: string): Fault {
  return new Fault(400, `promo code \`${code}\` ${why}`);
}

/** Is the code one that many users may use, each once? */
export function isReusable(code: Pick<CodeDocument, 'settings_text'>): boolean {
  return settingsOf(code).reusable === 1;
}

/** How many uses of a reusable code are left. */
export function usesLeft(code: Pick<CodeDocument, 'settings_text'>): number {
  return Number(settingsOf(code).quantity ?? 0);
}

/** Throws where the code cannot be used at all; the order is that of domain.md 2.13. */
export function checkUsable(code: CodeDocument, at: Date): void {
  if (settingsOf(code).status === 0) throw promoRefused(code.id, 'is inactive');
  if (code.expire !== null && code.expire < at) throw promoRefused(code.id, 'has expired');
  if (isReusable(code) && usesLeft(code) === 0) throw promoRefused(code.id, 'has no remaining uses');
}
