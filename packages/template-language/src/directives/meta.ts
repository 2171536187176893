import type { Statement } from '../parser/ast.ts';
import type { Directive, DirectiveContext } from '../parser/directive.ts';

/** `name = 'text'` pairs that are known before the render. */
export function parseMetadata(context: DirectiveContext): ReadonlyMap<string, string> {
  const { cursor } = context;
  const metadata = new Map<string, string>();
  while (cursor.peek().type === 'ident') {
    const name = cursor.next().value;
    cursor.expectSymbol('=');
    const value = cursor.peek();
    if (value.type !== 'literal' && value.type !== 'number') throw cursor.unexpected();
    cursor.next();
    metadata.set(name, value.value);
    while (cursor.takeSymbol(','));
  }
  return metadata;
}

/** `META name = 'text'`: readable as `template.name`. */
class MetaStatement implements Statement {
  emit(): void {
    // The values belong to the template, not to a place in it.
  }
}

export const metaDirective: Directive = {
  standsAlone: true,
  parse(context) {
    const metadata = parseMetadata(context);
    if (metadata.size === 0) throw context.cursor.unexpected();
    for (const [name, value] of metadata) context.setMetadata(name, value);
    return new MetaStatement();
  },
};
