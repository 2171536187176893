import { StringLiteral } from '../compiler/expressions/literals.ts';
import { type PathNode, Variable } from '../compiler/expressions/variable.ts';
import type { Token } from '../lexer/token.ts';
import type { Arguments, Expression, Usage } from './ast.ts';
import type { Bindings } from './bindings.ts';
import type { TokenCursor } from './token-cursor.ts';

/** What reading variables depends on, and what it notes of them. */
export interface VariableContext {
  readonly usage: Usage;
  readonly bindings: Bindings;
  readonly isMethod: (name: string) => boolean;
  /** Paths after which words joined by dashes are one name. */
  readonly dashedMembersOf: readonly string[];
}

/** What stands inside of variables. */
export interface InnerExpressions {
  /** A term that is no list and no hash. */
  parseScalarTerm(): Expression;
  /** Arguments up to the first token that cannot belong to one. */
  parseOpenArguments(): Arguments;
}

/** Reads variables, and names that a variable may stand for. */
export class VariableParser {
  readonly #cursor: TokenCursor;
  readonly #context: VariableContext;
  readonly #inner: InnerExpressions;

  constructor(cursor: TokenCursor, context: VariableContext, inner: InnerExpressions) {
    this.#cursor = cursor;
    this.#context = context;
    this.#inner = inner;
  }

  parse(): Variable {
    const nodes: PathNode[] = [this.#node(true)];
    while (this.#cursor.takeSymbol('.')) {
      const token = this.#cursor.peek();
      if (token.type === 'number') {
        this.#cursor.next();
        for (const index of token.value.split('.')) nodes.push({ name: index });
      } else {
        nodes.push(this.#dashed(nodes) ?? this.#node(false));
      }
    }
    const variable = new Variable(nodes);
    if (variable.changesItself) this.#context.bindings.assignTo(variable);
    return variable;
  }

  /** After one of the paths of `dashedMembersOf`, words joined by dashes are one name. */
  #dashed(nodes: readonly PathNode[]): PathNode | undefined {
    const { dashedMembersOf } = this.#context;
    if (dashedMembersOf.length === 0) return undefined;
    const path = nodes.map(({ name, args }) => (typeof name === 'string' && args === undefined ? name : '?')).join('.');
    if (!dashedMembersOf.includes(path)) return undefined;
    const first = this.#cursor.peek();
    if (first.type !== 'ident' && first.type !== 'keyword') return undefined;
    let end = this.#cursor.next();
    let name = end.raw;
    for (let next = this.#cursor.peek(); isDashedPart(next, end); next = this.#cursor.peek()) {
      end = this.#cursor.next();
      name += end.raw;
    }
    const args = this.#callArguments();
    return args === undefined ? { name } : { name, args };
  }

  #node(first: boolean): PathNode {
    const token = this.#cursor.peek();
    if (token.type === 'ident') {
      this.#cursor.next();
      const args = this.#callArguments();
      if (first) this.#readVariable(token);
      else if (args !== undefined || this.#context.isMethod(token.value)) this.#context.usage.methods.add(token.value);
      return args === undefined ? { name: token.value } : { name: token.value, args };
    }
    if (!this.#cursor.atSymbol('$') && !this.#cursor.atSymbol('${')) throw this.#cursor.unexpected();
    const name = this.#dollarName();
    if (first) this.#context.bindings.share();
    const args = this.#callArguments();
    return args === undefined ? { name } : { name, args };
  }

  #readVariable(token: Token): void {
    this.#context.usage.variables.add(token.value);
    this.#context.bindings.read(token.value, token.offset);
    if (token.value === 'import') this.#context.bindings.assignAny();
  }

  #callArguments(): Arguments | undefined {
    if (!this.#cursor.takeSymbol('(')) return undefined;
    const args = this.#inner.parseOpenArguments();
    this.#cursor.expectSymbol(')');
    return args;
  }

  /** The name of a hash member or argument: a word, a text, `$name` or `${term}`. */
  tryKey(): Expression | undefined {
    const token = this.#cursor.peek();
    if (token.type === 'literal' || token.type === 'ident') return new StringLiteral(this.#cursor.next().value);
    if (!this.#cursor.atSymbol('$') && !this.#cursor.atSymbol('${')) return undefined;
    return this.#dollarName();
  }

  /** The value that `$name` or `${term}` puts in place of a name. */
  #dollarName(): Expression {
    if (this.#cursor.takeSymbol('$')) {
      const token = this.#cursor.expectIdent();
      this.#readVariable(token);
      return new Variable([{ name: token.value }]);
    }
    this.#cursor.expectSymbol('${');
    const term = this.#cursor.nested(() => this.#inner.parseScalarTerm());
    this.#cursor.expectSymbol('}');
    return term;
  }

  /** `$a.b(c)` where a name is expected: the value of the variable a.b(c). */
  parseDollar(): Expression {
    this.#cursor.expectSymbol('$');
    return this.parse();
  }

  /** The target of an assignment if one stands here: a variable or a quoted name. */
  tryTarget(): Variable | undefined {
    const token = this.#cursor.peek();
    if (token.type === 'literal') {
      const following = this.#cursor.peek(1);
      if (following.type !== 'symbol' || following.value !== '=') return undefined;
      this.#cursor.next();
      return new Variable([{ name: token.value }]);
    }
    if (token.type !== 'ident' && !this.#cursor.atSymbol('$') && !this.#cursor.atSymbol('${')) return undefined;
    return this.parse();
  }

  /** The variable that is all of the tokens. */
  parseWhole(): Variable {
    const variable = this.parse();
    if (this.#cursor.peek().type !== 'end') throw this.#cursor.unexpected();
    return variable;
  }
}

/** True for what goes on with a dashed name: a dash, word or number directly after the token before it. */
function isDashedPart(token: Token, before: Token): boolean {
  if (token.offset !== before.offset + before.raw.length) return false;
  const isDash = token.type === 'symbol' && token.value === '-';
  return isDash || token.type === 'ident' || token.type === 'keyword' || token.type === 'number';
}
