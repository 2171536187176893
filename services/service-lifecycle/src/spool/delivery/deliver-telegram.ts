import type { JsonObject } from '@countinghouse/contracts';
import { stuck, success, type TransportResult } from '../../transport/outcome.ts';
import type { OutgoingPolicy } from '../../transport/outgoing-policy.ts';
import { runTelegram, type TelegramCall } from '../../transport/telegram.ts';
import type { Delivery } from './delivery.ts';
import { isObject, objectOption, switchOption, textOption } from './option-values.ts';

const METHOD_DEFAULT = 'sendMessage';

/**
 * Sends the rendered template to the user's chat with the bot that `telegram.profile` names. The configuration's `telegram` holds
 * bots by profile, or one bot; the settings of the user hold chats likewise. With `telegram.raw` the text is the JSON of the
 * call's parameters.
 */
export async function deliverByTelegram(delivery: Delivery, policy: OutgoingPolicy): Promise<TransportResult> {
  const rendered = await delivery.renderTemplate();
  const text = rendered?.text ?? textOption(delivery.options, 'message') ?? '';
  if (text === '') return success({ skipped: 'the text is empty' });
  const own = objectOption(delivery.options, 'telegram');
  const profile = textOption(own, 'profile') ?? textOption(delivery.options, 'profile');
  const configured = await delivery.configuration('telegram');
  const bot = profile === undefined ? {} : objectOption(configured, profile);
  const call = callOf(own, text);
  if (!call) return stuck('The text is no JSON object, as telegram.raw wants it');
  const apiUrl = textOption(bot, 'api_url') ?? textOption(configured, 'api_url');
  return runTelegram(
    {
      token: textOption(bot, 'token') ?? textOption(configured, 'token'),
      chatId: textOption(own, 'chat_id') ?? (await chatOf(delivery, profile)),
      ...(apiUrl === undefined ? {} : { apiUrl }),
    },
    call,
    policy,
  );
}

function callOf(own: JsonObject, text: string): TelegramCall | undefined {
  const method = textOption(own, 'method') ?? METHOD_DEFAULT;
  if (switchOption(own, 'raw') !== true) return { method, parameters: { text } };
  try {
    const parameters: unknown = JSON.parse(text);
    return isObject(parameters as JsonObject) ? { method, parameters: parameters as JsonObject } : undefined;
  } catch {
    return undefined;
  }
}

async function chatOf(delivery: Delivery, profile: string | undefined): Promise<string | undefined> {
  const text = await delivery.renderText('{{ toJson(chats = user.settings.telegram) }}');
  const { chats } = JSON.parse(text) as { chats?: JsonObject };
  if (!isObject(chats)) return undefined;
  const own = profile === undefined ? undefined : textOption(objectOption(chats, profile), 'chat_id');
  return own ?? textOption(chats, 'chat_id');
}
