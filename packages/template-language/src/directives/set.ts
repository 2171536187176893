import type { Variable } from '../compiler/expressions/variable.ts';
import type { CodeWriter, Expression, Statement } from '../parser/ast.ts';
import type { Directive, DirectiveContext } from '../parser/directive.ts';
import { CapturedBlock } from './block.ts';
import { PrintStatement } from './get.ts';

export interface Assignment {
  readonly target: Variable;
  readonly value: Expression;
}

/** One or more `name = value`. */
class SetStatement implements Statement {
  readonly #assignments: readonly Assignment[];
  readonly #line: number;

  constructor(assignments: readonly Assignment[], line: number) {
    this.#assignments = assignments;
    this.#line = line;
  }

  emit(writer: CodeWriter): void {
    writer.at(this.#line);
    for (const { target, value } of this.#assignments) {
      const js = writer.value(value);
      if (target.isPlainRoot) {
        writer.line(`${target.emitAssignment(writer, js)};`);
        continue;
      }
      const name = writer.local();
      writer.line(`${name} = ${js};`);
      writer.line(`${target.emitAssignment(writer, name)};`);
    }
  }
}

/** `name = DIRECTIVE ...`: stores what the directive prints. */
class CaptureStatement implements Statement {
  readonly #target: Variable;
  readonly #source: Statement;
  readonly #line: number;

  constructor(target: Variable, source: Statement, line: number) {
    this.#target = target;
    this.#source = source;
    this.#line = line;
  }

  emit(writer: CodeWriter): void {
    const buffer = writer.capture(false, () => writer.block([this.#source]));
    writer.at(this.#line);
    writer.line(`${this.#target.emitAssignment(writer, `rt.bounded(${buffer})`)};`);
    writer.line(`${buffer} = '';`);
  }
}

/** Assignments up to the first token that starts none. Commas between them are skipped. */
export function parseAssignmentList(context: DirectiveContext): readonly Assignment[] {
  const { cursor, expressions } = context;
  const assignments: Assignment[] = [];
  for (;;) {
    while (assignments.length > 0 && cursor.takeSymbol(','));
    const start = cursor.position;
    const target = expressions.variables.tryTarget();
    if (target === undefined || !cursor.takeSymbol('=')) {
      cursor.reset(start);
      return assignments;
    }
    context.bindings.assignTo(target);
    assignments.push({ target, value: expressions.parse() });
  }
}

/** At least one assignment. */
export function parseRequiredAssignments(context: DirectiveContext): readonly Assignment[] {
  const assignments = parseAssignmentList(context);
  if (assignments.length > 0) return assignments;
  context.expressions.variables.tryTarget();
  throw context.cursor.unexpected();
}

/** A statement that starts with `name =`, or undefined: a capture, or a list of assignments. */
export function parseStatementAssignment(context: DirectiveContext): Statement | undefined {
  const { cursor, expressions } = context;
  const start = cursor.position;
  const line = cursor.peek().tag.line;
  const target = expressions.variables.tryTarget();
  if (target === undefined || !cursor.takeSymbol('=')) {
    cursor.reset(start);
    return undefined;
  }
  context.bindings.assignTo(target);
  const source = parseCaptured(context);
  if (source !== undefined) return new CaptureStatement(target, source, line);
  const value = expressions.parse();
  if (context.atPostfix()) {
    return new CaptureStatement(target, context.withPostfix(new PrintStatement(value, line)), line);
  }
  while (cursor.takeSymbol(','));
  return new SetStatement([{ target, value }, ...parseAssignmentList(context)], line);
}

function parseCaptured(context: DirectiveContext): Statement | undefined {
  if (context.cursor.takeKeyword('BLOCK')) return new CapturedBlock(context.parseBody());
  return context.parseCaptured();
}

export const setDirective: Directive = {
  postfix: true,
  parse(context, keyword) {
    return new SetStatement(parseRequiredAssignments(context), keyword.tag.line);
  },
};
