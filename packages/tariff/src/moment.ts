import type { Zone } from './zone.ts';

/** A whole second: the instant it is, and what a clock of the zone in question shows then. */
export interface Moment {
  readonly epochSec: number;
  readonly wallSec: number;
}

/** The moment at which the clock shows `wallSec`; a time that it never shows keeps its name (see Zone.epochAt). */
export function momentOfWall(wallSec: number, zone: Zone): Moment {
  return { epochSec: zone.epochAt(wallSec), wallSec };
}

export function momentOfEpoch(epochSec: number, zone: Zone): Moment {
  return { epochSec, wallSec: zone.wallAt(epochSec) };
}
