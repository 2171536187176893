/** Variables without prototype that keep V8's fast shape, unlike `Object.create(null)`. */
function VariableTable(): void {}
VariableTable.prototype = Object.freeze(Object.create(null));

export type Variables = Record<string, unknown>;

function newVariables(): Variables {
  return new (VariableTable as unknown as new () => Variables)();
}

/** What `component` shows of the template or block that runs. */
export interface ComponentInfo {
  readonly name: string;
  readonly metadata: ReadonlyMap<string, string>;
}

/** The variables of a template: what it assigned itself, above those that the caller gave. */
export class Scope {
  readonly own: Variables;
  readonly given: object;
  unit: ComponentInfo | undefined;

  constructor(own: Variables, given: object, unit: ComponentInfo | undefined) {
    this.own = own;
    this.given = given;
    this.unit = unit;
  }

  static over(given: object): Scope {
    return new Scope(newVariables(), given, undefined);
  }

  /** A copy whose changes do not come back. */
  copy(): Scope {
    return new Scope(Object.assign(newVariables(), this.own), this.given, this.unit);
  }
}
