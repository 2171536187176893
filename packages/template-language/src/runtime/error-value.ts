import type { TemplateError } from '../errors.ts';

/** What `error` is inside CATCH: has `type` and `info`, prints as `TYPE error - INFO`. */
export class ErrorValue {
  readonly error: TemplateError;

  constructor(error: TemplateError) {
    this.error = error;
  }
}
