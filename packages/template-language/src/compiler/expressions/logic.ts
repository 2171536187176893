import type { CodeWriter, Expression } from '../../parser/ast.ts';
import { anyCode, asAny, asTruth, type Code } from '../code.ts';

/** `a || b`: a if it is true, else b. */
export class LogicalOr implements Expression {
  readonly #left: Expression;
  readonly #right: Expression;

  constructor(left: Expression, right: Expression) {
    this.#left = left;
    this.#right = right;
  }

  emit(writer: CodeWriter): Code {
    const left = this.#left.emit(writer);
    const right = this.#right.emit(writer);
    if (left.type === 'flag' && right.type === 'flag') return { js: `(${left.js} || ${right.js})`, type: 'flag' };
    const name = writer.local();
    return anyCode(`(truth(${name} = ${asAny(left)}) ? ${name} : ${asAny(right)})`);
  }
}

/** `a && b`: a if it is false, else b. */
export class LogicalAnd implements Expression {
  readonly #left: Expression;
  readonly #right: Expression;

  constructor(left: Expression, right: Expression) {
    this.#left = left;
    this.#right = right;
  }

  emit(writer: CodeWriter): Code {
    const left = this.#left.emit(writer);
    const right = this.#right.emit(writer);
    if (left.type === 'flag' && right.type === 'flag') return { js: `(${left.js} && ${right.js})`, type: 'flag' };
    const name = writer.local();
    return anyCode(`(truth(${name} = ${asAny(left)}) ? ${asAny(right)} : ${name})`);
  }
}

/** `!a` */
export class Negation implements Expression {
  readonly #operand: Expression;

  constructor(operand: Expression) {
    this.#operand = operand;
  }

  emit(writer: CodeWriter): Code {
    return { js: `(!${asTruth(this.#operand.emit(writer))})`, type: 'flag' };
  }
}

/** `a ? b : c` */
export class Choice implements Expression {
  readonly #condition: Expression;
  readonly #yes: Expression;
  readonly #no: Expression;

  constructor(condition: Expression, yes: Expression, no: Expression) {
    this.#condition = condition;
    this.#yes = yes;
    this.#no = no;
  }

  emit(writer: CodeWriter): Code {
    const condition = asTruth(this.#condition.emit(writer));
    const yes = this.#yes.emit(writer);
    const no = this.#no.emit(writer);
    const type = yes.type === no.type && yes.type !== 'flag' ? yes.type : 'any';
    return { js: `(${condition} ? ${asAny(yes)} : ${asAny(no)})`, type };
  }
}
