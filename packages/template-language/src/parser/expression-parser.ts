import { DivisionToInteger } from '../compiler/expressions/arithmetic.ts';
import { AssignmentExpression } from '../compiler/expressions/assignment.ts';
import { HashLiteral, ListLiteral, RangeLiteral } from '../compiler/expressions/collections.ts';
import { NumberLiteral, QuotedText, StringLiteral } from '../compiler/expressions/literals.ts';
import { Reference } from '../compiler/expressions/reference.ts';
import { type PathNode, Variable } from '../compiler/expressions/variable.ts';
import type { Token } from '../lexer/token.ts';
import type { Arguments, Expression, NamedValue, Usage } from './ast.ts';
import { noArguments } from './ast.ts';
import type { Bindings } from './bindings.ts';
import { combine, type FlatItem } from './operators.ts';
import type { TokenCursor } from './token-cursor.ts';

/**
 * Levels of the grammar, loosest first. They only decide what `div` takes as its operands; everything else is grouped
 * by `combine` (templates.md 3.4).
 */
const grammarLevels: ReadonlyMap<string, number> = new Map([
  ['?', 1],
  ['&&', 3],
  ['||', 3],
  ['_', 5],
  ['==', 7],
  ['!=', 7],
  ['<', 7],
  ['>', 7],
  ['<=', 7],
  ['>=', 7],
  ['-', 8],
  ['*', 8],
  ['%', 8],
  ['+', 9],
  ['/', 10],
  ['div', 11],
  ['mod', 12],
]);

const notLevel = 4;

/** Reads expressions, variables, literals and arguments. */
export class ExpressionParser {
  readonly #cursor: TokenCursor;
  readonly #usage: Usage;
  readonly #bindings: Bindings;
  readonly #isMethod: (name: string) => boolean;

  readonly #dashedMembersOf: readonly string[];

  constructor(
    cursor: TokenCursor,
    usage: Usage,
    bindings: Bindings,
    isMethod: (name: string) => boolean,
    dashedMembersOf: readonly string[],
  ) {
    this.#cursor = cursor;
    this.#usage = usage;
    this.#bindings = bindings;
    this.#isMethod = isMethod;
    this.#dashedMembersOf = dashedMembersOf;
  }

  parse(): Expression {
    return this.#cursor.nested(() => combine(this.#flat(0)));
  }

