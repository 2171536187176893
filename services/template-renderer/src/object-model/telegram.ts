import type { JsonObject, UserRow } from '@countinghouse/contracts';
import { hostObject } from '@countinghouse/template-language';
import { Arguments, hashOf, textOf } from './arguments.ts';
import { copyForTemplate, toJsonValue } from './json-value.ts';
import type { ModelObject } from './model-object.ts';
import { queueMessage } from './queued-task.ts';

type User = ModelObject<UserRow>;

/** What is known of a user's Telegram account: of one bot, or of each bot under the name of its profile. */
type Account = Readonly<Record<string, unknown>>;

/**
 * `telegram`: what is known of the user's Telegram account, and messages, which tasks send (templates.md 2.3, domain.md 4.6).
 * `telegram.profile('name')` is the same for the bot of that profile.
 */
export function telegramOf(user: User, profile?: string): object {
  const members: Readonly<Record<string, (...args: unknown[]) => unknown>> = {
    ...readable(user, profile),
    ...calls(user, profile),
  };
  return hostObject({
    get: (name) => {
      if (Object.hasOwn(members, name)) return members[name];
      throw new Error(`telegram.${name} is not offered: queue a task with spool.add`);
    },
  });
}

function readable(user: User, profile: string | undefined): Readonly<Record<string, (...args: unknown[]) => unknown>> {
  const all = async (): Promise<Account> => hashOf((await user.existing())?.settings?.telegram) ?? {};
  const ofProfile = async (): Promise<Account> => {
    const accounts = await all();
    return profile === undefined ? accounts : (hashOf(accounts[profile]) ?? {});
  };
  const settings = async () => copyForTemplate(await ofProfile());
  return {
    settings,
    user_tg_settings: settings,
    login: async () => (await ofProfile()).login,
    username: async () => {
      const { username, login } = await ofProfile();
      return username ?? login;
    },
    chat_id: async () => (await ofProfile()).chat_id,
    profiles: async () => {
      const accounts = Object.entries(await all());
      return accounts.filter(([, account]) => hashOf(account)).map(([name]) => name);
    },
    profile: (name) => (typeof name === 'string' && name !== '' ? telegramOf(user, name) : profile),
    // Messages are sent after the render: there is no answer yet.
    response: () => undefined,
  };
}

function calls(user: User, profile: string | undefined): Readonly<Record<string, (...args: unknown[]) => unknown>> {
  const call = (member: string, method: string, parameters: JsonObject) =>
    queueMessage(user.render, `telegram.${member}`, user.id, callTask(method, parameters, profile));
  const send = (member: string) => async (given: unknown) => {
    const calls = hashOf(given);
    if (!calls) return call(member, 'sendMessage', { text: textOf(given) });
    for (const [method, parameters] of Object.entries(calls)) {
      await call(member, method, toJsonValue(hashOf(parameters) ?? {}) as JsonObject);
    }
    return '';
  };
  const api = (member: string) => (first: unknown, parameters?: unknown) =>
    typeof first === 'string'
      ? call(member, first, toJsonValue(hashOf(parameters) ?? {}) as JsonObject)
      : send(member)(first);
  const named =
    (method: string) =>
    (...args: unknown[]) =>
      call(method, method, toJsonValue(new Arguments(args).pairs()) as JsonObject);
  return {
    send: send('send'),
    api: api('api'),
    tg_api: api('tg_api'),
    sendMessage: named('sendMessage'),
    deleteMessage: named('deleteMessage'),
  };
}

/** To the user's own chat unless the parameters name another one. */
function callTask(method: string, parameters: JsonObject, profile: string | undefined) {
  if (!/^[A-Za-z]{1,64}$/.test(method)) throw new Error(`telegram: not a method of Telegram: ${method.slice(0, 64)}`);
  const { chat_id: chatId } = parameters;
  const telegram = {
    method,
    raw: 1,
    ...(profile === undefined ? {} : { profile }),
    ...(chatId === undefined ? {} : { chat_id: chatId }),
  };
  return {
    event: { title: `Telegram: ${method}`, settings: { transport: 'telegram' } },
    settings: { telegram, message: JSON.stringify(parameters) },
  };
}
