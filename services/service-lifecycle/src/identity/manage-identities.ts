import {
  addIdentity,
  changeIdentity,
  deleteIdentity,
  generateIdentity,
  type IdentityRow,
  identity,
  invalidArgument,
  listIdentities,
} from '@countinghouse/contracts';
import { type Implementation, implement } from '@countinghouse/service';
import { list, listQuery } from '@countinghouse/store';
import type { Identities } from './identities.ts';
import { generateKeyPair, publicPartOf } from './key-pair.ts';

/** /v1/admin/server/identity (peer-http-api.md 1D). */
export function identityImplementations({ rows }: Identities): Implementation[] {
  return [
    implement(listIdentities, (args) =>
      list<IdentityRow>(rows.documents, rows.codec, listQuery(identity, args, { isAdmin: true })),
    ),
    implement(addIdentity, async ({ id, private_key, ...values }, { key }) => ({
      rows: [rows.decode(await rows.add(key, id, withPublicPart(values, private_key), { private_key }))],
    })),
    implement(changeIdentity, async ({ id, private_key, ...values }) => {
      const fields = private_key === undefined ? values : withPublicPart(values, private_key);
      return { rows: [rows.decode(await rows.change(id, fields, private_key === undefined ? {} : { private_key }))] };
    }),
    implement(deleteIdentity, async ({ id }) => {
      await rows.delete(id);
      return { rows: ['1'] };
    }),
    implement(generateIdentity, async ({ type = 'ed25519' }) => ({ rows: [generateKeyPair(type)] })),
  ];
}

interface PublicPart {
  readonly public_key?: string | null | undefined;
  readonly fingerprint?: string | null | undefined;
}

/** What is not given follows from the private key. One that only its owner can read needs its fingerprint given. */
function withPublicPart<V extends PublicPart>(values: V, privateKey: string): V {
  const derived = publicPartOf(privateKey);
  if (!derived && !values.fingerprint) {
    throw invalidArgument(
      'private_key',
      'an OpenSSH or PEM private key without a passphrase, or its fingerprint beside it',
    );
  }
  return {
    ...values,
    public_key: values.public_key || derived?.public_key,
    fingerprint: values.fingerprint || derived?.fingerprint,
  };
}
