import type { Budget } from './budget.ts';
import { looksLikeNumber, number, numberText } from './numbers.ts';
import { text } from './values.ts';

/** `[from .. to]` */
export function range(budget: Budget, from: unknown, to: unknown): unknown[] {
  if (typeof from !== 'number' && typeof to !== 'number' && !isNumericText(from, to)) {
    return textRange(budget, text(from), text(to));
  }
  const first = Math.trunc(Number(number(from)));
  const last = Math.trunc(Number(number(to)));
  const size = Math.max(0, last - first + 1);
  budget.checkItems(size);
  const items: number[] = [];
  for (let index = 0; index < size; index += 1) items.push(first + index);
  return items;
}

function isNumericText(from: unknown, to: unknown): boolean {
  if (typeof from === 'bigint' || typeof to === 'bigint') return true;
  const first = text(from);
  if (first.length > 1 && first.startsWith('0')) return false;
  return looksLikeNumber(first) && looksLikeNumber(text(to));
}

function textRange(budget: Budget, from: string, to: string): unknown[] {
  const items: string[] = [];
  for (let item = from; item.length <= to.length; item = successor(item)) {
    items.push(item);
    budget.charge(item.length);
    budget.checkItems(items.length);
    if (item === to) break;
  }
  return items;
}

/** The text after `item` in Perl's counting of letters and digits. */
function successor(item: string): string {
  if (!/^[a-zA-Z]*[0-9]*$/.test(item) || item === '') return numberText(Number(number(item)) + 1);
  const characters = [...item];
  for (let index = characters.length - 1; index >= 0; index -= 1) {
    const character = characters[index] ?? '';
    if (character !== 'z' && character !== 'Z' && character !== '9') {
      characters[index] = String.fromCharCode(character.charCodeAt(0) + 1);
      return characters.join('');
    }
    characters[index] = character === '9' ? '0' : character === 'z' ? 'a' : 'A';
  }
  const first = item.charAt(0);
  const carry = first === '9' ? '1' : first === 'z' ? 'a' : 'A';
  return carry + characters.join('');
}
