import { TemplateError } from '../errors.ts';
import { HostObject } from '../host-object.ts';
import type { MethodTables } from '../methods/tables.ts';
import { Budget } from './budget.ts';
import { ErrorValue } from './error-value.ts';
import { awaitHost, hostError } from './host-errors.ts';
import { kindOf } from './kind.ts';
import type { Limits } from './limits.ts';
import { ListLoop, type Loop, type LoopContext, StreamLoop, sortedPairs } from './loop-state.ts';
import { looksLikeNumber, number, numberText } from './numbers.ts';
import type { Scope } from './scope.ts';
import { AbortedSignal, pending, RestartSignal } from './signals.ts';
import { emptyHash, hashGet, hashKeys, hashSet, isPlain, isThenable, ownData, same, text } from './values.ts';
import { View } from './view.ts';

/** How a render runs: a trial that restarts when it meets the host, to the end without waiting, or step by step. */
export type RunMode = 'trial' | 'sync' | 'stepwise';

export interface VariableSources {
  readonly methods: MethodTables;
  /** Variables of the engine, below those of the caller. */
  readonly engineVariables: object;
  readonly dashedMembersOf: readonly string[];
}

export interface PathStep {
  readonly key: unknown;
  readonly args: readonly unknown[];
}

export const noArgs: readonly unknown[] = Object.freeze([]);
/** The arguments of a call with empty parentheses. */
export const emptyArgs: readonly unknown[] = Object.freeze([]);

/** Reads and writes variables and their members (templates.md 3.4). */
export abstract class VariableAccess extends Budget implements LoopContext {
  declare readonly mode: RunMode;
  declare readonly sources: VariableSources;
  /** True once something of the host was called. */
  declare touchedHost: boolean;
  /** True once anything was called, of the host or of templates: what was remembered before may have changed. */
  declare hasCalled: boolean;
  /** Work of copying the variables of a template, as far as their number follows from data. */
  declare protected copyWork: number;
  declare private awaited: Generator<unknown, unknown, unknown> | undefined;
  declare private globals: Record<string, unknown> | undefined;
  declare private streams: Set<StreamLoop> | undefined;

  constructor(mode: RunMode, limits: Limits, sources: VariableSources) {
    super(limits);
    this.mode = mode;
    this.sources = sources;
    this.touchedHost = false;
    this.hasCalled = false;
    this.copyWork = 8;
    this.awaited = undefined;
    this.globals = undefined;
    this.streams = undefined;
  }

  /** Calls a macro or reference if the function is one; undefined otherwise. */
  protected abstract callOwn(callee: object, args: readonly unknown[]): { readonly value: unknown } | undefined;
  protected abstract specialVariable(scope: Scope, name: string): unknown;

  /** Everything that the host could notice comes through here: a trial run ends before it. */
  effect(): void {
    this.touchedHost = true;
    this.hasCalled = true;
    if (this.mode === 'trial') throw new RestartSignal();
    this.startClock();
  }

  hostCall<T>(run: () => T): T {
    this.effect();
    try {
      return run();
    } catch (error) {
      throw hostError(error);
    }
  }

  callHost(callee: (...args: unknown[]) => unknown, args: readonly unknown[]): unknown {
    const value = this.hostCall(() => callee(...args));
    this.checkTime();
    return this.arrived(value);
  }

