import { HostObject } from '../host-object.ts';
import type { RunMode } from './host-calls.ts';
import type { Limits } from './limits.ts';
import { isWritableHash, MemberAccess, type MemberSources } from './member-access.ts';
import { isPrivateKey } from './path.ts';
import type { Scope } from './scope.ts';
import { emptyHash, hashGet, hashKeys, isThenable, ownData } from './values.ts';

export interface VariableSources extends MemberSources {
  /** Variables of the engine, below those of the caller. */
  readonly engineVariables: object;
}

/** Reads and writes the variables of scopes (templates.md 3.4). */
export abstract class VariableAccess extends MemberAccess {
  declare readonly sources: VariableSources;
  /** Work of copying the variables of a template, as far as their number follows from data. */
  declare protected copyWork: number;
  declare private globals: Record<string, unknown> | undefined;

  constructor(mode: RunMode, limits: Limits, sources: VariableSources) {
    super(mode, limits, sources);
    this.copyWork = 8;
    this.globals = undefined;
  }

  /** `template` and `component`; undefined for every other name. */
  protected abstract specialVariable(scope: Scope, name: string): unknown;

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

  rootByKey(scope: Scope, key: unknown, args: readonly unknown[]): unknown {
    const name = this.nameOf(key);
    return isPrivateKey(name) ? undefined : this.root(scope, name, args);
  }

  assignRoot(scope: Scope, key: unknown, value: unknown): unknown {
    const name = this.nameOf(key);
    if (isPrivateKey(name)) return value;
    this.copyWork += 1;
    scope.own[name] = value;
    return value;
  }

  /** The variable of this name, made a hash where it is missing. */
  vivifyRoot(scope: Scope, key: unknown, args: readonly unknown[]): unknown {
    const name = this.nameOf(key);
    if (isPrivateKey(name)) return undefined;
    const value = this.root(scope, name, args);
    if (value !== undefined && value !== null) return value;
    const made = emptyHash();
    scope.own[name] = made;
    return made;
  }

  /** The variables of a template or block that is called with arguments: a copy, with them above. */
  childScope(scope: Scope, args: Record<string, unknown> | undefined): Scope {
    const child = this.copied(scope);
    if (args !== undefined) this.setArguments(child, args);
    return child;
  }

  copied(scope: Scope): Scope {
    this.charge(this.copyWork);
    return scope.copy();
  }

  setArguments(scope: Scope, args: Record<string, unknown>): void {
    for (const name of Object.keys(args)) {
      if (name === 'import' && typeof args[name] === 'object') this.importInto(scope, args[name]);
      else if (!isPrivateKey(name)) scope.own[name] = args[name];
    }
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
