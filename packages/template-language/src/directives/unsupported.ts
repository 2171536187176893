import type { Directive } from '../parser/directive.ts';

/** Words of the language that run Perl or build views: they fail when the template is compiled. */
function unsupported(word: string): Directive {
  return {
    parse(context, keyword) {
      throw context.cursor.unsupported(keyword, `${word} is not supported`);
    },
  };
}

export const perlDirective = unsupported('PERL');
export const rawPerlDirective = unsupported('RAWPERL');
export const viewDirective = unsupported('VIEW');
