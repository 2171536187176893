import type { Directive } from '../parser/directive.ts';

/** Words of the language that run Perl: they fail when the template is compiled. */
function unsupported(word: string): Directive {
  return {
    parse(context, keyword) {
      throw context.cursor.unsupported(keyword, `${word} is not supported`);
    },
  };
}

export const perlDirective = unsupported('PERL');
export const rawPerlDirective: Directive = { ...unsupported('RAWPERL'), standsAlone: true };
