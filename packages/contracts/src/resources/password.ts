import { z } from 'zod';
import * as field from '../field.ts';
import { REQUIRED_ISSUE } from '../resource.ts';

/** Longer passwords would only cost time. */
export const PASSWORD_CHARACTERS_MAX = 1024;
/** Where one is set (decisions.md 9). */
export const PASSWORD_CHARACTERS_MIN = 6;

/** Text that must be there but may be empty: emptiness has a text of its own (`Password is empty`, peer-http-api.md A4). */
export function presentText(max: number): z.ZodType<string> {
  const { schema } = field.text({ max });
  return z
    .unknown()
    .superRefine((value, context) => {
      if (value === undefined || value === null) context.addIssue({ code: 'custom', message: REQUIRED_ISSUE });
    })
    .pipe(schema)
    .meta({ ...schema.meta(), required: true }) as unknown as z.ZodType<string>;
}

export const presentLogin = presentText(128);
export const presentPassword = presentText(PASSWORD_CHARACTERS_MAX);
