import { describe, expect, it } from 'vitest';
import { selectCandidate } from './selection.ts';

const candidates = [
  { id: 1, load: 3, limit: undefined },
  { id: 2, load: 7, limit: 7 },
  { id: 3, load: 5, limit: 6 },
  { id: 4, load: 1, limit: 10 },
  { id: 5, load: 1, limit: 10 },
];
const idOf = (rule: string, random?: () => number) => selectCandidate(rule, candidates, random)?.id;

describe('the server of a group (domain.md 4.5)', () => {
  it('by-one fills the fullest that is not full', () => {
    expect(idOf('by-one')).toBe(3);
  });

  it('evenly takes the emptiest, of equal ones the first', () => {
    expect(idOf('evenly')).toBe(4);
    expect(selectCandidate('evenly', candidates.toReversed())?.id).toBe(4);
    expect(selectCandidate('by-one', candidates.slice(3).toReversed())?.id).toBe(4);
  });

  it('random takes any that is not full, each as likely as another', () => {
    const drawn = [0, 0.3, 0.6, 0.99].map((value) => idOf('random', () => value));
    expect(drawn).toEqual([1, 3, 4, 5]);
  });

  it('takes none where all are full, or none is there', () => {
    const full = candidates.map((candidate) => ({ ...candidate, limit: 0 }));
    for (const rule of ['random', 'by-one', 'evenly']) {
      expect(selectCandidate(rule, full)).toBeUndefined();
      expect(selectCandidate(rule, [])).toBeUndefined();
    }
  });
});
