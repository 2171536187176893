import { switchVariable } from '@countinghouse/service';
import { z } from 'zod';

const count = z.coerce.number().int().min(1);

/** The variables of this service alone; the limits are those of one render (architecture.md, "Template rendering"). */
export const rendererVariables = {
  /** Gives an empty system templates to look at. */
  DEMO_DATA: switchVariable,
  /** Source bytes of the templates kept compiled. */
  TEMPLATE_CACHE_BYTES: count.default(64 * 1024 * 1024),
  TEMPLATE_STEPS_MAX: count.default(10_000_000),
  TEMPLATE_TIME_MS_MAX: count.default(25_000),
  TEMPLATE_OUTPUT_BYTES_MAX: count.default(32 * 1024 * 1024),
  TEMPLATE_BUS_CALLS_MAX: count.default(1_000),
};

export type RendererEnvironment = z.infer<z.ZodObject<typeof rendererVariables>>;
