import type { Runtime, ServiceDefinition, ServiceParts } from '@countinghouse/service';
import { RateCounter } from '@countinghouse/store';
import { Engine, TemplateError } from '@countinghouse/template-language';
import { CompiledTemplates } from './cache/compiled-templates.ts';
import { Replicas } from './cache/replicas.ts';
import { loadDemoTemplates } from './demo/load-demo-templates.ts';
import { type RendererEnvironment, rendererVariables } from './environment.ts';
import { CACHE_INDEXES, KeptValues } from './kept/kept-values.ts';
import { LIST_METHODS } from './object-model/list-methods.ts';
import { SHARED_VARIABLES } from './object-model/variables.ts';
import { previewTemplates } from './render/preview-template.ts';
import { applyPromoCodes, PromoCodes } from './render/promo-codes.ts';
import { renderForTasks } from './render/render-for-task.ts';
import { renderOverHttp } from './render/render-over-http.ts';
import { Renderer } from './render/renderer.ts';
import { manageTemplates } from './template/manage-templates.ts';
import { sourceTemplates } from './template/source-templates.ts';
import { Templates } from './template/templates.ts';

/** Templates: stored, checked and rendered. */
export const templateRenderer: ServiceDefinition<typeof rendererVariables> = {
  name: 'template-renderer',
  variables: rendererVariables,
  build: buildTemplateRenderer,
};

async function buildTemplateRenderer(runtime: Runtime<RendererEnvironment>): Promise<ServiceParts> {
  const { bus, store, environment } = runtime;
  await store.ensureIndexes([CACHE_INDEXES]);
  const replicas = new Replicas(bus);
  const engine = engineOf(environment, (name) => load(name));
  const templates = new Templates(store, (key) => compiled.announceChange(key));
  const compiled = new CompiledTemplates({ templates, engine, replicas, bytesMax: environment.TEMPLATE_CACHE_BYTES });
  const load = async (name: string): Promise<string | undefined> => (await compiled.get(includedName(name)))?.source;
  const renderer = new Renderer({
    bus,
    engine,
    templates: compiled,
    kept: new KeptValues(store),
    rates: new RateCounter(store),
    callsMax: environment.TEMPLATE_BUS_CALLS_MAX,
    applyPromo: (context, code, userId) => promoCodes.apply(context, code, userId),
  });
  const promoCodes = new PromoCodes({ bus, templates: compiled, renderer });
  if (environment.DEMO_DATA) await loadDemo(environment, () => loadDemoTemplates(store, templates));
  compiled.begin();
  await replicas.begin();
  return {
    operations: [
      ...manageTemplates(templates, engine),
      ...sourceTemplates(templates, engine),
      ...renderOverHttp(compiled, renderer),
      previewTemplates(compiled, renderer, engine),
      renderForTasks(compiled, renderer),
      applyPromoCodes(promoCodes),
    ],
    end: async () => replicas.end(),
  };
}

async function loadDemo({ NODE_ENV }: { readonly NODE_ENV: string }, load: () => Promise<void>): Promise<void> {
  if (NODE_ENV === 'production') throw new Error('DEMO_DATA: refused when NODE_ENV is production');
  await load();
}

function engineOf(environment: RendererEnvironment, load: (name: string) => Promise<string | undefined>): Engine {
  return new Engine({
    load,
    variables: SHARED_VARIABLES,
    listMethods: LIST_METHODS,
    dashedMembersOf: ['request.headers'],
    limits: {
      steps: environment.TEMPLATE_STEPS_MAX,
      timeMs: environment.TEMPLATE_TIME_MS_MAX,
      outputBytes: environment.TEMPLATE_OUTPUT_BYTES_MAX,
    },
  });
}

/** A leading `./` and the ending `.tpl` are cut off; there are no files, so no absolute names (templates.md 1.1). */
function includedName(name: string): string {
  if (name.startsWith('/')) throw new TemplateError('file', `${name}: absolute paths are not allowed`);
  return name.replace(/^\.\//, '').replace(/\.tpl$/, '');
}
