import { TemplateError, TemplateSyntaxError } from '../errors.ts';
import type { HostCalls } from './host-calls.ts';
import { awaitHost, hostError } from './host-errors.ts';
import { RestartSignal } from './signals.ts';
import type { Steps } from './steps.ts';
import type { Unit } from './unit.ts';
import { isThenable } from './values.ts';

/** Where templates come from. Compiling calls `tick` at each statement. */
export interface TemplateSources {
  /** A block of the engine's options. */
  engineBlock(name: string, tick: () => void): Unit | undefined;
  load(name: string): unknown;
  compileLoaded(name: string, source: string, tick: () => void): Unit;
  compileText(source: string, tick: () => void): Unit;
}

/** The templates of one render, restarts included: the host is asked once for each. */
export class RenderTemplates {
  // Declared as in Budget: every render makes one of these.
  declare private readonly sources: TemplateSources;
  declare private answers: Map<string, unknown> | undefined;

  constructor(sources: TemplateSources) {
    this.sources = sources;
    this.answers = undefined;
  }

  /** The unit of a block of the engine or of a loaded template, or the sign that it has to be waited for. */
  find(name: string, render: HostCalls): unknown {
    return this.sources.engineBlock(name, ticking(render)) ?? this.loaded(name, render);
  }

  private loaded(name: string, render: HostCalls): unknown {
    const source = this.load(name);
    if (typeof source === 'object' && source !== null && isThenable(source)) {
      if (render.mode === 'trial') throw new RestartSignal();
      return render.waitFor(this.awaited(name, source, render));
    }
    return this.compileLoaded(name, source, render);
  }

  private *awaited(name: string, source: unknown, render: HostCalls): Steps<unknown> {
    const loaded = yield* awaitHost(source);
    this.answers?.set(name, loaded);
    return this.compileLoaded(name, loaded, render);
  }

  /** What the host answers for a name: a text or a promise; anything else where there is no such template. */
  load(name: string): unknown {
    this.answers ??= new Map();
    if (this.answers.has(name)) return this.answers.get(name);
    let source: unknown;
    try {
      source = this.sources.load(name);
    } catch (error) {
      throw hostError(error);
    }
    this.answers.set(name, source);
    return source;
  }

  private compileLoaded(name: string, source: unknown, render: HostCalls): Unit {
    const text = sourceText(name, source);
    return compiling(() => this.sources.compileLoaded(name, text, ticking(render)));
  }

  /** Compiles a text that a template made. */
  compileText(source: string, render: HostCalls): Unit {
    return compiling(() => this.sources.compileText(source, ticking(render)));
  }
}

/** The text that was loaded for a name; throws where there is none. */
export function sourceText(name: string, source: unknown): string {
  if (typeof source !== 'string') throw new TemplateError('file', `${name}: not found`);
  return source;
}

/** Compiling a template inside a render counts against its time. */
function ticking(render: HostCalls): () => void {
  return () => render.charge(256);
}

function compiling(compile: () => Unit): Unit {
  try {
    return compile();
  } catch (error) {
    if (error instanceof TemplateSyntaxError) throw new TemplateError('file', error.message, { cause: error });
    throw error;
  }
}
