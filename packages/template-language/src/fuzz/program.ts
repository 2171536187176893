import type { Random } from './random.ts';

const names = [
  'a',
  'b',
  'list',
  'hash',
  'fn',
  'host',
  'p',
  'stream',
  '_x',
  'loop',
  'global',
  '__proto__',
  'constructor',
  'm',
] as const;
const members = [
  'size',
  'keys',
  'join',
  'first',
  'last',
  'push',
  'pop',
  'sort',
  'nsort',
  'reverse',
  'length',
  'repeat',
  'replace',
  'split',
  'match',
  'upper',
  'trim',
  'item',
  'constructor',
  '__proto__',
  'prototype',
  'toString',
  'x',
  '0',
  '-1',
  'hash',
  'list',
  'merge',
  'splice',
  'slice',
  'import',
  'delete',
  'substr',
  'chunk',
  'pluck',
  'grep',
  'unique',
  'each',
  'pairs',
  'values',
] as const;
const operators = [
  '+',
  '-',
  '*',
  ' / ',
  ' % ',
  ' div ',
  ' mod ',
  '_',
  '==',
  '!=',
  '<',
  '>',
  '<=',
  '&&',
  '||',
  ' and ',
  ' or ',
] as const;
const filters = [
  'upper',
  'html',
  'indent(2)',
  "format('%5s')",
  'truncate(3)',
  'repeat(3)',
  "replace('a','$1')",
  'uri',
  'eval',
  'nosuch',
  'html_para',
] as const;
const viewBlocks = ['text', 'list', 'hash', 'object', 'CODE', 'q0'] as const;
const viewOptions = [
  '',
  'base = v',
  'sealed = 0',
  "notfound = 'lib'",
  "prefix = 'q'",
  'map = hash',
  'a = 1',
  'item = b',
] as const;
const noise = [
  '{{',
  '}}',
  '"',
  "'",
  '\\',
  '$',
  '${',
  '}',
  '[',
  ']',
  '(',
  ')',
  '#',
  '|',
  ';',
  '=',
  '.',
  '-',
  '\n',
  '\u2028',
  '\u{1F600}',
  '\ud800',
  '\0',
] as const;

/** Random templates: programs that follow the grammar, now and then with a piece cut out or noise put in. */
export class ProgramMaker {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  program(): string {
    let text = '';
    for (let count = 1 + this.#random.below(6); count > 0; count -= 1) text += this.#statement(4);
    return this.#random.below(4) === 0 ? this.#damaged(text) : text;
  }

  /** Text of random characters and signs of the language. */
  bytes(): string {
    let text = '{{ ';
    for (let count = this.#random.below(60); count > 0; count -= 1) {
      text += this.#random.below(2) === 0 ? this.#random.pick(noise) : String.fromCharCode(32 + this.#random.below(95));
    }
    return `${text} }}`;
  }

  #damaged(text: string): string {
    const at = this.#random.below(text.length);
    return text.slice(0, at) + this.#random.pick(noise) + text.slice(at + this.#random.below(5));
  }

