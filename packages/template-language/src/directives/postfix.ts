import type { Statement } from '../parser/ast.ts';
import type { DirectiveContext } from '../parser/directive.ts';
import { parseFilterUse } from '../parser/names.ts';
import { FilterStatement } from './filter.ts';
import { parsePostfixLoop } from './foreach.ts';
import { postfixCondition } from './if.ts';
import { WhileStatement } from './while.ts';
import { parsePostfixWrapper } from './wrapper.ts';

/** Filters and wrappers may follow a statement one after the other; a condition or loop comes last. */
export function parsePostfix(context: DirectiveContext, first: Statement): Statement {
  const { cursor, expressions } = context;
  let statement = first;
  while (context.atPostfix()) {
    const { value, tag } = cursor.next();
    if (value === '|' || value === 'FILTER') {
      statement = new FilterStatement([statement], parseFilterUse(context), tag.line);
    } else if (value === 'WRAPPER') {
      statement = parsePostfixWrapper(context, statement, tag.line);
    } else if (value === 'FOR') {
      return parsePostfixLoop(context, statement, tag.line);
    } else if (value === 'WHILE') {
      return new WhileStatement(expressions.parse(), [statement], tag.line);
    } else {
      return postfixCondition(expressions.parse(), statement, value === 'UNLESS', tag.line);
    }
  }
  return statement;
}
