/** A server of a group as the selection sees it. */
export interface Candidate {
  readonly id: number;
  /** Services that are on it or on their way to it. */
  readonly load: number;
  /** `settings.max_services`; undefined where there is no limit. */
  readonly limit: number | undefined;
}

/**
 * The server of a group for a task (domain.md 4.5): `random` any, `by-one` the fullest, `evenly` the emptiest; the lowest
 * id where several are equal. Full ones are passed over. `random` answers from 0 up to but without 1.
 */
export function selectCandidate<C extends Candidate>(
  rule: string,
  candidates: readonly C[],
  random: () => number = Math.random,
): C | undefined {
  const free = candidates.filter(({ load, limit }) => limit === undefined || load < limit);
  if (rule === 'by-one') return best(free, (a, b) => a.load > b.load);
  if (rule === 'evenly') return best(free, (a, b) => a.load < b.load);
  return free[Math.floor(random() * free.length)];
}

function best<C extends Candidate>(candidates: readonly C[], isBetter: (a: C, b: C) => boolean): C | undefined {
  return candidates.reduce<C | undefined>(
    (chosen, one) =>
      chosen === undefined || isBetter(one, chosen) || (one.load === chosen.load && one.id < chosen.id) ? one : chosen,
    undefined,
  );
}
