import { createHash } from 'node:crypto';
import type { JsonValue } from '@countinghouse/contracts';
import type { Entry } from '../account/account-document.ts';

/** The hash of an entry, which takes in the one before it: nothing in the chain can change unnoticed. */
export function entryHash(userId: number, entry: Omit<Entry, 'hash' | 'result' | 'attempt'>): string {
  const { seq, key, content, kind, date, money, bonus, balance, bonus_balance, lines_text, previous } = entry;
  const members = [userId, seq, key, content, kind, date.toISOString(), money, bonus, balance, bonus_balance];
  return sha256(JSON.stringify([...members, lines_text, previous]));
}

/** The hash of what a command asks for; the order of members does not matter. */
export function contentHash(content: JsonValue): string {
  return sha256(canonicalJson(content));
}

function canonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
