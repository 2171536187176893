import { isDuplicateKey } from '@countinghouse/store';
import type { Collection, Document, OptionalUnlessRequiredId } from 'mongodb';
import type { Passwords } from '../password/passwords.ts';
import { type Profiles, profileCodec } from '../profile/profiles.ts';
import type { UserDocument } from '../user/user-document.ts';
import { namesOf } from '../user/user-names.ts';
import { userCodec } from '../user/user-rows.ts';
import type { Users } from '../user/users.ts';
import { DEMO_PROFILES, DEMO_USERS, type DemoUser } from './demo-users.ts';

/** Adds the users of the demonstration; those that are there already stay. Their accounts are billing's own demonstration data. */
export async function loadDemoData(users: Users, profiles: Profiles, passwords: Passwords): Promise<void> {
  for (const user of DEMO_USERS) await insertUnlessThere(users.collection, await documentOf(user, passwords));
  for (const { id, userId, data } of DEMO_PROFILES) {
    const row = profileCodec.encodeNew({ id, user_id: userId, data, created: '2014-09-01 12:00:00' });
    await insertUnlessThere(profiles.collection, row);
  }
}

async function documentOf({ id, login, password, fields }: DemoUser, passwords: Passwords): Promise<UserDocument> {
  const names = namesOf({ login, login2: null, settings: fields.settings ?? {} });
  return {
    ...userCodec.encodeNew({ ...fields, user_id: id, login } as never),
    ...(names.length > 0 ? { names } : {}),
    password: password === undefined ? null : await passwords.hash(password),
    rev: 1,
    outbox: [],
    pending: { rev: 1, since: new Date(), open: true },
  } as unknown as UserDocument;
}

async function insertUnlessThere<T extends Document>(collection: Collection<T>, document: Document): Promise<void> {
  try {
    await collection.insertOne(document as OptionalUnlessRequiredId<T>);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}
