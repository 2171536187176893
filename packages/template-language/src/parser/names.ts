import { QuotedText, StringLiteral } from '../compiler/expressions/literals.ts';
import type { Arguments, Expression } from './ast.ts';
import type { DirectiveContext } from './directive.ts';

/**
 * `name args`, `'a' + 'b' args` or `$variable args`: what INCLUDE, FILTER, USE, THROW and others take. A variable may
 * hold a list of names of templates.
 */
export interface NamedCall {
  readonly names: readonly Expression[];
  /** The name where it is one word that is known before the render. */
  readonly staticName?: string;
  readonly args: Arguments;
}

export function parseNamedCall(parser: DirectiveContext): NamedCall {
  const { cursor, expressions } = parser;
  if (cursor.atSymbol('$')) {
    const variable = expressions.variables.parseDollar();
    return { names: [variable], args: expressions.parseOpenArguments() };
  }
  const names = [parseName(parser)];
  while (cursor.takeSymbol('+')) names.push(parseName(parser));
  const args = cursor.takeSymbol('(') ? closedArguments(parser) : expressions.parseOpenArguments();
  const first = names[0];
  if (names.length === 1 && first instanceof StringLiteral) return { names, staticName: first.value, args };
  return { names, args };
}

function closedArguments(parser: DirectiveContext): Arguments {
  const args = parser.expressions.parseOpenArguments();
  parser.cursor.expectSymbol(')');
  return args;
}

export function parseName(parser: DirectiveContext): Expression {
  const { cursor, expressions } = parser;
  const token = cursor.peek();
  if (token.type === 'literal') {
    cursor.next();
    return new StringLiteral(token.value);
  }
  if (token.type === 'quoted') {
    cursor.next();
    return new QuotedText(expressions.quotedParts(token));
  }
  return new StringLiteral(parseFilename(parser));
}

/** Bare words joined by dots. */
export function parseFilename(parser: DirectiveContext): string {
  const { cursor } = parser;
  let name = '';
  for (;;) {
    const token = cursor.peek();
    if (token.type !== 'ident' && token.type !== 'filename' && token.type !== 'number') throw cursor.unexpected();
    name += cursor.next().raw;
    if (!cursor.takeSymbol('.')) return name;
    name += '.';
  }
}

/** `[alias =] name args` */
export interface AliasedCall extends NamedCall {
  readonly alias?: Expression;
}

/** What FILTER takes. A filter that renders text as a template may assign any variable. */
export function parseFilterUse(parser: DirectiveContext): AliasedCall {
  const call = parseFilterCall(parser);
  const { staticName } = call;
  if (staticName === undefined || staticName === 'eval' || staticName === 'evaltt') parser.bindings.assignAny();
  return call;
}

export function parseFilterCall(parser: DirectiveContext): AliasedCall {
  const { cursor, expressions } = parser;
  const start = cursor.position;
  const isComputed = cursor.atSymbol('${');
  const alias = expressions.variables.tryKey();
  if (alias !== undefined && cursor.takeSymbol('=')) return { alias, ...parseNamedCall(parser) };
  if (isComputed) throw cursor.unexpected();
  cursor.reset(start);
  return parseNamedCall(parser);
}
