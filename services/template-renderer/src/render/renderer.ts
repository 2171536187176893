import type { Bus } from '@countinghouse/bus';
import type { JsonObject, PromoRow } from '@countinghouse/contracts';
import type { Context } from '@countinghouse/service';
import type { RateCounter } from '@countinghouse/store';
import type { Engine } from '@countinghouse/template-language';
import type { CompiledTemplates } from '../cache/compiled-templates.ts';
import type { KeptValues } from '../kept/kept-values.ts';
import { idOf, type Named } from '../object-model/arguments.ts';
import { buildKinds } from '../object-model/build-kinds.ts';
import { isTrue } from '../object-model/query/query-state.ts';
import { Render } from '../object-model/render.ts';
import type { RequestOfTemplate } from '../object-model/request.ts';
import { SharedReads } from '../object-model/shared-reads.ts';
import type { TplSource } from '../object-model/tpl-source.ts';
import { variablesOf } from '../object-model/variables.ts';
import { renderFault } from './render-fault.ts';

/** One thing to render. */
export interface RenderJob {
  readonly template: TplSource;
  readonly context: Context;
  /** Whose data are meant, null for nobody. */
  readonly userId: number | null;
  readonly request: RequestOfTemplate;
  readonly usi?: number | undefined;
  readonly serverId?: number | undefined;
  readonly eventName?: string | undefined;
  readonly task?: JsonObject | undefined;
  readonly vars?: JsonObject | undefined;
  /** The code that is applied. */
  readonly promo?: PromoRow | undefined;
  readonly isOverHttp?: boolean;
  /** How many templates it is within, by `tpl.parse`. */
  readonly depth?: number;
  /** Why it must not write, beside its settings. */
  readonly writesRefused?: string | undefined;
}

export interface Rendered {
  /** Cut at both ends. */
  readonly text: string;
  readonly render: Render;
}

export interface RendererOptions {
  readonly bus: Bus;
  readonly engine: Engine;
  readonly templates: Pick<CompiledTemplates, 'get'>;
  readonly callsMax: number;
  readonly kept: KeptValues;
  readonly rates: RateCounter;
  /** Uses a promo code for a user and answers what its template prints. */
  applyPromo(context: Context, code: string, userId: number): Promise<string>;
}

const DEPTH_MAX = 8;
const NOT_ALLOWED = 'the settings of the template do not say allow_write';

/** Renders templates with the object model. */
export class Renderer {
  readonly #options: RendererOptions;
  readonly #kinds = buildKinds();
  readonly #reads = new SharedReads();

  constructor(options: RendererOptions) {
    this.#options = options;
  }

  /** Fault 400 for an error of the template, the owner’s Fault where a service failed. */
  async render(job: RenderJob): Promise<Rendered> {
    const { bus, templates, callsMax, applyPromo } = this.#options;
    const allowed = isTrue(job.template.settings.allow_write);
    const writesRefused = job.writesRefused ?? (allowed ? undefined : NOT_ALLOWED);
    const { context, userId } = job;
    const render = new Render({
      bus,
      context,
      reads: this.#reads,
      callsMax,
      userId,
      writesRefused,
      applyPromo: (code, user) => applyPromo(context, code, user),
      parse: (template, given, key) => this.#parse(job, template, given, key),
    });
    const variables = variablesOf({
      render,
      kinds: this.#kinds,
      templates,
      template: job.template,
      kept: this.#options.kept,
      rates: this.#options.rates,
      isOverHttp: job.isOverHttp ?? false,
      request: job.request,
      usi: job.usi,
      serverId: job.serverId,
      eventName: job.eventName,
      task: job.task,
      promo: job.promo,
      vars: job.vars,
    });
    try {
      const text = await job.template.compiled().render(variables, { signal: context.signal });
      return { text: text.trim(), render };
    } catch (error) {
      throw renderFault(error);
    } finally {
      render.end();
    }
  }

  /** Another template for the same call and user; what it may is said by its own settings and the call. */
  async #parse(job: RenderJob, template: TplSource, given: Named, key: string): Promise<string> {
    const depth = (job.depth ?? 0) + 1;
    if (depth > DEPTH_MAX) throw new Error(`tpl.parse: at most ${DEPTH_MAX} templates within each other`);
    const { usi, event_name: eventName, server_id: serverId } = given;
    const context = { ...job.context, key };
    const own = {
      ...(usi === undefined ? {} : { usi: idOf(usi) }),
      ...(serverId === undefined ? {} : { serverId: idOf(serverId) }),
      ...(eventName === undefined ? {} : { eventName: String(eventName) }),
    };
    return (await this.render({ ...job, ...own, template, context, depth })).text;
  }

  /** Text that is not stored. */
  unsaved(name: string, source: string, settings: JsonObject = {}): RenderJob['template'] {
    return { name, source, settings, compiled: () => this.#options.engine.compile(source, { name }) };
  }
}