  #statement(depth: number): string {
    const e = () => this.#expression(depth - 1);
    const body = () => (depth <= 0 ? 'x' : this.#statement(depth - 1) + this.#statement(depth - 2));
    const name = this.#random.pick(names);
    const makers: readonly [() => string, ...(() => string)[]] = [
      () => `{{ ${e()} }}`,
      () => ` text ${this.#random.pick(noise).replace('{{', '{')} `,
      () => `{{ ${name} = ${e()} }}`,
      () => `{{ ${name}.${this.#random.pick(members)} = ${e()} }}`,
      () => `{{ IF ${e()} }}${body()}{{ ELSE }}${body()}{{ END }}`,
      () => `{{ FOREACH ${name} IN ${this.#variable(depth)} }}${body()}{{ END }}`,
      () => `{{ FOREACH ${this.#variable(depth)} }}${body()}{{ END }}`,
      () => `{{ WHILE ${e()} }}${body()}{{ LAST IF loop.count }}{{ END }}`,
      () => `{{ SWITCH ${e()} }}{{ CASE ${this.#variable(depth)} }}${body()}{{ CASE }}${body()}{{ END }}`,
      () => `{{ TRY }}${body()}{{ THROW a.b ${e()} }}{{ CATCH a }}{{ error }}${body()}{{ END }}`,
      () => `{{ MACRO m(a) BLOCK }}${body()}{{ END }}{{ m(${e()}) }}`,
      () => `{{ BLOCK q${this.#random.below(3)} }}${body()}{{ END }}{{ INCLUDE q${this.#random.below(3)} a = ${e()} }}`,
      () =>
        `{{ VIEW v ${this.#random.pick(viewOptions)} }}{{ BLOCK ${this.#random.pick(viewBlocks)} }}${body()}{{ END }}${body()}{{ END }}` +
        `{{ v.print(${e()}, ${e()}) }}{{ ${this.#random.pick(['v', 'view'])}.${this.#random.pick(members)} = ${e()} }}{{ v.${this.#random.pick(viewBlocks)} }}`,
      () => `{{ PROCESS lib a = ${e()} }}{{ WRAPPER lib }}${body()}{{ END }}`,
      () => `{{ BLOCK }}${body()}{{ RETURN IF ${e()} }}${body()}{{ END }}`,
      () => `{{ INCLUDE lib ${name}.${this.#random.pick(members)} = ${e()} }}`,
      () => `{{ FILTER ${this.#random.pick(filters)} }}${body()}{{ END }}`,
      () => `{{ ${e()} | ${this.#random.pick(filters)} }}`,
      () => `{{ ${name} = BLOCK }}${body()}{{ END }}`,
      () => `{{ ${this.#random.pick(['RETURN', 'STOP', 'CLEAR', 'NEXT', 'LAST'])} IF ${e()} }}`,
      () => `{{ CALL ${e()} }}{{ DEFAULT ${name} = ${e()} }}{{ import(${this.#variable(depth)}) }}`,
    ];
    return this.#random.pick(makers)();
  }

  #expression(depth: number): string {
    const e = () => this.#expression(depth - 1);
    if (depth <= 0) return this.#term(0);
    const makers: readonly [() => string, ...(() => string)[]] = [
      () => this.#term(depth),
      () => this.#variable(depth),
      () => `${e()} ${this.#random.pick(operators)} ${e()}`,
      () => `! ${e()}`,
      () => `(${e()})`,
      () => `${e()} ? ${e()} : ${e()}`,
    ];
    return this.#random.pick(makers)();
  }

  #term(depth: number): string {
    const makers: readonly [() => string, ...(() => string)[]] = [
      () => String(this.#random.below(1000) - 20),
      () => `'${this.#random.pick(['', 'a', '(a*)*b', '\\\\', 'x y', '%s', '[a-z]+'])}'`,
      () => this.#random.pick(names),
      () => `"v $a \${b} ${this.#random.pick(['x', '\\n', '\\$'])}"`,
      () => `"${this.#random.pick(['', 'v'])}$${this.#random.pick(['', ' ', '{}', '{a}', 'hash.x'])}"`,
      () => `\${${this.#random.pick(["'hash.x'", "'list.first'", "'p.0'", "'host.x'", "'_x.a'", 'b'])}}`,
      () => (depth <= 0 ? '[]' : `[${this.#term(depth - 1)}, ${this.#term(depth - 1)}]`),
      () => `[1..${this.#random.pick(['5', '100', 'a', '99999999'])}]`,
      () => (depth <= 0 ? '{}' : `{ ${this.#random.pick(names)} = ${this.#expression(depth - 1)} }`),
    ];
    return this.#random.pick(makers)();
  }

  #variable(depth: number): string {
    let path: string = this.#random.pick(names);
    for (let count = this.#random.below(3); count > 0; count -= 1) {
      const member = this.#random.below(6) === 0 ? '$a' : this.#random.pick(members);
      path += `.${member}`;
      if (this.#random.below(3) === 0 && !/\d$/.test(member)) path += `(${this.#expression(Math.min(depth - 1, 1))})`;
    }
    return path;
  }
}
