export interface SourcePosition {
  readonly line: number;
  readonly column: number;
  readonly excerpt: string;
}

/** The text of a template breaks the grammar. `line` and `column` count from 1; `excerpt` is the source line. */
export class TemplateSyntaxError extends Error {
  /** Name of the template, not of the class. */
  override readonly name: string;
  readonly line: number;
  readonly column: number;
  readonly excerpt: string;

  constructor(template: string, message: string, position: SourcePosition) {
    super(message);
    this.name = template;
    this.line = position.line;
    this.column = position.column;
    this.excerpt = position.excerpt;
  }
}

/**
 * A render failed. `type` is what CATCH matches, `info` what was thrown with it; `message` reads `TYPE error - INFO`.
 * `template` and `line` say where, as far as it is known.
 */
export class TemplateError extends Error {
  readonly type: string;
  readonly info: unknown;
  template: string;
  line: number;

  constructor(type: string, info: unknown, options: { template?: string; line?: number; cause?: unknown } = {}) {
    super(
      `${type} error - ${typeof info === 'object' ? '' : String(info)}`,
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.name = 'TemplateError';
    this.type = type;
    this.info = info;
    this.template = options.template ?? '';
    this.line = options.line ?? 0;
  }
}

export type LimitName = 'steps' | 'outputBytes' | 'timeMs' | 'depth' | 'listItems' | 'textBytes' | 'whileRounds';

/** A render went over one of its limits; no template can catch this. */
export class TemplateLimitError extends Error {
  readonly limit: LimitName;
  template: string;
  line: number;

  constructor(limit: LimitName, maximum: number, options: { template?: string; line?: number } = {}) {
    super(`template limit exceeded: ${limit} (at most ${maximum})`);
    this.name = 'TemplateLimitError';
    this.limit = limit;
    this.template = options.template ?? '';
    this.line = options.line ?? 0;
  }
}
