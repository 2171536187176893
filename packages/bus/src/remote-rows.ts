import { Fault } from '@countinghouse/contracts';
import type { RecordReceiver } from './record-receiver.ts';

/** The rows of a streamed list: batches in constant memory, each taken from the replica when it is asked for. */
export class RemoteRows implements AsyncIterable<readonly unknown[]>, AsyncIterator<readonly unknown[]> {
  readonly #receiver: RecordReceiver;
  #started = false;

  constructor(receiver: RecordReceiver) {
    this.#receiver = receiver;
  }

  [Symbol.asyncIterator](): AsyncIterator<readonly unknown[]> {
    if (this.#started) throw new Error('The rows of a streamed list can be read only once');
    this.#started = true;
    return this;
  }

  async next(): Promise<IteratorResult<readonly unknown[]>> {
    const record = await this.#receiver.next();
    if (!record) return { done: true, value: undefined };
    return { done: false, value: JSON.parse(record.toString('utf8')) };
  }

  return(): Promise<IteratorResult<readonly unknown[]>> {
    this.#receiver.cancel(new Fault(499, 'The consumer stopped early'));
    return Promise.resolve({ done: true, value: undefined });
  }
}
