import { hostObject } from '@countinghouse/template-language';
import { textOf } from './arguments.ts';
import type { Render } from './render.ts';

const LEVELS = ['error', 'warn', 'info', 'debug'] as const;
const CHARACTERS_MAX = 1000;

/** `logger.error(text)`, `warning`, `info`, `debug`: lines of the service's log. */
export function logger(render: Render, template: string): object {
  return hostObject({
    get: (name) => {
      const level = LEVELS.find((one) => one === name || (name === 'warning' && one === 'warn'));
      if (level === undefined) return undefined;
      return (text: unknown) => {
        render.context.log[level]({ template, text: textOf(text).slice(0, CHARACTERS_MAX) }, 'a template says');
      };
    },
  });
}
