import { DivisionToInteger } from '../compiler/expressions/arithmetic.ts';
import { AssignmentExpression } from '../compiler/expressions/assignment.ts';
import { HashLiteral, ListLiteral, RangeLiteral } from '../compiler/expressions/collections.ts';
import { NumberLiteral, QuotedText, StringLiteral } from '../compiler/expressions/literals.ts';
import { Reference } from '../compiler/expressions/reference.ts';
import type { Token } from '../lexer/token.ts';
import type { Arguments, Expression, NamedValue } from './ast.ts';
import { noArguments } from './ast.ts';
import { combine, type FlatItem } from './operators.ts';
import type { TokenCursor } from './token-cursor.ts';
import { type InnerExpressions, type VariableContext, VariableParser } from './variable-parser.ts';

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

/** Reads expressions, literals and arguments. */
export class ExpressionParser implements InnerExpressions {
  readonly variables: VariableParser;
  readonly #cursor: TokenCursor;
  readonly #context: VariableContext;

  constructor(cursor: TokenCursor, context: VariableContext) {
    this.#cursor = cursor;
    this.#context = context;
    this.variables = new VariableParser(cursor, context, this);
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
    const target = this.variables.tryTarget();
    let inner: Expression;
    if (target !== undefined && this.#cursor.takeSymbol('=')) {
      this.#context.bindings.assignTo(target);
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
      this.#context.bindings.share();
      return new Reference(this.variables.parse());
    }
    if (token.type === 'literal') return new StringLiteral(this.#cursor.next().value);
    if (token.type === 'number') return new NumberLiteral(this.#cursor.next().value);
    if (token.type === 'quoted') {
      this.#cursor.next();
      return new QuotedText(this.quotedParts(token));
    }
    return this.variables.parse();
  }

  /** A term that is no list and no hash. */
  parseScalarTerm(): Expression {
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
        const range = new RangeLiteral(first, this.parseScalarTerm());
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
      const name = this.variables.tryKey();
      if (name === undefined) throw this.#cursor.unexpected();
      this.#cursor.expectSymbol('=');
      entries.push({ name, value: this.parse() });
    }
    return new HashLiteral(entries);
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
    const name = this.#startsKey() ? this.variables.tryKey() : undefined;
    if (name !== undefined && this.#cursor.takeSymbol('=')) {
      named.push({ name, value: this.parse() });
      return;
    }
    this.#cursor.reset(start);
    if (this.#startsPathAssignment()) {
      named.push({ name: new StringLiteral(''), value: this.#pathAssignment() });
      return;
    }
    positional.push(this.parse());
  }

  /** True at `a.b =`: it assigns, and gives the value no name. */
  #startsPathAssignment(): boolean {
    let ahead = 0;
    const takes = (sign: string) => {
      const token = this.#cursor.peek(ahead);
      if (token.type !== 'symbol' || token.value !== sign) return false;
      ahead += 1;
      return true;
    };
    do {
      takes('$');
      const { type } = this.#cursor.peek(ahead);
      if (type !== 'ident' && (type !== 'number' || ahead === 0)) return false;
      ahead += 1;
    } while (takes('.'));
    return takes('=');
  }

  #pathAssignment(): Expression {
    const target = this.variables.parse();
    this.#cursor.expectSymbol('=');
    this.#context.bindings.assignTo(target);
    return new AssignmentExpression(target, this.parse());
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

  quotedParts(token: Token): readonly (string | Expression)[] {
    return (token.parts ?? []).map((part) => (typeof part === 'string' ? part : this.#quotedVariable(part)));
  }

  #quotedVariable(tokens: readonly Token[]): Expression {
    return new ExpressionParser(this.#cursor.over(tokens), this.#context).variables.parseWhole();
  }
}
