import { isDuplicateKey } from '@countinghouse/store';
import type { Document } from 'mongodb';
import type { Servers } from './servers.ts';

export const LOCAL_GROUP = 1;
/** Mails where the configuration names no other group (`mail.server_gid`). */
export const MAIL_GROUP = 2;
/** The groups that the system itself uses (domain.md 1.13). */
export const PROTECTED_GROUPS: ReadonlySet<number> = new Set([LOCAL_GROUP, MAIL_GROUP]);

/**
 * The groups that every system has, and the server that tasks without a target run on. The group comes last and is never
 * deleted: while it is there, a server that an administrator deleted stays deleted.
 */
export async function addFirstServers({ rows, groups }: Servers): Promise<void> {
  if (!(await groups.find(LOCAL_GROUP))) {
    const local = { name: 'LOCAL', transport: 'local' } as const;
    const server = rows.codec.encodeNew({ ...local, server_gid: LOCAL_GROUP });
    await insertOnce(rows.documents, { ...server, _id: 1, services_base: 0, claims: [], claims_rev: 0 });
    await insertOnce(groups.documents, { ...groups.codec.encodeNew(local), _id: LOCAL_GROUP });
  }
  const mail = groups.codec.encodeNew({ name: 'MAIL', transport: 'mail' });
  if (!(await groups.find(MAIL_GROUP))) await insertOnce(groups.documents, { ...mail, _id: MAIL_GROUP });
}

/** The group of the demonstration's first event (peer-http-api.md 7), with a server on which nothing can go wrong. */
const DEMO_GROUP = 3;

/** What the demonstration adds; repeating changes nothing. */
export async function addDemoServers({ rows, groups }: Servers): Promise<void> {
  const local = { name: 'Demonstration', transport: 'local' } as const;
  const server = rows.codec.encodeNew({ ...local, server_gid: DEMO_GROUP });
  await insertOnce(rows.documents, { ...server, _id: 2, services_base: 0, claims: [], claims_rev: 0 });
  await insertOnce(groups.documents, { ...groups.codec.encodeNew(local), _id: DEMO_GROUP });
}

/** Replicas that start together insert the same. */
async function insertOnce(collection: Servers['rows']['documents'], document: Document): Promise<void> {
  try {
    await collection.insertOne(document);
  } catch (error) {
    if (!isDuplicateKey(error, '_id')) throw error;
  }
}
