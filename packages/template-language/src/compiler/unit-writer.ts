import type { Arguments, CodeWriter, Expression, NamedValue, Statement, UnitSource } from '../parser/ast.ts';
import type { Bindings } from '../parser/bindings.ts';
import type { AccessorNames } from './accessor-names.ts';
import { asValue } from './code.ts';

export type Mode = CodeWriter['mode'];

/** What an open FOREACH has in variables of the function. */
interface LoopVariables {
  readonly name: string | undefined;
  readonly item: string;
  readonly loop: string;
}

interface Buffer {
  readonly name: string;
  /** True where what was printed before an error or STOP is kept: a unit's own buffer, and that of TRY. */
  readonly kept: boolean;
}

/** Writes the JavaScript function of one unit. Directives and expressions write themselves through it. */
export class UnitWriter implements CodeWriter {
  readonly #accessors: AccessorNames;
  readonly #unit: UnitSource;
  readonly thisUnit: string;
  readonly #isSimpleFilter: (name: string) => boolean;
  readonly bindings: Bindings;
  /** Called at each statement. */
  readonly #tick: () => void;
  readonly mode: Mode;
  /** JavaScript name of the scope that variables are looked up in. */
  scope = 's';
  readonly #lines: string[] = [];
  readonly #buffers: Buffer[] = [{ name: 'o', kept: true }];
  readonly #loops: string[] = [];
  readonly #loopVariables: LoopVariables[] = [];
  readonly #remembered = new Map<string, string>();
  readonly #declared: string[] = ["o = ''"];
  #openBlocks = 0;
  #names = 0;
  #line = 0;

  constructor(
    accessors: AccessorNames,
    unit: UnitSource,
    index: number,
    mode: Mode,
    isSimpleFilter: (name: string) => boolean,
    bindings: Bindings,
    tick: () => void,
  ) {
    this.#accessors = accessors;
    this.#unit = unit;
    this.thisUnit = this.unit(index);
    this.mode = mode;
    this.#isSimpleFilter = isSimpleFilter;
    this.bindings = bindings;
    this.#tick = tick;
  }

  get kind(): UnitSource['kind'] {
    return this.#unit.kind;
  }

  rootAccessor(name: string): string {
    return this.#accessors.root(name);
  }

  memberAccessor(name: string): string {
    return this.#accessors.member(name);
  }

  unit(index: number): string {
    return `units[${index}]`;
  }

  isSimpleFilter(name: string): boolean {
    return this.#isSimpleFilter(name);
  }

  get out(): string {
    return this.#buffers[this.#buffers.length - 1]?.name ?? 'o';
  }

  line(js: string): void {
    this.#lines.push(js);
  }

  print(js: string): void {
    this.#lines.push(`${this.out} += ${js};`);
  }

