import type { JsonObject } from '@countinghouse/contracts';
import { hostObject } from '@countinghouse/template-language';
import { Arguments, idOf, type Named, textOf } from './arguments.ts';
import { configured } from './configuration.ts';
import { toJsonValue } from './json-value.ts';
import { queueMessage } from './queued-task.ts';
import type { Render } from './render.ts';

/** Where mails go out if the configuration's `mail.server_gid` names no other group (templates.md 1.3, `GROUP_ID_MAIL`). */
const MAIL_GROUP = 2;
const OPTIONS: ReadonlySet<string> = new Set(['to', 'bcc', 'from', 'from_name', 'subject', 'server_id', 'server_gid']);

/**
 * `mail.setup( subject = 's', to = 'a@b.c' ).send(text)`: a task mails the text, to the user's own address where none is given
 * (templates.md 2.3, domain.md 4.6).
 */
export function mailOf(render: Render, userId: number | undefined, options: Named = {}): object {
  const members: Readonly<Record<string, (...args: unknown[]) => unknown>> = {
    setup: (...args) => mailOf(render, userId, { ...options, ...checked(new Arguments(args).pairs()) }),
    send: async (text, ...more) => {
      const given = { ...options, ...checked(new Arguments(more).pairs()) };
      return queueMessage(render, 'mail.send', userId, await mailTask(render, text, given));
    },
  };
  return hostObject({
    get: (name) => {
      if (Object.hasOwn(members, name)) return members[name];
      throw new Error(`mail.${name} is not offered: mail.setup and mail.send are`);
    },
  });
}

function checked(given: Named): Named {
  const unknown = Object.keys(given).find((name) => !OPTIONS.has(name));
  if (unknown === undefined) return given;
  throw new Error(`mail: ${unknown} is not offered: expected ${[...OPTIONS].join(', ')}`);
}

async function mailTask(render: Render, text: unknown, { server_id: server, server_gid: group, ...mail }: Named) {
  const serverId = idOf(server);
  const sentBy = serverId === undefined ? { server_gid: idOf(group) ?? (await mailGroup(render)) } : {};
  return {
    event: { title: 'Message', settings: { transport: 'mail' }, ...sentBy },
    settings: {
      ...(toJsonValue(mail) as JsonObject),
      ...(serverId === undefined ? {} : { server_id: serverId }),
      message: textOf(text),
    },
  };
}

async function mailGroup(render: Render): Promise<number> {
  return idOf((await configured(render, 'mail')).server_gid) ?? MAIL_GROUP;
}
