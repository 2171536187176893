import type { Token } from '../lexer/token.ts';
import type { Statement } from './ast.ts';
import type { Bindings } from './bindings.ts';
import type { ExpressionParser } from './expression-parser.ts';
import type { TokenCursor } from './token-cursor.ts';

export interface ViewBody {
  readonly body: readonly Statement[];
  readonly blocks: ReadonlyMap<string, number>;
}

/** What a directive reads its part of the template with. */
export interface DirectiveContext {
  readonly cursor: TokenCursor;
  readonly expressions: ExpressionParser;
  readonly bindings: Bindings;
  /** Statements up to a word that closes the list (END, ELSE, CASE ...) or the end of the template. */
  parseStatements(): readonly Statement[];
  /** `; statements END` */
  parseBody(): readonly Statement[];
  /** A directive or assignment whose output is captured, with what follows it; undefined before a plain expression. */
  parseCaptured(): Statement | undefined;
  atPostfix(): boolean;
  /** Reads the filters, wrappers, conditions and loops that follow a statement. */
  withPostfix(statement: Statement): Statement;
  setMetadata(name: string, value: string): void;
  useTemplate(name: string): void;
  /** Reads the statements of a named block and keeps them under that name. */
  addBlock(name: string, metadata: ReadonlyMap<string, string>): void;
  /** `; statements END`, and the units of the blocks in them by name: they belong to a view, not to the template. */
  parseViewBody(): ViewBody;
  /** Answers the index of the unit. */
  addMacro(name: string, parameters: readonly string[] | undefined, body: readonly Statement[]): number;
}

/** A word of the language. */
export interface Directive {
  /** True where filters, conditions and loops may follow it. */
  readonly postfix?: boolean;
  /** True where its output cannot be captured: it is no value of an assignment and no body of a macro. */
  readonly standsAlone?: boolean;
  parse(context: DirectiveContext, keyword: Token): Statement;
}
