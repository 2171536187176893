import { createHash } from 'node:crypto';
import type { KeyPair, KeyType } from '@countinghouse/contracts';
import ssh2, { type ParsedKey } from 'ssh2';

const { utils } = ssh2;
const COMMENT = 'countinghouse';

/** A new pair in OpenSSH's own formats. */
export function generateKeyPair(type: KeyType): KeyPair {
  const pair = generate(type);
  return { private_key: pair.private, public_key: pair.public, fingerprint: fingerprintOf(parsed(pair.public)) };
}

function generate(type: KeyType) {
  if (type === 'rsa') return utils.generateKeyPairSync('rsa', { bits: 3072, comment: COMMENT });
  if (type === 'ecdsa') return utils.generateKeyPairSync('ecdsa', { bits: 256, comment: COMMENT });
  return utils.generateKeyPairSync('ed25519', { comment: COMMENT });
}

/** What follows from a private key; undefined where it cannot be read, has a passphrase, or is none. */
export function publicPartOf(privateKey: string): Pick<KeyPair, 'public_key' | 'fingerprint'> | undefined {
  const key = utils.parseKey(privateKey);
  if (key instanceof Error || !key.isPrivateKey()) return undefined;
  const text = `${key.type} ${key.getPublicSSH().toString('base64')}`;
  return { public_key: key.comment ? `${text} ${key.comment}` : text, fingerprint: fingerprintOf(key) };
}

function parsed(text: string): ParsedKey {
  const key = utils.parseKey(text);
  if (key instanceof Error) throw key;
  return key;
}

/** As `ssh-keygen -lf` shows it. */
function fingerprintOf(key: ParsedKey): string {
  const digest = createHash('sha256').update(key.getPublicSSH()).digest('base64');
  return `SHA256:${digest.replace(/=+$/, '')}`;
}
