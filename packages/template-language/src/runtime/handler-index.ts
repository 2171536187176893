import type { TemplateError } from '../errors.ts';

/**
 * Which of the handlers of a TRY takes an error: the one with the longest type that the error's type is, or starts with;
 * the untyped one otherwise; -1 where there is none.
 */
export function handlerIndex(error: TemplateError, types: readonly (string | undefined)[]): number {
  for (let type = error.type; type !== ''; type = type.slice(0, Math.max(0, type.lastIndexOf('.')))) {
    const index = types.indexOf(type);
    if (index !== -1) return index;
  }
  return types.indexOf(undefined);
}
