import { asAny, quote } from '../compiler/code.ts';
import { isPrivate } from '../compiler/expressions/variable.ts';
import type { CodeWriter, Expression, Statement } from '../parser/ast.ts';
import type { Directive, DirectiveContext } from '../parser/directive.ts';

interface LoopHead {
  /** Without a name, the members of each item become variables of the loop. */
  readonly variable?: string;
  readonly list: Expression;
}

/** `FOREACH name IN list; ... END` */
class ForeachStatement implements Statement {
  readonly #head: LoopHead;
  readonly #body: readonly Statement[];
  readonly #line: number;

  constructor(head: LoopHead, body: readonly Statement[], line: number) {
    this.#head = head;
    this.#body = body;
    this.#line = line;
  }

  emit(writer: CodeWriter): void {
    writer.at(this.#line);
    const list = writer.local();
    const outer = writer.local();
    const item = writer.local();
    const { scope } = writer;
    writer.line(`${list} = ${writer.settled(`rt.loop(${asAny(this.#head.list.emit(writer))})`)};`);
    if (this.#head.variable === undefined) {
      writer.scope = writer.local();
      writer.line(`${writer.scope} = rt.openScope(${scope});`);
    }
    writer.line(`${outer} = ${writer.scope}.own.loop;`);
    writer.line(`if (${list} !== undefined) {`);
    writer.line(`${writer.scope}.own.loop = ${list};`);
    writer.loop((label) => this.#emitLoop(writer, label, list, item));
    writer.line(`if (${list}.close !== undefined) ${writer.settled(`rt.closeLoop(${list})`)};`);
    writer.line('}');
    if (writer.scope === scope) writer.line(`${scope}.own.loop = ${outer} ?? '';`);
    else writer.line(`rt.closeScope(${scope});`);
    writer.scope = scope;
    writer.forgetLine();
  }

  #emitLoop(writer: CodeWriter, label: string, list: string, item: string): void {
    const { variable } = this.#head;
    const store = variable === undefined ? undefined : this.#emitStore(writer, variable, item);
    writer.line(`${label}: while ((${item} = ${writer.settled(`${list}.next(rt)`)}) !== loopEnd) {`);
    const arrived = writer.settled(`rt.arrived(${item})`);
    writer.line(`if (typeof ${item} === 'object' && ${item} !== null && 'then' in ${item}) ${item} = ${arrived};`);
    writer.line(store === undefined ? `rt.importInto(${writer.scope}, ${item});` : `${item} ??= ''; ${store}`);
    writer.forgetLine();
    writer.inLoopOver(variable, item, list, () => writer.block(this.#body, 1));
    writer.line('}');
    writer.forgetLine();
  }

  /** JavaScript that assigns the item to the variable, unless nobody but this loop can tell. */
  #emitStore(writer: CodeWriter, variable: string, item: string): string {
    if (isPrivate(variable)) return '';
    const store = `${writer.scope}.own[${quote(variable)}] = ${item};`;
    if (!writer.bindings.isSeenOnlyInItsLoop(variable)) return store;
    const isOutermost = writer.local();
    writer.line(`${isOutermost} = rt.isOutermost;`);
    return `if (!${isOutermost} || typeof ${item} === 'function') ${store}`;
  }
}

function parseHead(context: DirectiveContext): LoopHead {
  const { cursor, expressions } = context;
  const token = cursor.peek();
  const following = cursor.peek(1);
  const named = (following.type === 'symbol' && following.value === '=') || following.value === 'IN';
  if (token.type === 'ident' && named && following.type !== 'literal') {
    cursor.next();
    cursor.next();
    const list = expressions.parseTerm();
    expressions.parseOpenArguments();
    if (token.value === 'loop') context.bindings.assign('loop');
    return { variable: token.value, list };
  }
  const list = expressions.parseTerm();
  expressions.parseOpenArguments();
  context.bindings.assignAny();
  return { list };
}

/** `statement FOREACH name IN list` */
export function parsePostfixLoop(context: DirectiveContext, statement: Statement, line: number): Statement {
  const head = parseHead(context);
  // The statement was read before the name of the loop was known.
  if (head.variable !== undefined) context.bindings.assign(head.variable);
  return new ForeachStatement(head, [statement], line);
}

export const foreachDirective: Directive = {
  parse(context, keyword) {
    const head = parseHead(context);
    context.bindings.openLoop(head.variable ?? '');
    const body = context.parseBody();
    context.bindings.closeLoop();
    return new ForeachStatement(head, body, keyword.tag.line);
  },
};
