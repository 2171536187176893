import type { JsonObject } from '@countinghouse/contracts';
import { hostObject } from '@countinghouse/template-language';
import { copyForTemplate } from './json-value.ts';
import type { Render } from './render.ts';

/** `task`: the running task; `task.answer(status, msg, …)` says what came of it. */
export function task(render: Render, given: JsonObject): object {
  return hostObject({
    get: (name) => {
      if (name === 'answer') {
        return (status: unknown, msg: unknown, ...more: unknown[]) => {
          render.taskAnswer = { status, msg, more };
        };
      }
      return Object.hasOwn(given, name) ? copyForTemplate(given[name]) : undefined;
    },
    keys: () => Object.keys(given),
  });
}
