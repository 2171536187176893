import { createHash } from 'node:crypto';
import type { KeyPair, KeyType } from '@countinghouse/contracts';
import ssh2, { type ParsedKey } from 'ssh2';

const { utils } = ssh2;
const COMMENT = 'countinghouse';

/** ssh2 spoils one ed25519 pair in some hundred: it takes a leading zero byte of the public key for padding. */
const ATTEMPTS_MAX = 20;

/** A new pair in OpenSSH's own formats. */
export function generateKeyPair(type: KeyType): KeyPair {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const pair = generate(type);
    const key = wholeKey(pair);
    if (key) return { private_key: pair.private, public_key: pair.public, fingerprint: fingerprintOf(key) };
  }
  throw new Error(`No usable ${type} key in ${ATTEMPTS_MAX} attempts`);
}

type TextPair = ReturnType<typeof generate>;

function generate(type: KeyType) {
  if (type === 'rsa') return utils.generateKeyPairSync('rsa', { bits: 3072, comment: COMMENT });
  if (type === 'ecdsa') return utils.generateKeyPairSync('ecdsa', { bits: 256, comment: COMMENT });
  return utils.generateKeyPairSync('ed25519', { comment: COMMENT });
}

/** The public key, where both texts can be read and belong together. */
function wholeKey(pair: TextPair): ParsedKey | undefined {
  const [open, secret] = [utils.parseKey(pair.public), utils.parseKey(pair.private)];
  if (open instanceof Error || secret instanceof Error) return undefined;
  const probe = Buffer.from(COMMENT);
  const signature = secret.sign(probe);
  return !(signature instanceof Error) && open.verify(probe, signature) === true ? open : undefined;
}

/** What follows from a private key; undefined where it cannot be read, has a passphrase, or is none. */
export function publicPartOf(privateKey: string): Pick<KeyPair, 'public_key' | 'fingerprint'> | undefined {
  const key = utils.parseKey(privateKey);
  if (key instanceof Error || !key.isPrivateKey()) return undefined;
  const text = `${key.type} ${key.getPublicSSH().toString('base64')}`;
  return { public_key: key.comment ? `${text} ${key.comment}` : text, fingerprint: fingerprintOf(key) };
}

/** As `ssh-keygen -lf` shows it. */
function fingerprintOf(key: ParsedKey): string {
  const digest = createHash('sha256').update(key.getPublicSSH()).digest('base64');
  return `SHA256:${digest.replace(/=+$/, '')}`;
}
