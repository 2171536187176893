import { invalidArgument } from '@countinghouse/contracts';

/** Nested groups of a filter (`-or`, `-and`, lists in lists). */
const DEPTH_MAX = 10;
/** Values that one filter compares with. */
const VALUES_MAX = 10_000;
/** Characters of all text patterns together: the server's regular expressions end at 32,764 bytes. */
const PATTERN_CHARACTERS_MAX = 8_000;
/** `%` inside one pattern: each multiplies the work of a match that fails. */
const WILDCARDS_MAX = 10;

/** Counts what one filter asks for and refuses too much of it. */
export class FilterLimits {
  #values = 0;
  #characters = 0;

  enter(depth: number): void {
    if (depth > DEPTH_MAX) throw invalidArgument('filter', `at most ${DEPTH_MAX} levels of groups`);
  }

  value(): void {
    this.#values += 1;
    if (this.#values > VALUES_MAX) throw invalidArgument('filter', `at most ${VALUES_MAX} values`);
  }

  pattern(text: string): void {
    this.#characters += text.length;
    if (this.#characters > PATTERN_CHARACTERS_MAX) {
      throw invalidArgument('filter', `texts of at most ${PATTERN_CHARACTERS_MAX} characters together`);
    }
    if ((text.match(/%+/g)?.length ?? 0) > WILDCARDS_MAX) {
      throw invalidArgument('filter', `at most ${WILDCARDS_MAX} % in one text`);
    }
  }
}
