/** Names whose value does not come from variables alone. */
const special: readonly string[] = ['component', 'template', 'global', 'import'];

/** The path that is assigned: the name of its variable, undefined where that is computed. */
export interface AssignedPath {
  readonly rootName: string | undefined;
}

/**
 * What a template may do to its variables, collected while it is parsed. A variable that nothing in the template can
 * change keeps its value while a unit runs, so that generated code may remember it.
 */
export class Bindings {
  readonly #assigned = new Set<string>(special);
  readonly #openLoops: string[] = [];
  readonly #loopNames = new Set<string>();
  readonly #firstReads = new Map<string, number>();
  readonly #readAgain = new Set<string>();
  readonly #readOutsideItsLoop = new Set<string>();
  #anyMayChange = false;
  #isShared = false;

  /** A statement assigns what this path names, or a member of it. */
  assignTo({ rootName }: AssignedPath): void {
    if (rootName === undefined) this.assignAny();
    else this.assign(rootName);
  }

  assign(name: string): void {
    this.#assigned.add(name);
  }

  /** Something may assign any variable. */
  assignAny(): void {
    this.#anyMayChange = true;
    this.#isShared = true;
  }

  /** Something else than the code of this unit may read any variable: an included template, a macro, a computed name. */
  share(): void {
    this.#isShared = true;
  }

  /** A loop over `name` starts; inside a loop over the same name the name changes in more than one place. */
  openLoop(name: string): void {
    if (this.#openLoops.includes(name)) this.assign(name);
    this.#openLoops.push(name);
    this.#loopNames.add(name);
  }

  closeLoop(): void {
    this.#openLoops.pop();
  }

  /** The variable is read at an offset of the source; the parser may come by the same place twice. */
  read(name: string, offset: number): void {
    const first = this.#firstReads.get(name);
    if (first === undefined) this.#firstReads.set(name, offset);
    else if (first !== offset) this.#readAgain.add(name);
    if (!this.#openLoops.includes(name)) this.#readOutsideItsLoop.add(name);
  }

  isReadInSeveralPlaces(name: string): boolean {
    return this.#readAgain.has(name);
  }

  /** True where nothing changes the variable. */
  isConstant(name: string): boolean {
    return this.changesOnlyByLoop(name) && !this.#loopNames.has(name);
  }

  /** True where nothing but the body of a loop over this name can tell whether the variable is set. */
  isSeenOnlyInItsLoop(name: string): boolean {
    return this.changesOnlyByLoop(name) && !this.#isShared && !this.#readOutsideItsLoop.has(name);
  }

  /** True where a loop over this name is all that changes the variable. */
  changesOnlyByLoop(name: string): boolean {
    return !this.#anyMayChange && !this.#assigned.has(name);
  }
}
