import type { Token } from '../lexer/token.ts';
import type { Statement } from './ast.ts';
import type { Bindings } from './bindings.ts';
import type { ExpressionParser } from './expression-parser.ts';
import type { TokenCursor } from './token-cursor.ts';

/** What a directive reads its part of the template with. */
export interface DirectiveContext {
  readonly cursor: TokenCursor;
  readonly expressions: ExpressionParser;
  readonly bindings: Bindings;
  /** Statements up to a word that closes the list (END, ELSE, CASE ...) or the end of the template. */
  parseStatements(): readonly Statement[];
  /** `; statements END` */
  parseBody(): readonly Statement[];
  /** A directive or assignment if one stands here, with what follows it; undefined before a plain expression. */
  parseDirective(): Statement | undefined;
  atPostfix(): boolean;
  /** Reads the filters, wrappers, conditions and loops that follow a statement. */
  withPostfix(statement: Statement): Statement;
  setMetadata(name: string, value: string): void;
  useTemplate(name: string): void;
  /** Reads the statements of a named block and keeps them under that name. */
  addBlock(name: string, metadata: ReadonlyMap<string, string>): void;
  /** Answers the index of the unit. */
  addMacro(name: string, parameters: readonly string[] | undefined, body: readonly Statement[]): number;
}

/** A word of the language. `postfix` is true where filters, conditions and loops may follow it. */
export interface Directive {
  readonly postfix?: boolean;
  parse(context: DirectiveContext, keyword: Token): Statement;
}
