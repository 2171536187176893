import type { JsonObject } from '@countinghouse/contracts';
import { hostObject } from '@countinghouse/template-language';
import { idOf } from './arguments.ts';
import { objectById } from './common-members.ts';
import { copyForTemplate } from './json-value.ts';
import type { Kinds } from './kinds.ts';
import type { Render } from './render.ts';

/** `task`: the running task, its server as an object; `task.answer(status, msg, …)` says what came of it. */
export function task(render: Render, kinds: Kinds, given: JsonObject): object {
  const serverId = idOf(given.server_id);
  const answer = (status: unknown, msg: unknown, ...more: unknown[]) => {
    render.taskAnswer = { status, msg, more };
  };
  const members: Readonly<Record<string, unknown>> = {
    answer,
    server: () => (serverId === undefined ? undefined : objectById(render, kinds.server, serverId)),
  };
  return hostObject({
    get: (name) => {
      if (Object.hasOwn(members, name)) return members[name];
      return Object.hasOwn(given, name) ? copyForTemplate(given[name]) : undefined;
    },
    keys: () => Object.keys(given),
  });
}
