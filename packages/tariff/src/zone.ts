import { invalidArgument } from './argument.ts';

/**
 * Offsets of time zones from UTC, from the zone data of the JavaScript engine. Asking Intl takes microseconds, so the
 * offsets of a stretch of 32 days are found once and kept. Two changes of one zone that undo each other within
 * SAMPLE_SEC would be missed; the zone data has none in the years in which bills are written.
 */

interface OffsetFrom {
  readonly fromSec: number;
  readonly offsetSec: number;
}

const SAMPLE_SEC = 4 * 86_400;
const STRETCH_SEC = 8 * SAMPLE_SEC;
const STRETCHES_KEPT_MAX = 4_096;
const ZONES_KEPT_MAX = 1_000;
const SEARCH_SEC = 86_400;
const SHOWN = /^(\d+)\/(\d+)\/(\d+), (\d+):(\d+):(\d+)$/;

const zones = new Map<string, Zone>();

/** A time zone that answers what a clock there shows. Get one from `findZone`. */
export class Zone {
  readonly name: string;
  readonly #clock: Intl.DateTimeFormat;
  readonly #stretches = new Map<number, readonly OffsetFrom[]>();

  constructor(name: string) {
    this.name = name;
    this.#clock = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  }

  /** What a clock in this zone shows at an instant, in wall seconds. */
  wallAt(epochSec: number): number {
    return epochSec + this.#offsetAt(epochSec);
  }

  /**
   * The instant at which a clock in this zone shows `wallSec`. A time that is shown twice (clocks go back) means the
   * first of the two; a time that is never shown (clocks go forward) is moved later by the length of the gap.
   */
  epochAt(wallSec: number): number {
    const before = this.#offsetAt(wallSec - SEARCH_SEC);
    const after = this.#offsetAt(wallSec + SEARCH_SEC);
    if (before === after || this.#offsetAt(wallSec - before) === before) return wallSec - before;
    return this.#offsetAt(wallSec - after) === after ? wallSec - after : wallSec - before;
  }

  #offsetAt(epochSec: number): number {
    const stretch = this.#stretchOf(Math.floor(epochSec / STRETCH_SEC));
    for (let index = stretch.length - 1; index > 0; index -= 1) {
      const part = stretch[index];
      if (part !== undefined && epochSec >= part.fromSec) return part.offsetSec;
    }
    return stretch[0]?.offsetSec ?? 0;
  }

  #stretchOf(number: number): readonly OffsetFrom[] {
    const kept = this.#stretches.get(number);
    if (kept !== undefined) return kept;
    const found = this.#readStretch(number * STRETCH_SEC);
    if (this.#stretches.size >= STRETCHES_KEPT_MAX) this.#stretches.clear();
    this.#stretches.set(number, found);
    return found;
  }

  #readStretch(startSec: number): readonly OffsetFrom[] {
    const parts: OffsetFrom[] = [{ fromSec: startSec, offsetSec: this.#askOffset(startSec) }];
    for (let sec = startSec; sec < startSec + STRETCH_SEC; sec += SAMPLE_SEC) {
      const offsetSec = this.#askOffset(sec + SAMPLE_SEC);
      if (offsetSec !== parts.at(-1)?.offsetSec) {
        parts.push({ fromSec: this.#findChange(sec, sec + SAMPLE_SEC), offsetSec });
      }
    }
    return parts;
  }

  /** The first second with the offset of `untilSec`, which differs from the offset of `fromSec`. */
  #findChange(fromSec: number, untilSec: number): number {
    const newOffset = this.#askOffset(untilSec);
    let old = fromSec;
    let changed = untilSec;
    while (changed - old > 1) {
      const middle = Math.floor((old + changed) / 2);
      if (this.#askOffset(middle) === newOffset) changed = middle;
      else old = middle;
    }
    return changed;
  }

  #askOffset(epochSec: number): number {
    const shown = this.#clock.format(epochSec * 1000);
    const [, month, day, year, hour, minute, second] = SHOWN.exec(shown)?.map(Number) ?? [];
    if (year === undefined || month === undefined) throw new Error(`The clock of ${this.name} shows ${shown}`);
    return Date.UTC(year, month - 1, day, hour, minute, second) / 1000 - epochSec;
  }
}

/** The zone of an IANA name such as `Europe/London`. @throws RangeError naming `zone`. */
export function findZone(name: unknown): Zone {
  const kept = typeof name === 'string' ? zones.get(name) : undefined;
  if (kept !== undefined) return kept;
  const zone = openZone(name);
  if (zones.size >= ZONES_KEPT_MAX) zones.clear();
  zones.set(zone.name, zone);
  return zone;
}

function openZone(name: unknown): Zone {
  const expected = 'the name of a time zone such as Europe/London';
  if (typeof name !== 'string') throw invalidArgument('zone', expected, name);
  try {
    return new Zone(name);
  } catch (cause) {
    if (cause instanceof RangeError) throw invalidArgument('zone', expected, name);
    throw cause;
  }
}