  /** Operands and operators as written, `div` groups and parentheses already closed. */
  #flat(level: number): FlatItem[] {
    let items = this.#operand();
    for (;;) {
      const operator = this.#operator();
      const operatorLevel = operator === undefined ? undefined : grammarLevels.get(operator);
      if (operator === undefined || operatorLevel === undefined || operatorLevel < Math.max(level, 1)) return items;
      this.#cursor.next();
      if (operator === '?') {
        const yes = this.#cursor.nested(() => this.#flat(0));
        this.#cursor.expectSymbol(':');
        const no = this.#cursor.nested(() => this.#flat(1));
        items = [...items, { operator: '?' }, { operand: combine(yes) }, { operator: ':' }, ...no];
        continue;
      }
      const right = this.#cursor.nested(() => this.#flat(operatorLevel + 1));
      if (operator === 'div') {
        const quotient = combine([...items, { operator: '/' }, ...right]);
        items = [{ operand: new DivisionToInteger(quotient) }];
      } else {
        items = [...items, { operator: operator === 'mod' ? '%' : operator }, ...right];
      }
    }
  }

  #operator(): string | undefined {
    const token = this.#cursor.peek();
    if (token.type === 'symbol') return token.value;
    if (token.type === 'keyword' && (token.value === 'DIV' || token.value === 'MOD')) return token.value.toLowerCase();
    return undefined;
  }

  #operand(): FlatItem[] {
    if (this.#cursor.takeSymbol('!')) return [{ operator: '!' }, ...this.#cursor.nested(() => this.#flat(notLevel))];
    if (this.#cursor.atSymbol('(')) return [{ operand: this.#parenthesized() }];
    return [{ operand: this.parseTerm() }];
  }

  #parenthesized(): Expression {
    this.#cursor.expectSymbol('(');
    const start = this.#cursor.position;
    const target = this.tryTarget();
    let inner: Expression;
    if (target !== undefined && this.#cursor.takeSymbol('=')) {
      this.#bindings.assignTo(target);
      inner = new AssignmentExpression(target, this.parse());
    } else {
      this.#cursor.reset(start);
      inner = this.parse();
    }
    this.#cursor.expectSymbol(')');
    return inner;
  }

  /** A list, a hash, a variable, a reference, a text or a number. */
  parseTerm(): Expression {
    const token = this.#cursor.peek();
    if (this.#cursor.atSymbol('[')) return this.#cursor.nested(() => this.#list());
    if (this.#cursor.atSymbol('{')) return this.#cursor.nested(() => this.#hash());
    if (this.#cursor.takeSymbol('\\')) {
      this.#bindings.share();
      return new Reference(this.parseVariable());
    }
    if (token.type === 'literal') return new StringLiteral(this.#cursor.next().value);
    if (token.type === 'number') return new NumberLiteral(this.#cursor.next().value);
    if (token.type === 'quoted') {
      this.#cursor.next();
      return new QuotedText(this.quotedParts(token));
    }
    return this.parseVariable();
  }

  /** A term that is no list and no hash. */
  #scalarTerm(): Expression {
    if (this.#cursor.atSymbol('[') || this.#cursor.atSymbol('{')) throw this.#cursor.unexpected();
    return this.parseTerm();
  }

  #list(): Expression {
    this.#cursor.expectSymbol('[');
    const items: Expression[] = [];
    while (!this.#cursor.atSymbol(']')) {
      if (items.length > 0 && this.#cursor.takeSymbol(',')) continue;
      items.push(this.parseTerm());
      const first = items[0];
      if (items.length === 1 && first !== undefined && this.#cursor.takeSymbol('..')) {
        const range = new RangeLiteral(first, this.#scalarTerm());
        this.#cursor.expectSymbol(']');
        return range;
      }
    }
    this.#cursor.expectSymbol(']');
    return new ListLiteral(items);
  }

  #hash(): Expression {
    this.#cursor.expectSymbol('{');
    const entries: NamedValue[] = [];
    while (!this.#cursor.takeSymbol('}')) {
      if (entries.length > 0 && this.#cursor.takeSymbol(',')) continue;
      const name = this.tryKey();
      if (name === undefined) throw this.#cursor.unexpected();
      this.#cursor.expectSymbol('=');
      entries.push({ name, value: this.parse() });
    }
    return new HashLiteral(entries);
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
    const term = this.#cursor.nested(() => this.#scalarTerm());
    this.#cursor.expectSymbol('}');
    return term;
  }

  /** `$a.b(c)` where a name is expected: the value of the variable a.b(c). */
  parseDollarVariable(): Expression {
    this.#cursor.expectSymbol('$');
    return this.parseVariable();
  }

  parseVariable(): Variable {
    const nodes: PathNode[] = [this.#firstNode()];
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
    if (variable.changesItself) this.#bindings.assignTo(variable);
    return variable;
  }

  /** After one of the paths of `dashedMembersOf`, words joined by dashes are one name. */
  #dashed(nodes: readonly PathNode[]): PathNode | undefined {
    if (this.#dashedMembersOf.length === 0) return undefined;
    const path = nodes.map(({ name, args }) => (typeof name === 'string' && args === undefined ? name : '?')).join('.');
    if (!this.#dashedMembersOf.includes(path)) return undefined;
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

  #firstNode(): PathNode {
    return this.#node(true);
  }

  #node(first: boolean): PathNode {
    const token = this.#cursor.peek();
    if (token.type === 'ident') {
      this.#cursor.next();
      const args = this.#callArguments();
      if (first) this.#readVariable(token);
      else if (args !== undefined || this.#isMethod(token.value)) this.#usage.methods.add(token.value);
      return args === undefined ? { name: token.value } : { name: token.value, args };
    }
    if (!this.#cursor.atSymbol('$') && !this.#cursor.atSymbol('${')) throw this.#cursor.unexpected();
    const name = this.#dollarName();
    if (first) this.#bindings.share();
    const args = this.#callArguments();
    return args === undefined ? { name } : { name, args };
  }

  #readVariable(token: Token): void {
    this.#usage.variables.add(token.value);
    this.#bindings.read(token.value, token.offset);
    if (token.value === 'import') this.#bindings.assignAny();
  }

  #callArguments(): Arguments | undefined {
    if (!this.#cursor.takeSymbol('(')) return undefined;
    const args = this.parseOpenArguments();
    this.#cursor.expectSymbol(')');
    return args;
  }

  /** Arguments up to the first token that cannot belong to one. */
  parseOpenArguments(): Arguments {
    const positional: Expression[] = [];
    const named: NamedValue[] = [];
    for (;;) {
      if (this.#cursor.takeSymbol(',')) continue;
      if (!this.#startsExpression()) break;
      this.#cursor.nested(() => this.#argument(positional, named));
    }
    return positional.length === 0 && named.length === 0 ? noArguments : { positional, named };
  }

  #argument(positional: Expression[], named: NamedValue[]): void {
    const start = this.#cursor.position;
    const name = this.#startsKey() ? this.tryKey() : undefined;
    if (name !== undefined && this.#cursor.takeSymbol('=')) {
      named.push({ name, value: this.parse() });
      return;
    }
    this.#cursor.reset(start);
    positional.push(this.parse());
  }

  #startsKey(): boolean {
    const token = this.#cursor.peek();
    if (token.type === 'literal' || token.type === 'ident') {
      const following = this.#cursor.peek(1);
      return following.type === 'symbol' && following.value === '=';
    }
    return this.#cursor.atSymbol('$') || this.#cursor.atSymbol('${');
  }

  #startsExpression(): boolean {
    const token = this.#cursor.peek();
    if (token.type === 'symbol') return ['(', '[', '{', '$', '${', '\\', '!'].includes(token.value);
    return ['ident', 'number', 'literal', 'quoted'].includes(token.type);
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
    return this.parseVariable();
  }

  quotedParts(token: Token): readonly (string | Expression)[] {
    return (token.parts ?? []).map((part) => (typeof part === 'string' ? part : this.#quotedVariable(part)));
  }

  #quotedVariable(tokens: readonly Token[]): Expression {
    const outer = this.#cursor;
    const inner = new ExpressionParser(
      outer.over(tokens),
      this.#usage,
      this.#bindings,
      this.#isMethod,
      this.#dashedMembersOf,
    );
    return inner.#wholeVariable();
  }

  #wholeVariable(): Expression {
    const variable = this.parseVariable();
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
