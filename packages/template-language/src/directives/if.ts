import { asTruth } from '../compiler/code.ts';
import type { CodeWriter, Expression, Statement } from '../parser/ast.ts';
import type { Directive, DirectiveContext } from '../parser/directive.ts';

interface Branch {
  readonly condition: Expression;
  readonly negated: boolean;
  readonly line: number;
  readonly body: readonly Statement[];
}

/** `IF ... ELSIF ... ELSE ... END`, also `UNLESS`. */
class IfStatement implements Statement {
  readonly #branches: readonly Branch[];
  readonly #otherwise: readonly Statement[];

  constructor(branches: readonly Branch[], otherwise: readonly Statement[]) {
    this.#branches = branches;
    this.#otherwise = otherwise;
  }

  emit(writer: CodeWriter): void {
    for (const { condition, negated, line, body } of this.#branches) {
      writer.at(line);
      const truth = asTruth(condition.emit(writer));
      writer.line(`if (${negated ? '!' : ''}${truth}) {`);
      writer.block(body);
      writer.line('} else {');
      writer.forgetLine();
    }
    writer.block(this.#otherwise);
    writer.line('}'.repeat(this.#branches.length));
    writer.forgetLine();
  }
}

/** `statement IF condition` */
export function postfixCondition(
  condition: Expression,
  statement: Statement,
  negated: boolean,
  line: number,
): Statement {
  return new IfStatement([{ condition, negated, line, body: [statement] }], []);
}

function parseIf(context: DirectiveContext, line: number, negated: boolean): Statement {
  const { cursor, expressions } = context;
  const branches: Branch[] = [];
  const readBranch = (negate: boolean, at: number) => {
    const condition = expressions.parse();
    cursor.expectSymbol(';');
    branches.push({ condition, negated: negate, line: at, body: context.parseStatements() });
  };
  readBranch(negated, line);
  while (cursor.atKeyword('ELSIF')) readBranch(false, cursor.next().tag.line);
  let otherwise: readonly Statement[] = [];
  if (cursor.takeKeyword('ELSE')) {
    cursor.expectSymbol(';');
    otherwise = context.parseStatements();
  }
  cursor.expectKeyword('END');
  return new IfStatement(branches, otherwise);
}

export const ifDirective: Directive = { parse: (context, keyword) => parseIf(context, keyword.tag.line, false) };
export const unlessDirective: Directive = { parse: (context, keyword) => parseIf(context, keyword.tag.line, true) };