  /** Notes the line of the template, for errors. */
  at(line: number): void {
    if (line === this.#line) return;
    this.#line = line;
    this.#lines.push(`n = ${line};`);
  }

  /** After code that may have been reached by another way than the text before it. */
  forgetLine(): void {
    this.#line = 0;
  }

  /** A new local variable of the function. */
  local(): string {
    this.#names += 1;
    const name = `t${this.#names}`;
    this.#declared.push(name);
    return name;
  }

  /** Writes statements of a block that runs as a whole, and counts them as steps. */
  block(statements: readonly Statement[], extraSteps = 0): void {
    const isFree = extraSteps === 0 && statements.every((statement) => statement.isFree === true);
    const steps = isFree ? 0 : statements.length + extraSteps;
    if (steps > 0) this.line(`if ((rt.fuel -= ${steps}) < 0) rt.refuel(${this.pendingLength()});`);
    for (const statement of statements) {
      this.#tick();
      statement.emit(this);
    }
  }

  /** What was printed so far in this function, as a JavaScript expression of its length. */
  pendingLength(): string {
    return this.#buffers.map((buffer) => `${buffer.name}.length`).join(' + ');
  }

  /** Writes what `write` prints into a buffer of its own; answers the name of the buffer. */
  capture(kept: boolean, write: (buffer: string) => void): string {
    const name = `o${this.#buffers.length}`;
    const declaration = `${name} = ''`;
    if (!this.#declared.includes(declaration)) this.#declared.push(declaration);
    this.line(`${name} = '';`);
    this.#buffers.push({ name, kept });
    write(name);
    this.#buffers.pop();
    return name;
  }

  /** Writes what `write` prints into the buffer of a capture that was just made, but is not kept any more. */
  captureMore(buffer: string, write: () => void): void {
    this.#buffers.push({ name: buffer, kept: false });
    write();
    this.#buffers.pop();
  }

  /** What stays of the output when the unit is left here: kept buffers and the innermost one. */
  keptOutput(): string {
    const innermost = this.#buffers.length - 1;
    const names = this.#buffers.filter((buffer, index) => buffer.kept || index === innermost);
    return names.map((buffer) => buffer.name).join(' + ');
  }

  /** What a signal that is thrown here has to carry, since nobody else keeps it. */
  thrownOutput(): string {
    const innermost = this.#buffers[this.#buffers.length - 1];
    return innermost === undefined || innermost.kept ? "''" : innermost.name;
  }

  /** Writes a loop body; LAST and NEXT inside it leave or go on with this loop. */
  loop(write: (label: string) => void): void {
    this.#names += 1;
    const label = `l${this.#names}`;
    this.#loops.push(label);
    write(label);
    this.#loops.pop();
  }

  get innermostLoop(): string | undefined {
    return this.#loops[this.#loops.length - 1];
  }

  inOpenBlock(write: () => void): void {
    this.#openBlocks += 1;
    write();
    this.#openBlocks -= 1;
  }

  get isInOpenBlock(): boolean {
    return this.#openBlocks > 0;
  }

  inLoopOver(name: string | undefined, item: string, loop: string, write: () => void): void {
    this.#loopVariables.push({ name, item, loop });
    write();
    this.#loopVariables.pop();
  }

  loopLocal(name: string): string | undefined {
    if (!this.bindings.changesOnlyByLoop(name)) return undefined;
    if (name === 'loop') return this.#loopVariables.at(-1)?.loop;
    return this.#loopVariables.find((variables) => variables.name === name)?.item;
  }

  remembered(name: string): string {
    const read = `${this.rootAccessor(name)}(rt, ${this.scope})`;
    const known = this.#remembered.get(name) ?? this.local();
    this.#remembered.set(name, known);
    return `(${known} === undefined || rt.hasCalled ? ${known} = ${read} : ${known})`;
  }

  /** Wraps a call whose result may be a promise: in stepwise code the promise is waited for. */
  settled(js: string): string {
    if (this.mode === 'sync') return js;
    const name = this.local();
    return `((${name} = ${js}) === pending ? yield* settle(rt) : ${name})`;
  }

  /** Calls a function that runs units, which is a generator in stepwise code. */
  runs(name: string, args: string): string {
    return this.mode === 'sync' ? `${name}(rt, ${args})` : `(yield* ${name}Stepwise(rt, ${args}))`;
  }

  value(expression: Expression): string {
    return asValue(expression.emit(this));
  }

  /** `{ name: value, ... }` without a prototype. */
  namedValues(entries: readonly NamedValue[]): string {
    const members = entries.map(({ name, value }) => `[${this.key(name)}]: ${this.value(value)}`);
    return `{ __proto__: null, ${members.join(', ')} }`;
  }

  key(name: Expression): string {
    const code = name.emit(this);
    return code.type === 'text' ? code.js : `text(${asValue(code)})`;
  }

  /** A JavaScript list: the positional arguments, then one object with the named ones. */
  argumentList(args: Arguments): string {
    if (args.positional.length === 0 && args.named.length === 0) return 'noArgs';
    const items = args.positional.map((value) => this.value(value));
    if (args.named.length > 0) items.push(this.namedValues(args.named));
    return `[${items.join(', ')}]`;
  }

  /** The whole function; `name` is its JavaScript name. */
  functionText(name: string): string {
    const star = this.mode === 'sync' ? '' : '*';
    return [
      `function${star} ${name}(rt, s) {`,
      `let n = 1, ${this.#declared.join(', ')};`,
      'try {',
      ...this.#lines,
      '} catch (e) {',
      `return rt.leave(e, ${this.thisUnit}, n, o);`,
      '}',
      'return o;',
      '}',
    ].join('\n');
  }
}
