import type { TemplateError } from '../errors.ts';

/** What `error` is inside CATCH: has `type` and `info`, prints as `TYPE error - INFO`. */
export class ErrorValue {
  // Private, since own values of an object are what a template can read.
  readonly #error: TemplateError;

  constructor(error: TemplateError) {
    this.#error = error;
  }

  get error(): TemplateError {
    return this.#error;
  }
}