  arrived(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || !isThenable(value)) return value;
    this.effect();
    return this.waitFor(awaitHost(value));
  }

  waitFor(steps: Generator<unknown, unknown, unknown>): unknown {
    if (this.mode === 'sync') {
      const reason = 'a value has to be waited for: use render() instead of renderSync()';
      throw new AbortedSignal(new TemplateError('async', reason));
    }
    this.awaited = steps;
    return pending;
  }

  takeAwaited(): Generator<unknown, unknown, unknown> {
    const steps = this.awaited;
    if (steps === undefined) throw new Error('nothing is waited for');
    this.awaited = undefined;
    return steps;
  }

  invoke(callee: object, args: readonly unknown[]): unknown {
    this.hasCalled = true;
    const own = this.callOwn(callee, args);
    if (own !== undefined) return own.value;
    return this.callHost(callee as (...args: unknown[]) => unknown, args);
  }

  private value(value: unknown, args: readonly unknown[]): unknown {
    if (typeof value === 'function') return this.invoke(value, args);
    return typeof value === 'object' && value !== null ? this.arrived(value) : value;
  }

  /** `a == b`; comparing long texts takes time. */
  same(a: unknown, b: unknown): boolean {
    if (typeof a !== 'string' || typeof b !== 'string') return same(a, b);
    if (a.length > 1024 && a.length === b.length) this.charge(a.length >> 4);
    return a === b;
  }

  /** True where a CASE applies: the value is the same as the term, or as one of the items of a list. */
  matchesCase(value: unknown, term: unknown): boolean {
    return Array.isArray(term) ? term.some((item) => this.same(item, value)) : this.same(term, value);
  }

  /** The variable `name`; private names are refused by who calls this. */
  root(scope: Scope, name: string, args: readonly unknown[]): unknown {
    let value = scope.own[name];
    if (value === undefined) value = ownData(scope.given, name);
    if (value === undefined || value === null) value = ownData(this.sources.engineVariables, name);
    if (value === undefined) value = this.specialVariable(scope, name);
    if (value === undefined && name === 'global') value = this.globals ??= emptyHash();
    if (value === undefined && name === 'import') {
      this.importInto(scope, args[0]);
      return '';
    }
    return this.value(value, args);
  }

  /** The text of a computed name; a long one takes time to look up. */
  private nameOf(key: unknown): string {
    const name = text(key);
    if (name.length > 1024) this.charge(name.length >> 2);
    return name;
  }

  rootByKey(scope: Scope, key: unknown, args: readonly unknown[]): unknown {
    const name = this.nameOf(key);
    return isPrivateKey(name) ? undefined : this.root(scope, name, args);
  }

  memberByKey(owner: unknown, key: unknown, args: readonly unknown[]): unknown {
    if (Array.isArray(key)) return this.slice(owner, key);
    const name = this.nameOf(key);
    return isPrivateKey(name) ? undefined : this.member(owner, name, args);
  }

  private slice(owner: unknown, keys: readonly unknown[]): unknown {
    if (!Array.isArray(owner) && !isWritableHash(owner)) return undefined;
    this.checkItems(keys.length);
    return keys.map((key) => {
      const name = this.nameOf(key);
      if (isPrivateKey(name)) return '';
      return (Array.isArray(owner) ? listItem(owner, name) : hashGet(owner, name)) ?? '';
    });
  }

  /** `owner.key(args)` */
  member(owner: unknown, key: string, args: readonly unknown[]): unknown {
    switch (typeof owner) {
      case 'string':
        return this.textMember(owner, key, args);
      case 'number':
      case 'bigint':
        return this.textMember(numberText(owner), key, args);
      case 'boolean':
        return this.textMember(owner ? '1' : '0', key, args);
      case 'object':
        return owner === null ? undefined : this.objectMember(owner, key, args);
      default:
        return undefined;
    }
  }

  private objectMember(owner: object, key: string, args: readonly unknown[]): unknown {
    if (Array.isArray(owner)) return this.listMember(owner, key, args);
    if (owner instanceof ListLoop || owner instanceof StreamLoop) return owner.field(key);
    if (owner instanceof ErrorValue) return errorField(owner, key);
    if (owner instanceof View) return this.viewMember(owner, key, args);
    const handler = HostObject.handlerOf(owner);
    if (handler !== undefined) return this.hostMember(owner, handler, key, args);
    return this.hashMember(owner, key, args);
  }

  private hostMember(
    _owner: object,
    handler: NonNullable<ReturnType<typeof HostObject.handlerOf>>,
    key: string,
    args: readonly unknown[],
  ): unknown {
    if (args.length > 0 && handler.call !== undefined) {
      return this.arrived(this.hostCall(() => handler.call?.(key, [...args])));
    }
    const value = this.hostCall(() => handler.get(key));
    if (value === undefined && args === emptyArgs && handler.call !== undefined) {
      return this.arrived(this.hostCall(() => handler.call?.(key, [])));
    }
    return this.value(value, args);
  }

  private viewMember(view: View, key: string, args: readonly unknown[]): unknown {
    this.hasCalled = true;
    return this.value(view.member(key, args), args);
  }

  private hashMember(owner: object, key: string, args: readonly unknown[]): unknown {
    const value = hashGet(owner, key);
    if (value !== undefined && value !== null) return this.value(value, args);
    const { methods } = this.sources;
    const method = methods.hash.get(key);
    if (method !== undefined) return method(this, owner, args);
    return methods.list.get(key)?.(this, [owner], args);
  }

  private listMember(owner: unknown[], key: string, args: readonly unknown[]): unknown {
    const method = this.sources.methods.list.get(key);
    if (method !== undefined) return method(this, owner, args);
    return this.value(listItem(owner, key), args);
  }

  private textMember(owner: string, key: string, args: readonly unknown[]): unknown {
    const { methods } = this.sources;
    if (owner.length > 1024) this.charge(owner.length >> 2);
    const method = methods.text.get(key);
    if (method !== undefined) return method(this, owner, args);
    return methods.list.get(key)?.(this, [owner], args);
  }

  assignRoot(scope: Scope, key: unknown, value: unknown): unknown {
    const name = this.nameOf(key);
    if (isPrivateKey(name)) return value;
    this.copyWork += 1;
    scope.own[name] = value;
    return value;
  }

  /** The value of `owner.key`, made a hash where it is missing. */
  vivifyRoot(scope: Scope, key: unknown, args: readonly unknown[]): unknown {
    const name = this.nameOf(key);
    if (isPrivateKey(name)) return undefined;
    const value = this.root(scope, name, args);
    if (value !== undefined && value !== null) return value;
    const made: unknown = Object.create(null);
    scope.own[name] = made;
    return made;
  }

  vivify(owner: unknown, key: unknown, args: readonly unknown[]): unknown {
    const name = this.nameOf(key);
    if (isPrivateKey(name)) return undefined;
    if (isWritableHash(owner) && hashGet(owner, name) === undefined) {
      const made: unknown = Object.create(null);
      this.effect();
      this.write(owner, name, made);
      return made;
    }
    return this.member(owner, name, args);
  }

  /** `owner.key = value`; ignored where the owner has no members. */
  assign(owner: unknown, key: unknown, value: unknown): unknown {
    const name = this.nameOf(key);
    if (typeof owner !== 'object' || owner === null || isPrivateKey(name)) return value;
    if (owner instanceof View) return this.viewMember(owner, name, [value]);
    this.effect();
    if (Array.isArray(owner)) this.assignItem(owner, name, value);
    else if (isWritableHash(owner)) this.write(owner, name, value);
    else return this.assignHost(owner, name, value);
    return value;
  }

  private assignHost(owner: object, name: string, value: unknown): unknown {
    const handler = HostObject.handlerOf(owner);
    if (handler === undefined) return value;
    return this.hostMember(owner, handler, name, [value]);
  }

  private assignItem(list: unknown[], name: string, value: unknown): void {
    if (!looksLikeNumber(name)) return;
    const wanted = Math.trunc(Number(number(name)));
    const index = wanted < 0 ? wanted + list.length : wanted;
    if (index < 0) return;
    this.checkItems(index + 1);
    while (list.length < index) list.push(undefined);
    list[index] = value;
  }

  private write(hash: object, name: string, value: unknown): void {
    if (!hashSet(hash, name, value)) throw new TemplateError('undef', `'${name}' cannot be written`);
  }

  /** `[from .. to]` */
  range(from: unknown, to: unknown): unknown[] {
    if (typeof from === 'number' || typeof to === 'number' || isNumericText(from, to)) {
      const first = Math.trunc(Number(number(from)));
      const last = Math.trunc(Number(number(to)));
      const size = Math.max(0, last - first + 1);
      this.checkItems(size);
      const items: number[] = [];
      for (let index = 0; index < size; index += 1) items.push(first + index);
      return items;
    }
    return this.textRange(text(from), text(to));
  }

  private textRange(from: string, to: string): unknown[] {
    const items: string[] = [];
    for (let item = from; item.length <= to.length; item = successor(item)) {
      items.push(item);
      this.charge(item.length);
      this.checkItems(items.length);
      if (item === to) break;
    }
    return items;
  }

  /** What FOREACH walks for a value; undefined where there is nothing to walk. */
  loop(value: unknown): Loop | undefined {
    if (Array.isArray(value)) return value.length === 0 ? undefined : new ListLoop(value);
    if (value === undefined || value === null || value === '' || value === '0' || value === 0 || value === false) {
      return undefined;
    }
    if (typeof value !== 'object') return new ListLoop([value]);
    if (value instanceof View || value instanceof ErrorValue) return new ListLoop([value]);
    if (value instanceof ListLoop || value instanceof StreamLoop) return new ListLoop([value]);
    const handler = HostObject.handlerOf(value);
    if (handler !== undefined) return this.hostLoop(value, handler);
    if (!isPlain(value) && !(value instanceof Map)) {
      const stream = this.stream(value);
      if (stream !== undefined) return stream;
    }
    const pairs = hashKeys(value, this).map((key) => [key, hashGet(value, key)] as const);
    return pairs.length === 0 ? undefined : new ListLoop(sortedPairs(pairs, this));
  }

  private hostLoop(value: object, handler: NonNullable<ReturnType<typeof HostObject.handlerOf>>): Loop | undefined {
    if (handler.iterate !== undefined) {
      const source: object = this.hostCall(() => handler.iterate?.()) ?? [];
      if (Array.isArray(source)) return source.length === 0 ? undefined : new ListLoop(source);
      return this.stream(source);
    }
    if (handler.keys === undefined) return new ListLoop([value]);
    const keys = this.hostCall(() => handler.keys?.() ?? []);
    return new ListLoop(
      sortedPairs(
        keys.map((key) => [key, this.hostCall(() => handler.get(key))] as const),
        this,
      ),
    );
  }

  private stream(source: object): StreamLoop | undefined {
    const iterator = this.iteratorOf(source);
    if (iterator === undefined) return undefined;
    const loop = new StreamLoop(iterator);
    this.streams ??= new Set();
    this.streams.add(loop);
    return loop;
  }

  private iteratorOf(source: object): Iterator<unknown> | AsyncIterator<unknown> | undefined {
    if (Symbol.asyncIterator in source) {
      return this.hostCall(() => (source as AsyncIterable<unknown>)[Symbol.asyncIterator]());
    }
    if (Symbol.iterator in source) return this.hostCall(() => (source as Iterable<unknown>)[Symbol.iterator]());
    return undefined;
  }

  /** Called where a loop was left, so that its source can clean up. */
  closeLoop(loop: Loop): unknown {
    if (!(loop instanceof StreamLoop)) return undefined;
    this.streams?.delete(loop);
    return this.arrived(this.hostCall(() => loop.close()));
  }

  /** Closes what an error left open; answers what has to be waited for. */
  closeStreams(): unknown[] {
    const results = [...(this.streams ?? [])].map((loop) => loop.close());
    this.streams = undefined;
    return results;
  }

  /** Copies the members of a hash into the variables of a scope. */
  importInto(scope: Scope, hash: unknown): void {
    if (typeof hash !== 'object' || hash === null || Array.isArray(hash)) return;
    const handler = HostObject.handlerOf(hash);
    if (handler !== undefined) {
      for (const key of this.hostCall(() => handler.keys?.() ?? [])) {
        if (!isPrivateKey(key)) scope.own[key] = this.stored(this.hostCall(() => handler.get(key)));
      }
      return;
    }
    if (!isWritableHash(hash)) return;
    for (const key of hashKeys(hash, this)) {
      this.charge(16);
      this.copyWork += 8;
      if (!isPrivateKey(key)) scope.own[key] = this.stored(hashGet(hash, key));
    }
  }

  /** A promise is kept as a function, so that the next read waits for it. */
  private stored(value: unknown): unknown {
    if (value === undefined || value === null) return '';
    return typeof value === 'object' && isThenable(value) ? () => value : value;
  }
}

