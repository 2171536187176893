import type { LimitName } from '../errors.ts';
import { TemplateLimitError } from '../errors.ts';
import type { Limits } from './limits.ts';

/** Steps between looks at the clock: few at first, more while they take no time, fewer when they do. */
const fuelMin = 4;
const fuelAtFirst = 64;
const fuelMax = 512;
const workPerCheck = 16_384;

/** Counts what a render uses, and ends it where a limit is passed. */
export class Budget {
  // Only declared here and in the classes over this one, and set by the constructors: defining class fields takes twice
  // as long, which a short template would feel.
  declare readonly limits: Limits;
  declare readonly whileRoundsMax: number;
  /** Steps until the next look at the clock; generated code counts it down. */
  declare fuel: number;
  /** Characters printed by the units that wait for the running one. */
  declare printedOutside: number;
  /** When the time is over; the clock starts at the first look at it, which is before anything can take long. */
  declare private deadline: number;
  declare private stepsLeft: number;
  declare private granted: number;
  declare private refueledAt: number;
  declare private work: number;

  constructor(limits: Limits) {
    this.limits = limits;
    this.whileRoundsMax = limits.whileRounds;
    this.stepsLeft = limits.steps;
    this.granted = Math.min(fuelAtFirst, limits.steps);
    this.fuel = this.granted;
    this.printedOutside = 0;
    this.deadline = 0;
    this.refueledAt = 0;
    this.work = 0;
  }

  limitError(limit: LimitName): TemplateLimitError {
    return new TemplateLimitError(limit, this.limits[limit]);
  }

  /** Milliseconds that are left of the time limit. */
  timeLeftMs(): number {
    const now = Date.now();
    if (this.deadline === 0) this.deadline = now + this.limits.timeMs;
    return this.deadline - now;
  }

  startClock(): void {
    if (this.deadline === 0) this.deadline = Date.now() + this.limits.timeMs;
  }

  checkTime(): void {
    if (this.timeLeftMs() < 0) throw this.limitError('timeMs');
  }

  /** Called when the fuel is used up: looks at steps, clock and output. `printed` is what the running unit printed. */
  refuel(printed: number): void {
    this.stepsLeft -= this.granted - this.fuel;
    if (this.stepsLeft < 0) throw this.limitError('steps');
    this.checkTime();
    if (this.printedOutside + printed > this.limits.outputBytes) throw this.limitError('outputBytes');
    this.granted = Math.min(this.nextFuel(), this.stepsLeft);
    this.fuel = this.granted;
  }

  private nextFuel(): number {
    const now = Date.now();
    const elapsed = this.refueledAt === 0 ? 0 : now - this.refueledAt;
    this.refueledAt = now;
    return elapsed > 2 ? Math.max(fuelMin, this.granted >> 2) : Math.min(fuelMax, this.granted << 1);
  }

  /** Counts the work of an operation whose cost grows with its data, and looks at the clock now and then. */
  charge(units: number): void {
    this.work += units;
    if (this.work < workPerCheck) return;
    this.work = 0;
    this.checkTime();
  }

  /** A text that the template makes, if it is not too long. */
  bounded(text: string): string {
    if (text.length > 1024) this.checkText(text);
    return text;
  }

  private checkText(text: string): void {
    this.checkTextLength(text.length);
    if (text.length * 3 > this.limits.textBytes && Buffer.byteLength(text) > this.limits.textBytes) {
      throw this.limitError('textBytes');
    }
  }

  /** Refuses a length (in characters) before the text is made. */
  checkTextLength(length: number): void {
    if (length > this.limits.textBytes) throw this.limitError('textBytes');
    this.fuel -= length >> 12;
    this.charge(length >> 4);
  }

  /** Refuses a list before it is made. */
  checkItems(count: number): void {
    if (count > this.limits.listItems) throw this.limitError('listItems');
    this.charge(count);
  }

  checkOutput(text: string): void {
    const { outputBytes } = this.limits;
    if (text.length > outputBytes) throw this.limitError('outputBytes');
    if (text.length * 3 > outputBytes && Buffer.byteLength(text) > outputBytes) throw this.limitError('outputBytes');
  }
}
