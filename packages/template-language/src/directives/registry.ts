import type { Directive } from '../parser/directive.ts';
import { blockDirective } from './block.ts';
import { callDirective } from './call.ts';
import { clearDirective } from './clear.ts';
import { debugDirective } from './debug.ts';
import { defaultDirective } from './default.ts';
import { filterDirective } from './filter.ts';
import { foreachDirective } from './foreach.ts';
import { getDirective } from './get.ts';
import { ifDirective, unlessDirective } from './if.ts';
import { includeDirective, processDirective } from './include.ts';
import { insertDirective } from './insert.ts';
import { lastDirective, nextDirective } from './loop-control.ts';
import { macroDirective } from './macro.ts';
import { metaDirective } from './meta.ts';
import { returnDirective } from './return.ts';
import { setDirective } from './set.ts';
import { stopDirective } from './stop.ts';
import { switchDirective } from './switch.ts';
import { throwDirective } from './throw.ts';
import { tryDirective } from './try.ts';
import { perlDirective, rawPerlDirective } from './unsupported.ts';
import { useDirective } from './use.ts';
import { viewDirective } from './view.ts';
import { whileDirective } from './while.ts';
import { wrapperDirective } from './wrapper.ts';

/** The directives by the keyword they start with. */
export const directives: ReadonlyMap<string, Directive> = new Map([
  ['BLOCK', blockDirective],
  ['CALL', callDirective],
  ['CLEAR', clearDirective],
  ['DEBUG', debugDirective],
  ['DEFAULT', defaultDirective],
  ['FILTER', filterDirective],
  ['FOR', foreachDirective],
  ['GET', getDirective],
  ['IF', ifDirective],
  ['INCLUDE', includeDirective],
  ['INSERT', insertDirective],
  ['LAST', lastDirective],
  ['MACRO', macroDirective],
  ['META', metaDirective],
  ['NEXT', nextDirective],
  ['PERL', perlDirective],
  ['PROCESS', processDirective],
  ['RAWPERL', rawPerlDirective],
  ['RETURN', returnDirective],
  ['SET', setDirective],
  ['STOP', stopDirective],
  ['SWITCH', switchDirective],
  ['THROW', throwDirective],
  ['TRY', tryDirective],
  ['UNLESS', unlessDirective],
  ['USE', useDirective],
  ['VIEW', viewDirective],
  ['WHILE', whileDirective],
  ['WRAPPER', wrapperDirective],
]);
