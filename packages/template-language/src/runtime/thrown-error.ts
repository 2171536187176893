import { TemplateError } from '../errors.ts';
import { ErrorValue } from './error-value.ts';
import { text } from './values.ts';

/** The error of `THROW type positional named` (template-engine.md). */
export function thrownError(
  type: unknown,
  positional: readonly unknown[],
  named: Record<string, unknown>,
): TemplateError {
  const names = Object.keys(named);
  if (type instanceof ErrorValue) return type.error;
  if (positional.length === 0) return new TemplateError('undef', type);
  if (positional.length === 1 && names.length === 0) return new TemplateError(text(type), positional[0]);
  const info: Record<string, unknown> = { ...named, args: [...positional] };
  positional.forEach((value, index) => {
    info[String(index)] = value;
  });
  return new TemplateError(text(type), Object.assign(Object.create(null), info));
}
