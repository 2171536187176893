import { PrintStatement } from '../directives/get.ts';
import { parsePostfix } from '../directives/postfix.ts';
import { directives } from '../directives/registry.ts';
import { parseStatementAssignment } from '../directives/set.ts';
import { TextStatement } from '../directives/text.ts';
import { tokenize } from '../lexer/lexer.ts';
import { Source } from '../lexer/source.ts';
import type { LexerOptions } from '../lexer/tag-scanner.ts';
import type { Token } from '../lexer/token.ts';
import type { ParsedTemplate, Statement, UnitSource, Usage } from './ast.ts';
import { Bindings } from './bindings.ts';
import type { DirectiveContext, ViewBody } from './directive.ts';
import { ExpressionParser } from './expression-parser.ts';
import { TokenCursor } from './token-cursor.ts';

/** Words that end a list of statements; who asked for the list checks which one is allowed. */
const closers: ReadonlySet<string> = new Set(['END', 'ELSE', 'ELSIF', 'CASE', 'CATCH', 'FINAL']);

/** Words that apply to the statement before them. */
const postfixWords: ReadonlySet<string> = new Set(['IF', 'UNLESS', 'FOR', 'WHILE', 'FILTER', 'WRAPPER']);

/** Reads the statements of one template. Directives get it to read what belongs to them. */
export class Parser implements DirectiveContext {
  readonly cursor: TokenCursor;
  readonly expressions: ExpressionParser;
  readonly bindings = new Bindings();
  readonly usage: Usage = { variables: new Set(), templates: new Set(), methods: new Set() };
  readonly #units: UnitSource[] = [];
  readonly #blocks = new Map<string, number>();
  readonly #blockPath: string[] = [];
  /** The blocks of the views that the parser is in, the innermost last. */
  readonly #openViews: Map<string, number>[] = [];
  readonly #metadata = new Map<string, string>();
  readonly #name: string;
  readonly #tick: () => void;

  constructor(
    source: Source,
    tokens: readonly Token[],
    isMethod: (name: string) => boolean,
    dashedMembersOf: readonly string[],
    tick: () => void,
  ) {
    this.#name = source.name;
    this.#tick = tick;
    this.cursor = new TokenCursor(source, tokens);
    const { usage, bindings } = this;
    this.expressions = new ExpressionParser(this.cursor, { usage, bindings, isMethod, dashedMembersOf });
  }

  parseTemplate(): ParsedTemplate {
    this.#units.push({ kind: 'template', name: this.#name, body: [], metadata: this.#metadata });
    const body = this.parseStatements();
    if (this.cursor.peek().type !== 'end') throw this.cursor.unexpected();
    this.#units[0] = { kind: 'template', name: this.#name, body, metadata: this.#metadata };
    return { name: this.#name, units: this.#units, blocks: this.#blocks, usage: this.usage, bindings: this.bindings };
  }

  /** Statements up to a word that closes the list, or the end of the template. */
  parseStatements(): readonly Statement[] {
    return this.cursor.nested(() => {
      const statements: Statement[] = [];
      for (;;) {
        const token = this.cursor.peek();
        if (token.type === 'end' || (token.type === 'keyword' && closers.has(token.value))) return statements;
        const statement = this.#parseChunk(token);
        if (statement !== undefined) statements.push(statement);
      }
    });
  }

  /** `; statements END` */
  parseBody(): readonly Statement[] {
    this.cursor.expectSymbol(';');
    const body = this.parseStatements();
    this.cursor.expectKeyword('END');
    return body;
  }

  #parseChunk(token: Token): Statement | undefined {
    this.#tick();
    if (token.type === 'text') {
      this.cursor.next();
      return new TextStatement(token.value);
    }
    if (this.cursor.takeSymbol(';')) return undefined;
    const statement = this.parseStatement();
    this.cursor.expectSymbol(';');
    return statement;
  }

  parseStatement(): Statement {
    return this.cursor.nested(() => this.#parseDirective() ?? this.withPostfix(this.#parsePrint()));
  }

  parseCaptured(): Statement | undefined {
    const token = this.cursor.peek();
    if (token.type === 'keyword' && directives.get(token.value)?.standsAlone === true) throw this.cursor.unexpected();
    return this.cursor.nested(() => this.#parseDirective());
  }

  #parseDirective(): Statement | undefined {
    const token = this.cursor.peek();
    if (token.type !== 'keyword') return parseStatementAssignment(this);
    const directive = directives.get(token.value);
    if (directive === undefined) throw this.cursor.unexpected();
    this.cursor.next();
    const statement = directive.parse(this, token);
    return directive.postfix === true ? this.withPostfix(statement) : statement;
  }

  #parsePrint(): Statement {
    const token = this.cursor.peek();
    return new PrintStatement(this.expressions.parse(), token.tag.line);
  }

  atPostfix(): boolean {
    const token = this.cursor.peek();
    if (token.type === 'symbol') return token.value === '|';
    return token.type === 'keyword' && postfixWords.has(token.value);
  }

  withPostfix(statement: Statement): Statement {
    return parsePostfix(this, statement);
  }

  useTemplate(name: string): void {
    this.usage.templates.add(name);
  }

  setMetadata(name: string, value: string): void {
    this.#metadata.set(name, value);
  }

  /** Adds a named block; its own blocks are found as `outer/inner`. */
  addBlock(name: string, metadata: ReadonlyMap<string, string>): void {
    this.#blockPath.push(name);
    const path = this.#blockPath.join('/');
    const body = this.parseStatements();
    this.#blockPath.pop();
    const viewBlocks = this.#openViews[this.#openViews.length - 1];
    const kind = viewBlocks === undefined ? 'block' : 'view';
    (viewBlocks ?? this.#blocks).set(path, this.#addUnit({ kind, name: path, body, metadata }));
  }

  parseViewBody(): ViewBody {
    const blocks = new Map<string, number>();
    this.#openViews.push(blocks);
    const body = this.parseBody();
    this.#openViews.pop();
    return { body, blocks };
  }

  addMacro(name: string, parameters: readonly string[] | undefined, body: readonly Statement[]): number {
    const unit: UnitSource = { kind: 'macro', name, body, metadata: new Map() };
    return this.#addUnit(parameters === undefined ? unit : { ...unit, parameters });
  }

  #addUnit(unit: UnitSource): number {
    return this.#units.push(unit) - 1;
  }
}

/** Parses a template, or throws a TemplateSyntaxError. */
export function parse(
  name: string,
  text: string,
  options: LexerOptions,
  isMethod: (name: string) => boolean,
  dashedMembersOf: readonly string[],
): ParsedTemplate {
  const source = new Source(name, text);
  return new Parser(source, tokenize(source, options), isMethod, dashedMembersOf, options.tick).parseTemplate();
}
