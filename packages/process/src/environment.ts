import { SERVICE_NAMES, type ServiceName } from '@countinghouse/contracts';
import { z } from 'zod';

/** `1`, `true` and `yes` switch on; absent, empty, `0`, `false` and `no` switch off. */
export const switchVariable = z
  .enum(['', '0', '1', 'true', 'false', 'yes', 'no'])
  .default('')
  .transform((word) => ['1', 'true', 'yes'].includes(word));

export const portVariable = z.coerce.number().int().min(0).max(65_535);

/** `user` is signed for with SECRET_USER, `service-lifecycle` with SECRET_SERVICE_LIFECYCLE. */
export function secretVariableOf(service: ServiceName): string {
  return `SECRET_${service.toUpperCase().replace('-', '_')}`;
}

const secretVariables = Object.fromEntries(
  SERVICE_NAMES.map((name) => [secretVariableOf(name), z.string().min(16, 'at least 16 characters').optional()]),
);

/** Node takes a zone that it does not know for UTC without a word; empty is the machine's. */
function isZone(name: string): boolean {
  if (name === '') return true;
  try {
    Intl.DateTimeFormat('en', { timeZone: name.replace(/^:/, '') });
    return true;
  } catch {
    return false;
  }
}

/** What every process of the system reads from its environment. */
const processVariables = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  NATS_URL: z.string().min(1),
  /** First token of every subject, so that several systems can share a bus. */
  BUS_PREFIX: z
    .string()
    .regex(/^[a-z0-9_-]+$/i, 'letters, digits, dash and underscore')
    .default('countinghouse'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Port of /livez, /readyz and /metrics; 0 picks a free one. */
  HEALTH_PORT: portVariable.default(0),
  HEALTH_HOST: z.string().default('127.0.0.1'),
  TZ: z.string().refine(isZone, 'a zone such as Europe/Moscow').optional(),
  TEST_CLOCK: switchVariable,
});

const databaseVariables = z.object({ MONGODB_URL: z.string().min(1) });

/** The names of the variables that every process reads, for documents and their tests. */
export const PROCESS_VARIABLES: readonly string[] = Object.keys(processVariables.extend(secretVariables).shape);

export type ProcessEnvironment = z.infer<typeof processVariables> & {
  readonly secrets: Partial<Record<ServiceName, string>>;
};
export type ServiceEnvironment = ProcessEnvironment & z.infer<typeof databaseVariables>;

/** A process that cannot start as configured: the message names the variable, never its value. */
export class EnvironmentError extends Error {
  constructor(problems: readonly string[]) {
    super(`Cannot start: ${problems.join('; ')}`);
    this.name = 'EnvironmentError';
  }
}

/** Reads the variables of a process and those of `extra`; throws EnvironmentError that names every variable that is wrong. */
export function readProcessEnvironment<Extra extends z.ZodRawShape>(
  extra: Extra,
  source: NodeJS.ProcessEnv = process.env,
): ProcessEnvironment & z.infer<z.ZodObject<Extra>> {
  const schema = processVariables.extend(secretVariables).extend(extra);
  const parsed = schema.safeParse(source);
  if (!parsed.success) {
    throw new EnvironmentError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  }
  const values = parsed.data as z.infer<typeof processVariables> & Record<string, string | undefined>;
  if (values.TEST_CLOCK && values.NODE_ENV === 'production') {
    throw new EnvironmentError(['TEST_CLOCK: refused when NODE_ENV is production']);
  }
  const secrets = Object.fromEntries(SERVICE_NAMES.map((name) => [name, values[secretVariableOf(name)]]));
  return { ...values, secrets } as unknown as ProcessEnvironment & z.infer<z.ZodObject<Extra>>;
}

export const serviceVariables = databaseVariables.shape;
