import { TemplateError } from '../errors.ts';
import { type HostHandler, HostObject } from '../host-object.ts';
import type { MethodTables } from '../methods/tables.ts';
import { ErrorValue } from './error-value.ts';
import { HostCalls, type RunMode, settle } from './host-calls.ts';
import { awaitHost } from './host-errors.ts';
import { kindOf } from './kind.ts';
import type { Limits } from './limits.ts';
import { ListLoop, StreamLoop } from './loop-state.ts';
import { looksLikeNumber, number, numberText } from './numbers.ts';
import { emptyArgs, isPrivateKey } from './path.ts';
import { pending } from './signals.ts';
import type { Steps } from './steps.ts';
import { emptyHash, hashGet, hashHas, hashSet, isThenable, text } from './values.ts';
import { View } from './view.ts';

export interface MemberSources {
  readonly methods: MethodTables;
}

/** Reads and writes members of values (templates.md 3.4). */
export class MemberAccess extends HostCalls {
  declare readonly sources: MemberSources;

  constructor(mode: RunMode, limits: Limits, sources: MemberSources) {
    super(mode, limits);
    this.sources = sources;
  }

  /** The text of a computed name; a long one takes time to look up. */
  protected nameOf(key: unknown): string {
    const name = text(key);
    if (name.length > 1024) this.charge(name.length >> 2);
    return name;
  }

  memberByKey(owner: unknown, key: unknown, args: readonly unknown[]): unknown {
    if (Array.isArray(key)) return this.slice(owner, key);
    const name = this.nameOf(key);
    return isPrivateKey(name) ? undefined : this.member(owner, name, args);
  }

  /** The members with these names; those that are not there are left out. */
  private slice(owner: unknown, keys: readonly unknown[]): unknown {
    if (!Array.isArray(owner) && !isWritableHash(owner)) return undefined;
    this.checkItems(keys.length);
    const names = keys.map((key) => this.nameOf(key)).filter((name) => !isPrivateKey(name));
    if (Array.isArray(owner)) return names.filter((name) => hasItem(owner, name)).map((name) => listItem(owner, name));
    return names.filter((name) => hashHas(owner, name)).map((name) => hashGet(owner, name));
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
    if (handler !== undefined) return this.hostMember(handler, key, args);
    return this.hashMember(owner, key, args);
  }

  private hostMember(handler: HostHandler, key: string, args: readonly unknown[]): unknown {
    if (args.length > 0 && handler.call !== undefined) {
      return this.arrived(this.hostCall(() => handler.call?.(key, [...args])));
    }
    const value = this.hostCall(() => handler.get(key));
    if (value === undefined && args === emptyArgs && handler.call !== undefined) {
      return this.arrived(this.hostCall(() => handler.call?.(key, [])));
    }
    if (value === undefined && handler.list !== undefined) return this.listedMember(handler, key, args);
    return this.value(value, args);
  }

  private listedMember(handler: HostHandler, key: string, args: readonly unknown[]): unknown {
    const list: unknown = this.hostCall(() => handler.list?.());
    if (Array.isArray(list)) return this.listMember(list, key, args);
    const isComing = typeof list === 'object' && list !== null && isThenable(list);
    return isComing ? this.waitFor(this.arrivedMember(list, key, args)) : undefined;
  }

  private *arrivedMember(promise: unknown, key: string, args: readonly unknown[]): Steps<unknown> {
    const list = yield* awaitHost(promise);
    const value = Array.isArray(list) ? this.listMember(list, key, args) : undefined;
    return value === pending ? yield* settle(this) : value;
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
    if (method === undefined) return this.value(listItem(owner, key), args);
    if (args.length > 0 && ORDERING.has(key) && owner.some(isHost))
      return this.perform(this.orderedHosts(owner, key, args));
    return method(this, owner, args);
  }

  /** `sort` and `nsort` by members of host objects: each is read once, then they are ordered as hashes are. */
  private *orderedHosts(owner: readonly unknown[], key: string, names: readonly unknown[]): Steps<unknown> {
    const hosts = new Map<unknown, unknown>();
    const readable: unknown[] = [];
    for (const item of owner) {
      if (!isHost(item)) {
        readable.push(item);
        continue;
      }
      const members = emptyHash();
      for (const name of names) {
        const value = this.memberByKey(item, name, emptyArgs);
        hashSet(members, this.nameOf(name), value === pending ? yield* settle(this) : value);
      }
      hosts.set(members, item);
      readable.push(members);
    }
    const ordered = this.sources.methods.list.get(key)?.(this, readable, names);
    return Array.isArray(ordered) ? ordered.map((item: unknown) => hosts.get(item) ?? item) : ordered;
  }

  private textMember(owner: string, key: string, args: readonly unknown[]): unknown {
    const { methods } = this.sources;
    if (owner.length > 1024) this.charge(owner.length >> 2);
    const method = methods.text.get(key);
    if (method !== undefined) return method(this, owner, args);
    return methods.list.get(key)?.(this, [owner], args);
  }

  /** The value of `owner.key`, made a hash where it is missing. */
  vivify(owner: unknown, key: unknown, args: readonly unknown[]): unknown {
    const name = this.nameOf(key);
    if (isPrivateKey(name)) return undefined;
    if (isWritableHash(owner) && hashGet(owner, name) === undefined) {
      const made = emptyHash();
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
    return handler === undefined ? value : this.hostMember(handler, name, [value]);
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
}

const ORDERING: ReadonlySet<string> = new Set(['sort', 'nsort']);

function isHost(value: unknown): boolean {
  return typeof value === 'object' && value !== null && HostObject.handlerOf(value) !== undefined;
}

/** True for a hash of data: no view and no object of the host. */
export function isWritableHash(value: unknown): value is object {
  return kindOf(value) === 'hash' && !(value instanceof View);
}

function errorField(value: ErrorValue, key: string): unknown {
  if (key === 'type') return value.error.type;
  return key === 'info' ? value.error.info : undefined;
}

function listItem(list: readonly unknown[], key: string): unknown {
  if (!/^-?\d+$/.test(key)) return undefined;
  return list.at(Number(key));
}

function hasItem(list: readonly unknown[], key: string): boolean {
  if (!/^-?\d+$/.test(key)) return false;
  const index = Number(key);
  return index < list.length && index >= -list.length;
}
