import { type PayRow, pay, user } from '@countinghouse/contracts';
import { type RowCodec, rowCodec } from '@countinghouse/store';
import type { Document, OptionalUnlessRequiredId } from 'mongodb';
import type { TestSystem } from './test-system.ts';

const BATCH = 5_000;

/** So many users with a payment each, the user with the id n of n % 100 and a half, put straight into the collections. */
export async function crowd(system: TestSystem, users: number): Promise<void> {
  const userCodec = rowCodec(user) as unknown as RowCodec<object>;
  const payCodec = rowCodec(pay) as unknown as RowCodec<PayRow>;
  for (let from = 2; from < users + 2; from += BATCH) {
    const ids = Array.from({ length: Math.min(BATCH, users + 2 - from) }, (_, index) => from + index);
    const created = '2020-01-01 00:00:00';
    await insert(
      system,
      'user',
      'users',
      ids.map((id) => ({
        ...userCodec.encodeNew({ user_id: id, login: `crowd${id}`, full_name: `Crowd ${id}`, created } as never),
        names: [`crowd${id}`],
        password: null,
        rev: 1,
        outbox: [],
      })),
    );
    const pays = ids.map((id) => ({ id, user_id: id, money: (id % 100) + 0.5, date: created, pay_system_id: 'crowd' }));
    await insert(
      system,
      'billing',
      'pays',
      pays.map((row) => payCodec.encodeNew(row as never)),
    );
  }
}

async function insert(
  system: TestSystem,
  owner: 'user' | 'billing',
  collection: string,
  documents: Document[],
): Promise<void> {
  const target = system.storeOf(owner).collection<Document & { _id: number }>(collection);
  await target.insertMany(documents as OptionalUnlessRequiredId<Document & { _id: number }>[], { ordered: false });
}
