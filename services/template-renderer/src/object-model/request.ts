import type { JsonValue } from '@countinghouse/contracts';
import { copyForTemplate } from './json-value.ts';

/** What a template sees of its call. */
export interface RequestOfTemplate {
  readonly params: Readonly<Record<string, JsonValue>>;
  readonly headers: Readonly<Record<string, string>>;
}

/** `request`: the arguments, and every header under its name with dashes, with underscores, and as CGI spells it. */
export function requestVariable({ params, headers }: RequestOfTemplate): object {
  const named = Object.create(null) as Record<string, string>;
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    const underscored = lower.replaceAll('-', '_');
    named[lower] = value;
    named[underscored] = value;
    named[`HTTP_${underscored.toUpperCase()}`] = value;
  }
  return { __proto__: null, params: copyForTemplate(params), headers: named };
}
