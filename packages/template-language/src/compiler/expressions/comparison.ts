import type { CodeWriter, Expression } from '../../parser/ast.ts';
import { asAny, asText, type Code, quote } from '../code.ts';

/** `a < b`, and chains like `a < b < c`. `==` and `!=` compare texts, the others numbers. */
export class Comparison implements Expression {
  readonly #operators: readonly string[];
  readonly #operands: readonly Expression[];

  constructor(operators: readonly string[], operands: readonly Expression[]) {
    this.#operators = operators;
    this.#operands = operands;
  }

  emit(writer: CodeWriter): Code {
    const codes = this.#operands.map((operand) => operand.emit(writer));
    const first = codes[0];
    const second = codes[1];
    if (first === undefined || second === undefined) throw new Error('a comparison has two operands');
    if (codes.length === 2) return { js: compare(this.#operators[0] ?? '==', first, second), type: 'flag' };
    return { js: this.#chain(writer, codes), type: 'flag' };
  }

  #chain(writer: CodeWriter, codes: readonly Code[]): string {
    const names = codes.map(() => writer.local());
    const tests = this.#operators.map((operator, index) => {
      const assigned = `(${names[index + 1]} = ${asAny(codes[index + 1] ?? { js: "''", type: 'text' })})`;
      const left: Code = { js: names[index] ?? '', type: 'any' };
      return compare(operator, left, { js: assigned, type: 'any' });
    });
    return `(${names[0]} = ${asAny(codes[0] ?? { js: "''", type: 'text' })}, ${tests.join(' && ')})`;
  }
}

/** False for what can never be the text of a list or hash: other text than the empty one. */
function mayEqualReference({ js, type }: Code): boolean {
  if (type === 'text') return js === quote('') || !js.startsWith('"');
  return type !== 'number';
}

function compare(operator: string, left: Code, right: Code): string {
  if (operator === '==' || operator === '!=') {
    const mayBeReferences = mayEqualReference(left) && mayEqualReference(right);
    if (mayBeReferences) return `(${operator === '!=' ? '!' : ''}rt.same(${asAny(left)}, ${asAny(right)}))`;
    return `(${asText(left)} ${operator}= ${asText(right)})`;
  }
  return `(number(${asAny(left)}) ${operator} number(${asAny(right)}))`;
}
