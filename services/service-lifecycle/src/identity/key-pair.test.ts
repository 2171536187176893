import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KEY_TYPES } from '@countinghouse/contracts';
import { describe, expect, it } from 'vitest';
import { generateKeyPair, publicPartOf } from './key-pair.ts';

const missing = !existsSync('/usr/bin/ssh-keygen') && process.env.CI !== 'true';

/** Gives a file with the key to ssh-keygen and answers what it says. */
function sshKeygen(privateKey: string, ...args: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'countinghouse-key-'));
  try {
    writeFileSync(join(folder, 'key'), privateKey, { mode: 0o600 });
    return execFileSync('ssh-keygen', [...args, '-f', join(folder, 'key')], { encoding: 'utf8' }).trim();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe.each(KEY_TYPES)('a pair of type %s', (type) => {
  it('tells of itself what its private key tells', () => {
    const { private_key, public_key, fingerprint } = generateKeyPair(type);
    expect(publicPartOf(private_key)).toEqual({ public_key, fingerprint });
    expect(fingerprint).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/);
  });

  it.skipIf(missing)('is understood by OpenSSH, every time', () => {
    const rounds = type === 'rsa' ? 2 : 20;
    for (let round = 0; round < rounds; round += 1) {
      const { private_key, public_key, fingerprint } = generateKeyPair(type);
      expect(sshKeygen(private_key, '-y').split(' ').slice(0, 2)).toEqual(public_key.split(' ').slice(0, 2));
      expect(sshKeygen(private_key, '-l').split(' ')[1]).toBe(fingerprint);
    }
  });
});

it('makes no pair of which one part cannot be read', () => {
  for (let round = 0; round < 800; round += 1) {
    const { private_key, public_key, fingerprint } = generateKeyPair('ed25519');
    expect(publicPartOf(private_key)).toEqual({ public_key, fingerprint });
  }
});

describe('publicPartOf', () => {
  it('reads PEM', () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
    expect(publicPartOf(pem)).toMatchObject({ public_key: expect.stringMatching(/^ssh-rsa AAAA/) });
  });

  it('answers nothing for what is no private key', () => {
    expect(publicPartOf('no key')).toBeUndefined();
    expect(publicPartOf(generateKeyPair('ed25519').public_key)).toBeUndefined();
  });
});
