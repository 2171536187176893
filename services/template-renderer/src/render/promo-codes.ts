import type { Bus } from '@countinghouse/bus';
import {
  type AppliedPromo,
  applyPromo,
  Fault,
  type PromoRow,
  releasePromo,
  systemCaller,
  usePromo,
} from '@countinghouse/contracts';
import { actingUser, type Context, type Implementation, implement } from '@countinghouse/service';
import type { CompiledTemplates, ReadyTemplate } from '../cache/compiled-templates.ts';
import type { Renderer } from './renderer.ts';

export interface PromoCodesOptions {
  readonly bus: Bus;
  readonly templates: Pick<CompiledTemplates, 'get'>;
  readonly renderer: Renderer;
}

const NOTHING_PRINTED = 'success';
const EVENT_NAME = 'PROMO';

/**
 * Applies promo codes (domain.md 2.13): billing counts the use, the code's template does what the code is worth. A use whose
 * template fails is given back.
 */
export class PromoCodes {
  readonly #options: PromoCodesOptions;

  constructor(options: PromoCodesOptions) {
    this.#options = options;
  }

  /** What the template prints, `success` where that is nothing. Fault 400 where the code or its template refuses. */
  async apply(context: Context, code: string, userId: number): Promise<string> {
    const use = { user_id: userId, code, use_key: `${context.key}/promo/${code}` };
    const template = await this.#templateOf(await this.#call(usePromo, { ...use, dry_run: true }, context));
    const promo = await this.#call(usePromo, use, context);
    try {
      return await this.#render({ ...context, key: use.use_key }, template, promo, userId);
    } catch (error) {
      await this.#call(releasePromo, use, context);
      throw error;
    }
  }

  async #templateOf({ id, template_id: name }: PromoRow): Promise<ReadyTemplate> {
    const template = await this.#options.templates.get(name);
    if (!template) throw new Fault(400, `The template of the promo code ${id} does not exist`);
    return template;
  }

  async #render(context: Context, template: ReadyTemplate, promo: PromoRow, userId: number): Promise<string> {
    const request = { params: {}, headers: {} };
    const { renderer } = this.#options;
    const { text, render } = await renderer.render({
      template,
      context,
      userId,
      request,
      promo,
      eventName: EVENT_NAME,
    });
    const [error] = render.report.errors;
    if (error !== undefined) throw new Fault(render.report.status ?? 400, error);
    return text === '' ? NOTHING_PRINTED : text;
  }

  async #call(
    operation: typeof usePromo | typeof releasePromo,
    args: { user_id: number; code: string; use_key: string; dry_run?: boolean },
    { deadlineAt }: Context,
  ): Promise<PromoRow> {
    const caller = systemCaller('template-renderer', args.user_id);
    const { rows } = await this.#options.bus.call(operation, args, { caller, key: args.use_key, deadlineAt });
    return rows[0] as PromoRow;
  }
}

/** `GET /v1/promo/apply/CODE`. A link on another site must not use a code in a signed-in browser (template-engine.md). */
export function applyPromoCodes(codes: PromoCodes): Implementation {
  return implement(applyPromo, async ({ code }, context) => {
    if (context.caller.crossSiteCookie === true) throw new Fault(403, 'The request came from another site');
    const applied: AppliedPromo = { used: 'true', text: await codes.apply(context, code, actingUser(context)) };
    return applied;
  });
}
