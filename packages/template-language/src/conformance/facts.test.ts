// biome-ignore-all lint/suspicious/noTemplateCurlyInString: ${} is syntax of the templates under test
import { describe, expect, it } from 'vitest';
import { Engine } from '../index.ts';

const variables = () => ({
  a: 'A',
  b: 2,
  k: 'x',
  t: 'text',
  list: [3, 1, 2],
  hash: { x: 1, y: { z: 'deep' } },
  users: [{ n: 'Bo' }, { n: 'al' }],
  request: { headers: { x: 9, x_webhook_secret: 's' } },
  secret: 4,
});
const stored: Readonly<Record<string, string>> = {
  row: '<{{ v }}>',
  outer: '({{ content }})',
  lib: '{{ BLOCK q }}Q{{ END }}lib',
  self: '{{ INCLUDE self }}',
  'a/b.tt': 'AB',
  broken: '{{ IF }}',
  sets: '{{ a = 9; list.push(4); global.g = 5 }}',
};
const engine = new Engine({ load: (name) => stored[name] });

/** `!` before an expectation: the render fails with a message that starts so. */
async function outcome(source: string): Promise<string> {
  try {
    return await engine.render(source, variables());
  } catch (error) {
    return `!${(error as Error).message}`;
  }
}

/** The rules of templates.md sections 0 and 3, in their order; the recorded corpus beside this file has many more cases. */
const facts: Readonly<Record<string, readonly (readonly [rule: string, source: string, expected: string])[]>> = {
  'section 0': [
    ['blanks between two tags go', '{{ a }} {{ b }}', 'A2'],
    ['== compares texts, < numbers', "{{ '1.0' == '1' }}|{{ '10' > '9' }}", '|1'],
    ['concatenation is as tight as +', "{{ 'n' _ 1 + 2 }}", '2'],
    ['a missing value is the empty text', '[{{ nope }}{{ nope.x }}]', '[]'],
    ['lists hold terms only', '{{ x = [1 + 2] }}', '!parse error - input text line 1: unexpected token (+)'],
    ['hashes and arguments hold expressions', '{{ h = { a = 1 + 2 }; h.a; t.repeat(1 + 1) }}', '3texttext'],
    ['commas are optional', '{{ l = [1 2, 3]; h = { a = 1 b = 2 }; l.size; h.size; t.substr(1 2) }}', '32ex'],
    ['}} always ends a tag', '{{ a = { b = 1 }} x }}', '!parse error'],
    ['lower-case words are keywords', '{{ if b }}y{{ end }}{{ for i in list }}{{ i }}{{ end }}', 'y312'],
    ['a dash is minus', '{{ request.headers.x-secret }}', '5'],
    ['15 digits', '{{ 0.1 + 0.2 }}{{ 0.1 + 0.2 == 0.3 }}', '0.31'],
  ],
  '3.2 tags': [
    ['what is no whole tag is text', '}} {{ a', '}} {{ a'],
    ['- takes one line break and the blanks after it', 'x\n\n  {{ a }}', 'x\nA'],
    ['text before blanks stays', 'x   {{ a }}', 'x   A'],
    ['\\r\\n is one line break', 'x\r\n{{ a }}', 'xA'],
    ['= makes one blank, ~ none, + leaves all', 'x \n {{= a }}x \n {{~ a }}x \n {{+ a }}', 'x AxAx \n A'],
    ['after a tag', '{{ a -}} \nx{{ a -}} x{{ a =}} \n x{{ a ~}} \n x', 'AxA xA xAx'],
    ['a tag alone on a line takes its line along', 'x\n{{ y = 1 }}\nz', 'x\nz'],
    ['a comment tag leaves the white space before it', 'x {{# a }} y{{# a -}} \nz', 'x  yz'],
    ['# after a blank: to the end of the line', '{{ # no\n a # no\n }}', 'A'],
    ['TAGS', '{{ TAGS [% %] }}[% a %]{{ a }}', 'A{{ a }}'],
    ['two passes with other tags', '<% a %>{{ a }}', '<% a %>A'],
    ['; separates, assignments need none, empty ones are fine', '{{ ; x = 1 y = 2; ; x; y }}', '12'],
  ],
  '3.3 tokens': [
    ['names of any script, case matters', '{{ имя = 1; имя; ИМЯ }}', '1'],
    ['private names', "{{ _x = 1; _x; h = { _a = 1 }; h._a; h.keys.join; h.item('_a') }}", '_a1'],
    ['numbers are normalised', "{{ 1.50 }} {{+ 007 }} {{+ 1.0 == '1' }}", '1.5 7 1'],
    ['no exponent, no +', '{{ +1 }}', '!parse error'],
    ['a minus before a digit belongs to it', '{{ b -1 }}', '!parse error'],
    ['subtraction', '{{ b - 1 }}{{ b-secret }}', '1-2'],
    ['* and + need no blanks', '{{ b*2+1 }}', '5'],
    ['/ and % need blanks', '{{ b/2 }}', '!parse error'],
    ['single quotes', "{{ '\\' \\\\ \\n' }}", "' \\ \\n"],
    ['double quotes', '{{ "\\n\\t\\"\\\\\\$\\q" }}', '\n\t"\\$q'],
    ['interpolation', '{{ "$a $hash.y.z ${hash.x}! $list.0" }}', 'A deep 1! 3'],
    ['a dollar without a name', '{{ "$" }}{{ "a$ $" }}', 'a '],
    ['a name takes every letter, digit, _ and dot', '{{ "sum $a." }}', '!parse error'],
    ['texts span lines', "{{ 'a\nb' }}", 'a\nb'],
    ['keywords are names after a dot and before =', '{{ h = { if = 1 }; h.if; h.last = 2; h.last }}', '12'],
    [
      'words that take no name are followed by keywords',
      '{{ for i in list; next if i == 1; i; last if i == 2; end; return if b }}x',
      '32',
    ],
    ['and keywords at the start of a statement or value', '{{ x = last || 5 }}', '!parse error'],
  ],
  '3.4 expressions': [
    ['div and mod', "{{ 1 + 7 div 2 }} {{+ 'a' _ 7 div 2 }} {{+ 2 * 7 div 2 }} {{+ 7 div 2 * 2 }}", '4 a3 6 6'],
    ['div cuts towards zero, % follows the right side', '{{ -7 div 2 }} {{+ -7 % 3 }} {{+ 7 % -3 }}', '-3 2 -2'],
    ['not binds tighter than ==', "{{ not a == '' }}", '1'],
    ['&& and || give the operand', "{{ nope || 'd' }}{{ a && b }}{{ 0 && b }}", 'd20'],
    ['comparisons give 1 or the empty text', '{{ 1 < 2 }}|{{ 2 < 1 }}|{{ (2 < 1) + 5 }}', '1||5'],
    [
      'what is false',
      "{{ FOREACH v IN ['', '0', 0, '0.0', '00', ' ']; v ? 't' : 'f'; END; nope ? 't' : 'f' }}",
      'ffftttf',
    ],
    ['empty lists and hashes are true', "{{ l = []; h = {}; l ? 't' : 'f'; h ? 't' : 'f' }}", 'tt'],
    ['text in arithmetic', "{{ '3 x' + 1 }} {{+ ' 1e2' + 0 }} {{+ '0x10' + 0 }} {{+ 'x' + 1 }}", '4 100 0 1'],
    ['division by zero', '{{ 1 / 0 }}', '!undef error - Illegal division by zero at input text line 1.'],
    [
      'number output',
      '{{ 1 / 3 }} {{+ 100000 / 1000000000000 }} {{+ 9223372036854775807 }} {{+ 10000000000 * 10000000000 }}',
      '0.333333333333333 1e-07 9223372036854775807 1e+20',
    ],
    ['assignment in parentheses', '{{ (x = 4) + 1; x }}', '54'],
    ['choice is right-associative', "{{ 1 ? 0 ? 'a' : 'b' : 'c' }}", 'b'],
    ['paths', "{{ list.0; list.-1; hash.$k; hash.${k}; hash.${'x'}; hash.y.z.length; $k }}", '321114'],
    ['literals have no methods', "{{ 'x'.length }}", '!parse error'],
    ['only terms in ${ }', '{{ hash.${k _ k} }}', '!parse error'],
    ['key, hash method, list method of one', '{{ hash.x; hash.size; hash.first.x; h = { size = 9 }; h.size }}', '1219'],
    ['list methods before indices', '{{ list.first; list.nosuch; list.size }}', '33'],
    ['text methods, then those of a list of one', "{{ t.length; t.first; t.join('-') }}", '4texttext'],
    ['slices leave out what is not there', "{{ ks = ['x', 'nope']; s = hash.$ks; s.size; s.0 }}", '11'],
    ['$k may be a path', "{{ p = 'hash.y.z'; $p; $p = 4; hash.y.z; p = 'hash.n'; DEFAULT $p = 5; hash.n }}", 'deep45'],
    [
      'a path among arguments is assigned',
      '{{ INCLUDE row hash.x = 7 v = 2; hash.x; t.repeat(2, hash.x = 8).length }}',
      '<2>78',
    ],
    ['missing levels become hashes', '{{ p.q.r = 5; p.q.r; p.q.keys.join }}', '5r'],
    [
      'assignment to list items, $k and members of texts',
      '{{ list.1 = 9; list.join; $k = 7; x; t.m = 1; t }}',
      '3 9 27text',
    ],
    ['DEFAULT', '{{ DEFAULT a = 1 z = 2; a; z }}', 'A2'],
    ['undefined is stored as empty text', '{{ x = nope; x.defined; x.length }}', '10'],
    ['lists and hashes are shared', '{{ m = list; m.push(7); list.size; h = hash; h.x = 8; hash.x }}', '48'],
    ['ranges', "{{ x = [1..3]; x.join; y = ['a'..'c']; y.join; z = [3..1]; z.size }}", '1 2 3a b c0'],
    ['hash keys', "{{ h = { a = 1, b => 2 'c d' = 3 $k = 4 ${t} = 5 }; h.a; h.b; h.${'c d'}; h.x; h.text }}", '12345'],
    [
      'quoted and keyword argument names',
      "{{ x = t.repeat(2); h = { '-or' = 1, end = 2 }; h.${'-or'}; h.end; x }}",
      '12texttext',
    ],
  ],
  '3.5 directives': [
    ['IF ELSIF ELSE UNLESS', '{{ IF z }}1{{ ELSIF b }}2{{ ELSE }}3{{ END }}{{ UNLESS z }}4{{ ELSE }}5{{ END }}', '24'],
    [
      'postfix forms',
      "{{ 'a' IF b; 'b' UNLESS b; i FOREACH i IN list; 'up' FILTER upper; 'w' WRAPPER outer }}",
      'a312UP(w)',
    ],
    [
      'SWITCH',
      "{{ SWITCH b }}junk{{ CASE [1, 2] }}a{{ CASE 2 }}b{{ CASE }}c{{ END }}{{ SWITCH 'q' }}{{ CASE 'Q' }}a{{ CASE DEFAULT }}d{{ END }}",
      'ad',
    ],
    [
      'FOREACH over lists, hashes, single values, nothing',
      "{{ FOREACH i IN list; i; END; FOREACH p IN hash; p.key; END; FOREACH v IN 'v'; v; END; FOREACH n IN nope; 'n'; END }}",
      '312xyv',
    ],
    ['the variable keeps its last value, loop is restored', '{{ FOREACH i IN list; END; i; loop }}', '2'],
    ['without a variable', '{{ FOREACH users; n; END; n }}', 'Boal'],
    [
      'loop',
      '{{ FOREACH i IN list; loop.index; loop.count; loop.number; loop.size; loop.max; loop.first; loop.last; loop.prev; loop.next; loop.odd; loop.even; loop.parity; "|"; END }}',
      '0113210110odd|12232003201even|2333201110odd|',
    ],
    [
      'NEXT LAST BREAK',
      '{{ FOREACH i IN list; NEXT IF i == 1; i; LAST IF i == 2; END; FOREACH i IN list; BREAK; END }}',
      '32',
    ],
    ['LAST outside a loop ends the block', '{{ BLOCK x }}a{{ LAST }}b{{ END }}{{ INCLUDE x }}c', 'ac'],
    ['WHILE: 1000 rounds', '{{ n = 0; WHILE n < 1000; n = n + 1; END; n }}', '1000'],
    ['WHILE: no more', '{{ WHILE 1; END }}', '!undef error - WHILE loop terminated (> 1000 iterations)'],
    ['BLOCK', '{{ INCLUDE x }}{{ BLOCK x }}X{{ END }}{{ BLOCK }}y{{ END }}{{ c = BLOCK }}z{{ END }}{{ c }}', 'Xyz'],
    ['capture of any directive', '{{ x = FOREACH i IN list; i; END; x.length; y = IF b; "B"; END; y }}', '3B'],
    ['INCLUDE copies, PROCESS does not', '{{ INCLUDE sets; a; list.size; global.g; PROCESS sets; a }}', 'A459'],
    ['arguments and blocks of PROCESS stay', '{{ PROCESS row v = 1; v; PROCESS lib; INCLUDE q }}', '<1>1libQ'],
    [
      'names',
      "{{ INCLUDE a/b.tt; INCLUDE 'a/b.tt'; r = 'row'; INCLUDE $r; INCLUDE \"$r\"; INCLUDE row + row v = 1 }}",
      'ABAB<><><1><1>',
    ],
    ['missing template', '{{ INCLUDE nope }}', '!file error - nope: not found'],
    ['recursion', '{{ INCLUDE self }}', "!file error - recursion into 'self'"],
    ['blocks may recur', '{{ BLOCK x; b; INCLUDE x b = b - 1 IF b; END; INCLUDE x }}', '210'],
    ['not without end', '{{ BLOCK x; INCLUDE x; END; INCLUDE x }}', '!template limit exceeded: depth'],
    ['WRAPPER', '{{ WRAPPER outer + row v = 1 }}x{{ END }}{{ WRAPPER outer }}y{{ END }}', '(<1>)(y)'],
    [
      'MACRO',
      '{{ MACRO m(p, q) BLOCK; p; q; a = 0; END; m(1, 2); m(3, 4, z = 5); a; MACRO g GET v; g(v = 5); MACRO f(n) IF n; n; f(n - 1); END; f(3) }}',
      '1234A5321',
    ],
    [
      'FILTER',
      "{{ FILTER upper }}x{{ END }}{{ 'a' _ 'b' | upper | lower }}{{ x = t | upper; x }}{{ FILTER f = repeat(2) }}y{{ END }}{{ 'z' | f }}",
      'XabTEXTyyzz',
    ],
    [
      'TRY keeps output, CATCH matches prefixes',
      "{{ TRY; 'a'; THROW q.r.s 'i'; CATCH q; error.type; error.info; error; e.info; FINAL; 'f'; END }}",
      'aq.r.siq.r.s error - iif',
    ],
    [
      'what was printed before THROW or STOP stays',
      "{{ TRY; FILTER upper; 'a'; THROW q; END; CATCH; 'b'; END; TRY; THROW q; CATCH; 'c'; STOP; END; 'd' }}",
      'abc',
    ],
    ['CLEAR', "{{ TRY; 'a'; THROW q 'i'; CATCH; CLEAR; 'b'; END; 'c'; }}", 'bc'],
    [
      'errors of division have type undef, of templates file',
      '{{ TRY; 1 / 0; CATCH undef; "u"; END; TRY; INCLUDE nope; CATCH file; "f"; END; TRY; INCLUDE broken; CATCH file; "s"; END }}',
      'ufs',
    ],
    [
      'a hash behind the parameters of a macro brings variables',
      '{{ MACRO m(p) BLOCK; p; x; END; m(1, hash); m(2, 3, x = 4) }}',
      '1124',
    ],
    ['STOP ends everything and TRY lets it pass', '{{ TRY; "a"; STOP; CATCH; "b"; END }}c', 'a'],
    ['RETURN', '{{ BLOCK x }}a{{ RETURN }}b{{ END }}{{ INCLUDE x }}c', 'ac'],
    [
      'a block without a name is one for RETURN, CLEAR and a LAST outside of a loop',
      'a{{ BLOCK }}b{{ RETURN }}c{{ END }}d{{ BLOCK }}e{{ CLEAR }}f{{ END }}g{{ BLOCK }}h{{ LAST }}i{{ END }}j',
      'abdfghj',
    ],
    [
      'filters and their arguments come before the text',
      "{{ n = 1; FILTER repeat(n); n = 3; 'x'; END; TRY; FILTER nosuch; n = 4; END; CATCH; n; END }}",
      'x3',
    ],
    ['THROW without info', '{{ TRY; THROW x n = 1; CATCH; error.type; error.info; END }}', 'undefx'],
    ['META', "{{ META title = 'T' }}{{ template.title }}", 'T'],
    ['USE date', "{{ USE date; date.format('2024-01-02 03:04:05', '%d.%m.%Y') }}", '02.01.2024'],
    ['PERL', '{{ PERL }}1{{ END }}', '!parse error'],
  ],
  '3.6 methods and filters': [
    ['replace', "{{ t.replace('(t)', '<$1$2>'); t.replace('t', 'T', 0) }}", '<t>ex<t>Text'],
    [
      'match, split, substr, repeat',
      "{{ t.match('(e)(.)').join; t.match('q'); s = ' a b'; s.split.join('-'); t.substr(1, 2, '_'); t.repeat }}",
      'e xa-bt_t',
    ],
    ['trim and collapse change the variable', '{{ s = "  a  b "; s.trim; s.collapse; "[$s]" }}', 'a  ba b[a b]'],
    ['dquote', '{{ q = "\\"\\n"; q.dquote }}', '\\"\\n'],
    [
      'sort, nsort',
      "{{ l = ['b', 'A', 10, 9]; l.sort.join; l.nsort.join; users.sort('n').0.n }}",
      '10 9 A bb A 9 10al',
    ],
    ['first(2), push', '{{ list.first(2).join; list.push(4); list.size }}', '3 14'],
    [
      'pairs are sorted, sort by value',
      '{{ h = { b = 1 a = 2 }; h.pairs.0.key; h.sort.join; h.nsort.join }}',
      'ab ab a',
    ],
    [
      'html, xml, uri, url',
      '{{ "<\'&>" | html }}{{ "\'" | xml }}{{ "a b!\'()/" | uri }}{{ \'a b/?\' | url }}',
      "&lt;'&amp;&gt;&apos;a%20b!'()%2Fa%20b/?",
    ],
    [
      'indent, format, truncate, repeat',
      "{{ 'a' | indent(2) }}{{ 'a' | indent('> ') }}{{ 5 | format('%03d') }}{{ 'long text' | truncate(5) }}{{ 'x' | repeat(3) }}",
      '  a> a005lo...xxx',
    ],
    [
      'null, collapse, ucfirst, lcfirst, remove, replace',
      "{{ 'x' | null }}{{ ' a  b ' | collapse }}{{ 'ab' | ucfirst }}{{ 'AB' | lcfirst }}{{ 'abc' | remove('b') }}{{ 'abc' | replace('b', 'x') }}",
      'a bAbaBacaxc',
    ],
    ['eval', "{{ src = '{' _ '{ b + 1 }' _ '}'; src | eval }}", '3'],
    ['json does not exist', "{{ 'x' | json }}", '!undef error - json: filter not found'],
    ['unknown plugins', '{{ USE nosuch }}', '!plugin error - nosuch: plugin not found'],
  ],
  '3.7 errors': [
    [
      'unexpected end of directive',
      '{{ a * }}',
      '!parse error - input text line 1: unexpected end of directive\n  [% a * %]',
    ],
    ['unexpected end of input', '{{ IF a }}', '!parse error - input text line 1: unexpected end of input'],
    ['THROW', '{{ THROW my.type "info" }}', '!my.type error - info'],
    ['syntax errors are found before anything runs', '{{ THROW x }}{{ IF }}', '!parse error'],
  ],
};

describe.each(Object.entries(facts))('%s', (_section, rules) => {
  it.each(rules)('%s', async (_rule, source, expected) => {
    const output = await outcome(source);
    if (expected.startsWith('!')) expect(output.slice(0, expected.length)).toBe(expected);
    else expect(output).toBe(expected);
  });
});
