/** So many objects of a kind are remembered: several pages of a collection that is walked. */
const OBJECTS_MAX = 5_000;
const COHORTS_MAX = 32;

/** Objects that came together. */
export interface ReadTogether {
  readonly ids: readonly number[];
  /** Is the object among them, as it was read since the last write? */
  holds(id: number): boolean;
}

/**
 * The pages of objects that a render has read last. `user.id(n)` of somebody who is on one of them is that object, among his siblings:
 * a loop that looks its users up by id asks for them together too.
 */
export class RecentCohorts {
  /** By kind, the newest first. */
  readonly #cohorts = new Map<string, readonly ReadTogether[]>();

  add(kind: string, cohort: ReadTogether): void {
    if (cohort.ids.length < 2 || cohort.ids.length > OBJECTS_MAX) return;
    const all = [cohort, ...(this.#cohorts.get(kind) ?? [])].slice(0, COHORTS_MAX);
    let objects = 0;
    const kept = all.filter(({ ids }) => {
      objects += ids.length;
      return objects <= OBJECTS_MAX;
    });
    this.#cohorts.set(kind, kept);
  }

  find(kind: string, id: number): ReadTogether | undefined {
    return this.#cohorts.get(kind)?.find((cohort) => cohort.holds(id));
  }
}