export function isPrivateKey(name: string): boolean {
  const first = name.charCodeAt(0);
  return first === 95 || first === 46;
}

function isWritableHash(value: unknown): value is object {
  return kindOf(value) === 'hash' && !(value instanceof View);
}

function errorField(value: ErrorValue, key: string): unknown {
  if (key === 'type') return value.error.type;
  return key === 'info' ? value.error.info : undefined;
}

export function listItem(list: readonly unknown[], key: string): unknown {
  if (!/^-?\d+$/.test(key)) return undefined;
  return list.at(Number(key));
}

function isNumericText(from: unknown, to: unknown): boolean {
  if (typeof from === 'bigint' || typeof to === 'bigint') return true;
  const first = text(from);
  if (first.length > 1 && first.startsWith('0')) return false;
  return looksLikeNumber(first) && looksLikeNumber(text(to));
}

/** The text after `item` in Perl's counting of letters and digits. */
function successor(item: string): string {
  if (!/^[a-zA-Z]*[0-9]*$/.test(item) || item === '') return numberText(Number(number(item)) + 1);
  const characters = [...item];
  for (let index = characters.length - 1; index >= 0; index -= 1) {
    const character = characters[index] ?? '';
    if (character !== 'z' && character !== 'Z' && character !== '9') {
      characters[index] = String.fromCharCode(character.charCodeAt(0) + 1);
      return characters.join('');
    }
    characters[index] = character === '9' ? '0' : character === 'z' ? 'a' : 'A';
  }
  const first = item.charAt(0);
  const carry = first === '9' ? '1' : first === 'z' ? 'a' : 'A';
  return carry + characters.join('');
}
