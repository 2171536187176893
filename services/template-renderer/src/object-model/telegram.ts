import type { UserRow } from '@countinghouse/contracts';
import { hostObject } from '@countinghouse/template-language';
import { copyForTemplate } from './json-value.ts';
import type { ModelObject } from './model-object.ts';

interface TelegramSettings {
  readonly login?: unknown;
  readonly username?: unknown;
  readonly chat_id?: unknown;
  readonly [profile: string]: unknown;
}

/** What is known of the user's Telegram account; sending is done by tasks. */
export function telegramOf(user: ModelObject<UserRow>): object {
  const settings = async (): Promise<TelegramSettings> => {
    const all = (await user.existing())?.settings as { telegram?: TelegramSettings } | undefined;
    return all?.telegram ?? {};
  };
  const members: Readonly<Record<string, (name?: unknown) => unknown>> = {
    settings: async () => copyForTemplate(await settings()),
    user_tg_settings: async () => copyForTemplate(await settings()),
    login: async () => (await settings()).login,
    username: async () => (await settings()).username ?? (await settings()).login,
    chat_id: async () => (await settings()).chat_id,
    profiles: async () => Object.keys(await settings()),
    response: () => undefined,
    profile: async (name) => {
      const all = await settings();
      return typeof name === 'string' && Object.hasOwn(all, name) ? copyForTemplate(all[name]) : undefined;
    },
  };
  return hostObject({
    get: (name) => {
      if (Object.hasOwn(members, name)) return members[name];
      throw new Error(`telegram.${name} is not offered: messages are sent by tasks`);
    },
  });
}
