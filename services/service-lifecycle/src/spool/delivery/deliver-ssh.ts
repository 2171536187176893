import { stuck, success, type TransportResult } from '../../transport/outcome.ts';
import type { OutgoingPolicy } from '../../transport/outgoing-policy.ts';
import { runSsh } from '../../transport/ssh.ts';
import { type Delivery, keyOf } from './delivery.ts';
import { numberOption, secondsOption, textOption } from './option-values.ts';

/** The private key of an identity; undefined for an unknown one. */
export type FindKey = (keyId: number) => Promise<string | undefined>;

/** Runs the rendered template, or `cmd`, on the server; an empty template runs nothing and is a success (domain.md 4.6). */
export async function deliverBySsh(
  delivery: Delivery,
  policy: OutgoingPolicy,
  findKey: FindKey,
): Promise<TransportResult> {
  const { options, task } = delivery;
  const host = textOption(options, 'host');
  if (host === undefined) return stuck('The task has no server');
  const keyId = numberOption(options, 'key_id');
  const privateKey = keyId === undefined ? undefined : await findKey(keyId);
  if (privateKey === undefined) return stuck(`The server has no key: ${keyId ?? 'key_id is missing'}`);
  const rendered = await delivery.renderTemplate();
  if (rendered?.text === '') return success({ skipped: 'the template is empty' });
  const [cmd, stdin] = [textOption(options, 'cmd'), textOption(options, 'stdin')];
  const [port, timeoutMs] = [numberOption(options, 'port'), secondsOption(options, 'timeout')];
  return runSsh(
    {
      host,
      privateKey,
      script: rendered?.text,
      command: cmd === undefined ? undefined : await delivery.renderText(cmd),
      stdin: stdin === undefined ? undefined : await delivery.renderText(stdin),
      variables: { TASK_KEY: keyOf(task) },
      ...(port === undefined ? {} : { port }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    },
    policy,
  );
}
