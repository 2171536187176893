import { type JsonObject, queueTask } from '@countinghouse/contracts';
import { parsed } from './parsed-arguments.ts';
import type { Render } from './render.ts';

/** What a task for a message is made of. */
export interface MessageTask {
  readonly event: JsonObject;
  readonly settings: JsonObject;
}

/** Queues a task that sends a message to the user. Prints nothing: the message is not sent yet. */
export async function queueMessage(
  render: Render,
  member: string,
  userId: number | undefined,
  { event, settings }: MessageTask,
): Promise<string> {
  render.requireWrite(member);
  if (userId === undefined) throw new Error(`${member}: there is no user`);
  const task = { user_id: userId, event: { kind: 'UserService', name: 'MESSAGE', ...event }, settings };
  await render.write(member, queueTask, parsed(queueTask, task), userId);
  return '';
}
