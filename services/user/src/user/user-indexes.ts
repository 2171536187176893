import type { IndexesOfCollection } from '@countinghouse/store';

export const USERS = 'users';

export const USER_INDEXES: IndexesOfCollection = {
  collection: USERS,
  indexes: [
    { key: { names: 1 }, name: 'names', unique: true, sparse: true },
    { key: { created_key: 1 }, name: 'created_key', unique: true, sparse: true },
    { key: { login: 1 }, name: 'login' },
    { key: { block: 1, _id: -1 }, name: 'block' },
    { key: { gid: 1 }, name: 'gid' },
    { key: { partner_id: 1 }, name: 'partner' },
    { key: { created: 1 }, name: 'created' },
    { key: { 'pending.since': 1 }, name: 'pending', sparse: true },
  ],
};
