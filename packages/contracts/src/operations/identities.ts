import type { z } from 'zod';
import * as field from '../field.ts';
import { type ListArguments, listArguments } from '../list-arguments.ts';
import { operation } from '../operation.ts';
import { argumentsOf, pick } from '../resource.ts';
import { type IdentityRow, identity, privateKey } from '../resources/identity.ts';

const owner = 'service-lifecycle';
const path = '/v1/admin/server/identity';
const written = { ...identity.fields, private_key: privateKey } as const;

/** Private keys are never shown. */
export const listIdentities = operation<ListArguments & Record<string, unknown>, 'list', IdentityRow>({
  id: 'identity.list',
  owner,
  summary: 'Lists the keys for servers',
  access: 'admin',
  http: { method: 'GET', path },
  args: listArguments(identity),
  result: 'list',
  list: identity,
});

/** Public key and fingerprint follow from the private key where they are not given; the fingerprint of a key that cannot be read must be given. */
export const addIdentity = operation({
  id: 'identity.add',
  owner,
  summary: 'Adds a key for servers',
  access: 'admin',
  http: { method: 'PUT', path },
  args: argumentsOf(written, ['name', 'private_key']),
  result: 'rows',
  item: identity.fields,
  errors: [409],
});

/** A new private key brings its public key and fingerprint along; without one the stored one stays. */
export const changeIdentity = operation({
  id: 'identity.change',
  owner,
  summary: 'Changes a key for servers',
  access: 'admin',
  http: { method: 'POST', path },
  args: argumentsOf(written, ['id']),
  result: 'rows',
  item: identity.fields,
  errors: [404],
});

/** Answers `['1']`. */
export const deleteIdentity = operation<{ id: number }, 'rows', string>({
  id: 'identity.delete',
  owner,
  summary: 'Deletes a key for servers',
  access: 'admin',
  http: { method: 'DELETE', path },
  args: argumentsOf(pick(identity.fields, ['id']), ['id']),
  result: 'rows',
  errors: [404],
});

export const KEY_TYPES = ['ed25519', 'ecdsa', 'rsa'] as const;
export type KeyType = (typeof KEY_TYPES)[number];

export interface KeyPair {
  readonly private_key: string;
  readonly public_key: string;
  readonly fingerprint: string;
}

/** A new pair, stored nowhere. */
export const generateIdentity = operation<{ type?: KeyType | undefined }, 'rows', KeyPair>({
  id: 'identity.generate',
  owner,
  summary: 'Makes a new pair of keys',
  access: 'admin',
  http: { method: 'GET', path: `${path}/generate` },
  args: argumentsOf({ type: field.text({ oneOf: KEY_TYPES }) }) as z.ZodType<{ type?: KeyType | undefined }>,
  result: 'rows',
  item: {
    private_key: privateKey,
    public_key: identity.fields.public_key,
    fingerprint: identity.fields.fingerprint,
  },
});

export const identityOperations = [
  listIdentities,
  addIdentity,
  changeIdentity,
  deleteIdentity,
  generateIdentity,
] as const;
