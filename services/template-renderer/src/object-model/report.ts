import { hostObject } from '@countinghouse/template-language';
import { Arguments } from './arguments.ts';

/** Status, headers and errors that a template sets for its answer (templates.md 1.5, template-engine.md). */
export class Report {
  readonly errors: string[] = [];
  status: number | undefined;
  readonly headers: Record<string, string> = {};
  readonly handle: object = hostObject({ get: (name) => this.#member(name) });

  #member(name: string): unknown {
    switch (name) {
      case 'add_error':
      case 'error':
      case 'warning':
        return (text: unknown) => this.#addError(text);
      case 'status':
        return (code: unknown) => this.#setStatus(code);
      case 'headers':
        return (...args: unknown[]) => this.#setHeaders(new Arguments(args).pairs());
      case 'is_success':
        return this.errors.length === 0 ? 1 : 0;
      case 'errors':
        return [...this.errors];
      default:
        return undefined;
    }
  }

  #addError(text: unknown): void {
    this.errors.push(typeof text === 'string' || typeof text === 'number' ? String(text) : '');
  }

  #setStatus(code: unknown): void {
    const status = Number(code);
    if (!Number.isInteger(status) || status < 200 || status > 599) {
      throw new Error('report.status: expected a status from 200 to 599');
    }
    this.status = status;
  }

  #setHeaders(headers: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(headers)) {
      if (name.toLowerCase() === 'status') this.#setStatus(value);
      else this.headers[checkedName(name)] = checkedValue(name, value);
    }
  }
}

/** Headers that belong to the connection and to who is logged in, not to a template. */
const REFUSED = new Set([
  'set-cookie',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'trailer',
  'upgrade',
  'x-content-type-options',
]);

function checkedName(name: string): string {
  const lower = name.toLowerCase();
  if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(lower) || REFUSED.has(lower)) {
    throw new Error(`report.headers: the header ${name.slice(0, 64)} cannot be set`);
  }
  return lower;
}

/** `type/subtype` with parameters; anything else is no content type that an answer could have. */
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?: *; *[\w-]+=(?:[\w!#$&^.+-]+|"[^"\\]*"))*$/;

function checkedValue(name: string, value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (name.toLowerCase() === 'content-type' && !MEDIA_TYPE.test(text)) {
    throw new Error('report.headers: expected a content-type such as text/css; charset=utf-8');
  }
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(text)) {
    throw new Error(`report.headers: the value of ${name.slice(0, 64)} has characters that a header cannot hold`);
  }
  return text;
}
