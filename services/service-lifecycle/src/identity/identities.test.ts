import {
  addIdentity,
  changeIdentity,
  deleteIdentity,
  generateIdentity,
  type IdentityRow,
  type KeyPair,
  listIdentities,
} from '@countinghouse/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultOf, World } from '../story/world.ts';
import { Identities } from './identities.ts';

let world: World;
let identities: Identities;
let pair: KeyPair;

beforeAll(async () => {
  world = await World.open();
  identities = new Identities(world.services.lifecycle.store);
  pair = await world.row(generateIdentity, {});
});
afterAll(() => world.close());

const add = (args: object = {}): Promise<IdentityRow> =>
  world.row(addIdentity, { name: 'key', private_key: pair.private_key, ...args });

it('derives public key and fingerprint, and never shows the private key', async () => {
  const { public_key, fingerprint, private_key } = pair;
  const row = await add();
  expect(row).toEqual({ id: expect.any(Number), name: 'key', public_key, fingerprint });
  const { rows } = await world.call(listIdentities, { id: row.id, fields: 'id,private_key' });
  expect(rows).toEqual([{ id: row.id }]);
  expect(await identities.privateKeyOf(row.id)).toBe(private_key);
  expect(await identities.privateKeyOf(99_999)).toBeUndefined();
});

it('keeps the key when the shown object comes back, and its public part with a new key', async () => {
  const row = await add();
  expect(await world.row(changeIdentity, { ...row, name: 'renamed' })).toEqual({ ...row, name: 'renamed' });
  expect(await identities.privateKeyOf(row.id)).toBe(pair.private_key);
  const other: KeyPair = await world.row(generateIdentity, { type: 'ecdsa' });
  const changed = await world.row(changeIdentity, { id: row.id, private_key: other.private_key });
  expect(changed).toMatchObject({ public_key: other.public_key, fingerprint: other.fingerprint });
  expect(await identities.privateKeyOf(row.id)).toBe(other.private_key);
});

it('takes a key that it cannot read with its fingerprint, and refuses it without', async () => {
  expect(await add({ private_key: 'locked', fingerprint: 'SHA256:abc' })).toMatchObject({
    public_key: null,
    fingerprint: 'SHA256:abc',
  });
  expect(await faultOf(add({ private_key: 'locked' }))).toContain('400 Invalid value of private_key: expected');
});

it('refuses wrong and missing arguments, unknown ids and taken ones', async () => {
  const { id } = await add();
  expect(await faultOf(add({ name: '' }))).toBe('400 Field required: name');
  expect(await faultOf(add({ private_key: undefined }))).toBe('400 Field required: private_key');
  expect(await faultOf(add({ id }))).toBe(`409 The identity ${id} exists already`);
  expect(await faultOf(world.call(changeIdentity, { id: 99_999 }))).toContain('404 Object not found');
  expect(await faultOf(world.call(generateIdentity, { type: 'dsa' as never }))).toBe(
    '400 Invalid value of type: expected one of ed25519, ecdsa, rsa',
  );
  expect((await world.call(deleteIdentity, { id })).rows).toEqual(['1']);
  expect(await faultOf(world.call(deleteIdentity, { id }))).toContain('404 Object not found');
});
