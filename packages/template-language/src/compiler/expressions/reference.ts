import type { CodeWriter, Expression } from '../../parser/ast.ts';
import type { Code } from '../code.ts';
import type { Variable } from './variable.ts';

/** `\a.b(1)`: the call itself as a value; arguments of a later call are appended. */
export class Reference implements Expression {
  readonly #variable: Variable;

  constructor(variable: Variable) {
    this.#variable = variable;
  }

  emit(writer: CodeWriter): Code {
    return { js: this.#variable.emitReference(writer), type: 'value' };
  }
}
