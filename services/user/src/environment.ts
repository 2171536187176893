import { switchVariable } from '@countinghouse/service';
import { z } from 'zod';
import { isLogin } from './user/user-names.ts';

/** The variables of this service alone. */
export const userVariables = {
  /** The administrator who is added where there is none. */
  ADMIN_LOGIN: z
    .string()
    .refine((login) => login === '' || isLogin(login), 'letters, digits and @ . _ -')
    .optional(),
  ADMIN_PASSWORD: z.string().optional(),
  /** Loads the demonstration data of peer-http-api.md 7 into an empty system; refused in production. */
  DEMO_DATA: switchVariable,
};

export type UserEnvironment = z.infer<z.ZodObject<typeof userVariables>>;
