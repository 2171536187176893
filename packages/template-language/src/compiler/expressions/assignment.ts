import type { CodeWriter, Expression } from '../../parser/ast.ts';
import type { Code } from '../code.ts';
import type { Variable } from './variable.ts';

/** `(name = value)`: assigns, and has the value. */
export class AssignmentExpression implements Expression {
  readonly #target: Variable;
  readonly #value: Expression;

  constructor(target: Variable, value: Expression) {
    this.#target = target;
    this.#value = value;
  }

  emit(writer: CodeWriter): Code {
    const name = writer.local();
    return {
      js: `(${name} = ${writer.value(this.#value)}, ${this.#target.emitAssignment(writer, name)}, ${name})`,
      type: 'value',
    };
  }
}
