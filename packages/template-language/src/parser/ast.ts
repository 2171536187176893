import type { Code } from '../compiler/code.ts';
import type { Bindings } from './bindings.ts';

/** What expressions and statements write themselves with: the function of one unit in the making. */
export interface CodeWriter {
  /** `sync` code never waits; `stepwise` code is a generator that yields each promise it needs. */
  readonly mode: 'sync' | 'stepwise';
  readonly kind: UnitSource['kind'];
  /** JavaScript name of the scope that variables are looked up in. */
  scope: string;
  /** JavaScript name of the text that is printed to. */
  readonly out: string;
  readonly innermostLoop: string | undefined;
  line(js: string): void;
  print(js: string): void;
  /** Notes the line of the template, for errors. */
  at(line: number): void;
  /** After code that may have been reached by another way than the text before it. */
  forgetLine(): void;
  /** A new local variable of the function. */
  local(): string;
  /** Writes statements that run as a whole, and counts them as steps. */
  block(statements: readonly Statement[], extraSteps?: number): void;
  /** JavaScript of the length of what was printed so far. */
  pendingLength(): string;
  /** Writes what `write` prints into a buffer of its own; answers its JavaScript name. */
  capture(kept: boolean, write: (buffer: string) => void): string;
  /** Writes what `write` prints into a buffer that `capture` has made, which nobody keeps any more. */
  captureMore(buffer: string, write: () => void): void;
  /** JavaScript of what stays of the output when the unit is left here. */
  keptOutput(): string;
  /** JavaScript of the output that a signal thrown here carries, since nobody else keeps it. */
  thrownOutput(): string;
  /** Writes a loop; `write` gets the JavaScript label that LAST and NEXT inside it use. */
  loop(write: (label: string) => void): void;
  /** Writes the inside of a block without a name, which RETURN leaves by a signal. */
  inOpenBlock(write: () => void): void;
  readonly isInOpenBlock: boolean;
  /** Wraps JavaScript whose value may be pending: stepwise code waits for it. */
  settled(js: string): string;
  /** JavaScript that calls a function of the runtime that runs other units. */
  runs(name: string, args: string): string;
  value(expression: Expression): string;
  key(name: Expression): string;
  namedValues(entries: readonly NamedValue[]): string;
  argumentList(args: Arguments): string;
  /** JavaScript functions that read a variable, and a member without arguments. */
  rootAccessor(name: string): string;
  memberAccessor(name: string): string;
  /** JavaScript of the unit with this index in the template. */
  unit(index: number): string;
  readonly thisUnit: string;
  isSimpleFilter(name: string): boolean;
  readonly bindings: Bindings;
  /** JavaScript of the item of an open loop over this name, or of the innermost loop itself for `loop`. */
  loopLocal(name: string): string | undefined;
  /** Inside `write`, the item of the loop is the JavaScript variable `item`. */
  inLoopOver(name: string | undefined, item: string, loop: string, write: () => void): void;
  /** JavaScript of a variable that nothing changes: it is read once, unless anything was called since. */
  remembered(name: string): string;
}

/** An expression that can write itself as JavaScript. */
export interface Expression {
  emit(writer: CodeWriter): Code;
}

/** A statement that can write itself as JavaScript. */
export interface Statement {
  /** True where running it is so little that it is not counted as a step beside the block that it stands in. */
  readonly isFree?: boolean;
  emit(writer: CodeWriter): void;
}

/** A name and the value given to it, in arguments and hash literals. */
export interface NamedValue {
  readonly name: Expression;
  readonly value: Expression;
}

export interface Arguments {
  readonly positional: readonly Expression[];
  readonly named: readonly NamedValue[];
}

export const noArguments: Arguments = { positional: [], named: [] };

/** The unit that a template, a BLOCK, a BLOCK of a VIEW or the body of a MACRO is compiled to. */
export interface UnitSource {
  readonly kind: 'template' | 'block' | 'view' | 'macro';
  readonly name: string;
  readonly body: readonly Statement[];
  readonly metadata: ReadonlyMap<string, string>;
  /** Parameter names of a macro that has a list of them. */
  readonly parameters?: readonly string[];
}

/** What a template uses, collected while it is parsed. */
export interface Usage {
  readonly variables: Set<string>;
  readonly templates: Set<string>;
  readonly methods: Set<string>;
}

export interface ParsedTemplate {
  readonly name: string;
  /** The first unit is the template itself. */
  readonly units: readonly UnitSource[];
  /** Index of the unit by the name of the block. */
  readonly blocks: ReadonlyMap<string, number>;
  readonly usage: Usage;
  readonly bindings: Bindings;
}
