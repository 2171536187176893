import type { JsonObject } from '@countinghouse/contracts';
import { sendHttp } from './http.ts';
import { fail, messageOf, stuck, success, type TransportResult } from './outcome.ts';
import type { OutgoingPolicy } from './outgoing-policy.ts';

export const TELEGRAM_API_DEFAULT = 'https://api.telegram.org';

export interface TelegramBot {
  readonly apiUrl?: string;
  readonly token: string | undefined;
  readonly chatId: string | number | undefined;
}

export interface TelegramCall {
  readonly method: string;
  readonly parameters: JsonObject;
}

interface TelegramAnswer {
  readonly ok?: boolean;
  readonly error_code?: number;
  readonly description?: string;
  readonly result?: JsonObject;
}

/**
 * Calls the bot API with the user's chat. No bot, no chat and 403 (the user left) are successes, since a repeat would not help;
 * 400 and 404 are stuck, other errors fail (domain.md 4.6). The token never shows in a response.
 */
export async function runTelegram(
  bot: TelegramBot,
  call: TelegramCall,
  policy: OutgoingPolicy,
): Promise<TransportResult> {
  if (!bot.token || bot.chatId === undefined) return success({ skipped: 'the user has no Telegram chat' });
  try {
    const answer = await callTelegram(
      bot.token,
      { ...call, parameters: { chat_id: bot.chatId, ...call.parameters } },
      bot.apiUrl,
      policy,
    );
    return resultOf(answer);
  } catch (error) {
    return fail(messageOf(error).replaceAll(bot.token, '[hidden]'));
  }
}

function resultOf(answer: TelegramAnswer): TransportResult {
  if (answer.ok) return success({ result: answer.result ?? {} });
  const error = `Telegram answered ${answer.error_code}: ${answer.description ?? ''}`;
  if (answer.error_code === 403) return success({ error });
  return answer.error_code === 400 || answer.error_code === 404 ? stuck(error) : fail(error);
}

async function callTelegram(
  token: string,
  { method, parameters }: TelegramCall,
  apiUrl: string | undefined,
  policy: OutgoingPolicy,
): Promise<TelegramAnswer> {
  if (!/^\w+$/.test(method)) throw new RangeError(`Not a Telegram method: ${method}`);
  const url = `${apiUrl ?? TELEGRAM_API_DEFAULT}/bot${token}/${method}`;
  const { status, body } = await sendHttp(
    { url, body: JSON.stringify(parameters), headers: { 'content-type': 'application/json' } },
    policy,
  );
  try {
    return JSON.parse(body) as TelegramAnswer;
  } catch (cause) {
    throw new Error(`Telegram answered ${status} without JSON`, { cause });
  }
}
