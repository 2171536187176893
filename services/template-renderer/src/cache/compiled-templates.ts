import { setTimeout as pause } from 'node:timers/promises';
import type { TemplateSettings } from '@countinghouse/contracts';
import type { Engine, Template } from '@countinghouse/template-language';
import { keyOf, settingsOf, type TemplateDocument } from '../template/template-document.ts';
import type { Templates } from '../template/templates.ts';
import type { Replicas } from './replicas.ts';

const CHANGED_TOPIC = 'template-renderer.changed';
/** How long a copy is used without asking the database whether it is still the newest. */
export const UNCHECKED_MS = 1_000;

/** A stored template, ready to render. */
export interface ReadyTemplate {
  readonly name: string;
  readonly source: string;
  readonly settings: TemplateSettings;
  readonly version: string;
  compiled(): Template;
}

interface Entry {
  readonly ready: ReadyTemplate;
  /** Real time at which the last check began. */
  checkedAtMs: number;
}

export interface CompiledTemplatesOptions {
  readonly templates: Pick<Templates, 'find' | 'version'>;
  readonly engine: Engine;
  readonly replicas: Replicas;
  readonly bytesMax: number;
}

/**
 * Templates by name, compiled once per version. A change is told to every replica and answered when all have confirmed it.
 * Whoever was not reached checks the version before it uses a copy that was not checked for a second, and a change waits that
 * second where a confirmation is missing: what `PUT` has answered is what every replica renders.
 */
export class CompiledTemplates {
  readonly #options: CompiledTemplatesOptions;
  /** In the order of their last use. */
  readonly #entries = new Map<string, Entry>();
  readonly #checks = new Map<string, Promise<Entry | undefined>>();
  #bytes = 0;
  #changes = 0;

  constructor(options: CompiledTemplatesOptions) {
    this.#options = options;
  }

  begin(): void {
    this.#options.replicas.answer(CHANGED_TOPIC, (payload) => this.#forget((payload as { key: string }).key));
  }

  /** Resolves when every replica has forgotten its copy. */
  async announceChange(key: string): Promise<void> {
    const startedAtMs = Date.now();
    this.#forget(key);
    if (await this.#options.replicas.askAll(CHANGED_TOPIC, { key }, UNCHECKED_MS)) return;
    await pause(Math.max(0, UNCHECKED_MS - (Date.now() - startedAtMs)));
  }

  /** The template as it is stored now, or undefined. */
  async get(name: string): Promise<ReadyTemplate | undefined> {
    return (this.#fresh(keyOf(name)) ?? (await this.#checked(keyOf(name))))?.ready;
  }

  #fresh(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (!entry || Date.now() - entry.checkedAtMs >= UNCHECKED_MS) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry;
  }

  /** Whoever asks meanwhile shares the check; it begins anew where a change came in between. */
  #checked(key: string): Promise<Entry | undefined> {
    const underWay = this.#checks.get(key);
    if (underWay) return underWay;
    const check = this.#check(key).finally(() => this.#checks.delete(key));
    this.#checks.set(key, check);
    return check;
  }

  async #check(key: string): Promise<Entry | undefined> {
    for (;;) {
      const changes = this.#changes;
      const startedAtMs = Date.now();
      const entry = await this.#read(key, startedAtMs);
      const isNewest = changes === this.#changes && Date.now() - startedAtMs < UNCHECKED_MS;
      if (isNewest) {
        this.#keep(key, entry);
        return entry;
      }
    }
  }

  async #read(key: string, checkedAtMs: number): Promise<Entry | undefined> {
    const { templates, engine } = this.#options;
    const kept = this.#entries.get(key);
    if (kept && (await templates.version(key)) === kept.ready.version) return { ready: kept.ready, checkedAtMs };
    const document = await templates.find(key);
    return document && { ready: readyTemplate(engine, document), checkedAtMs };
  }

  #keep(key: string, entry: Entry | undefined): void {
    this.#drop(key);
    if (!entry) return;
    const { bytesMax } = this.#options;
    this.#entries.set(key, entry);
    this.#bytes += entry.ready.source.length;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= bytesMax || oldest === key) return;
      this.#drop(oldest);
    }
  }

  #forget(key: string): void {
    this.#changes += 1;
    this.#drop(key);
  }

  #drop(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.ready.source.length;
  }
}

function readyTemplate(engine: Engine, document: TemplateDocument): ReadyTemplate {
  const source = document.data ?? '';
  let compiled: Template | undefined;
  return {
    name: document.name,
    source,
    settings: settingsOf(document),
    version: document.version,
    compiled: () => {
      compiled ??= engine.compile(source, { name: document.name });
      return compiled;
    },
  };
}
