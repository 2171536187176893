import type { CodeWriter, Statement } from '../parser/ast.ts';
import type { Directive, DirectiveContext } from '../parser/directive.ts';
import { parseFilename } from '../parser/names.ts';
import type { TokenCursor } from '../parser/token-cursor.ts';
import { parseMetadata } from './meta.ts';

/** `BLOCK; ... END` without a name: prints. RETURN and CLEAR inside it apply to it alone. */
class BlockStatement implements Statement {
  readonly #body: readonly Statement[];

  constructor(body: readonly Statement[]) {
    this.#body = body;
  }

  emit(writer: CodeWriter): void {
    const mark = writer.local();
    writer.line(`${mark} = rt.mark(${writer.scope});`);
    const buffer = writer.capture(true, (name) => {
      writer.line('try {');
      writer.inOpenBlock(() => writer.block(this.#body));
      writer.line('} catch (e) {');
      writer.line(`${name} += rt.leaveBlock(e, ${mark}, ${name});`);
      writer.line('}');
      writer.forgetLine();
    });
    writer.print(buffer);
    writer.line(`${buffer} = '';`);
  }
}

/** The inside of `name = BLOCK; ... END`, whose output is captured. */
export class CapturedBlock implements Statement {
  readonly #body: readonly Statement[];

  constructor(body: readonly Statement[]) {
    this.#body = body;
  }

  emit(writer: CodeWriter): void {
    writer.block(this.#body);
  }
}

/** `BLOCK name; ... END`: defined before anything runs, prints nothing where it stands. */
class BlockDefinition implements Statement {
  emit(): void {
    // The block is a unit of its own.
  }
}

function parseBlockName(context: DirectiveContext): string {
  const token = context.cursor.peek();
  if (token.type !== 'literal') return parseFilename(context);
  context.cursor.next();
  return token.value;
}

/** True before `;` and before metadata, which nobody can read without a name. */
function isNameless(cursor: TokenCursor): boolean {
  const following = cursor.peek(1);
  return cursor.atSymbol(';') || (following.type === 'symbol' && following.value === '=');
}

export const blockDirective: Directive = {
  parse(context) {
    const { cursor } = context;
    if (isNameless(cursor)) {
      parseMetadata(context);
      return new BlockStatement(context.parseBody());
    }
    const name = parseBlockName(context);
    const metadata = parseMetadata(context);
    cursor.expectSymbol(';');
    context.addBlock(name, metadata);
    cursor.expectKeyword('END');
    return new BlockDefinition();
  },
};
