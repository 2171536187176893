import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { officialMongoSource } from './mongo-program.ts';
import { officialNatsSource } from './nats-program.ts';

const files = new Map<string, Buffer>();
let mirror: Server;
let base: string;
let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'official-download-'));
  vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'));
  files.clear();
  mirror = createServer((request, response) => {
    const content = files.get(request.url ?? '');
    response.writeHead(content === undefined ? 404 : 200).end(content);
  });
  await new Promise<void>((resolve) => mirror.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(mirror.address() as AddressInfo).port}`;
});
afterEach(async () => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
  await new Promise((resolve) => mirror.close(resolve));
});

/** A gzipped tar archive with one executable that tells its version. */
function archiveOf(member: string, version: string): { readonly archive: Buffer; readonly sha256: string } {
  const path = join(folder, member);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, `#!/bin/sh\necho version v${version}\n`);
  chmodSync(path, 0o755);
  execFileSync('tar', ['-czf', 'archive.tgz', member], { cwd: folder });
  const archive = readFileSync(join(folder, 'archive.tgz'));
  return { archive, sha256: createHash('sha256').update(archive).digest('hex') };
}

const natsName = `nats-server-v2.15.2-linux-${process.arch === 'x64' ? 'amd64' : 'arm64'}`;

function offerNats(sha256?: string): void {
  const made = archiveOf(`${natsName}/nats-server`, '2.15.2');
  files.set(`/v2.15.2/${natsName}.tar.gz`, made.archive);
  files.set('/v2.15.2/SHA256SUMS', Buffer.from(`${sha256 ?? made.sha256}  ${natsName}.tar.gz\n`));
}

test('NATS: the archive is checked against the list beside it, unpacked and cached', async () => {
  offerNats();
  const program = await officialNatsSource(base).obtain(undefined, () => {});
  expect(program).toMatchObject({ engine: 'nats-server', version: '2.15.2' });
  expect(program?.path).toContain('nats-server-2.15.2');
});

test('NATS: an archive with another checksum is refused', async () => {
  offerNats('0'.repeat(64));
  await expect(officialNatsSource(base).obtain(undefined, () => {})).rejects.toThrow(/checksum of .* expected 0{64}/);
});

test('MongoDB: the archive is checked, and only mongod is kept', async () => {
  const name = 'mongodb-linux-x86_64-debian12-8.0.1';
  const { archive, sha256 } = archiveOf(`${name}/bin/mongod`, '8.0.1');
  files.set(`/${name}.tgz`, archive);
  files.set(`/${name}.tgz.sha256`, Buffer.from(`${sha256}  ${name}.tgz\n`));
  const source = officialMongoSource(base, 'x86_64-debian12');
  const program = await source.obtain({ engine: 'mongod', version: '8.0.1' }, () => {});
  expect(program).toMatchObject({ engine: 'mongod', version: '8.0.1' });
});

test('MongoDB: a folder of another engine is not opened with mongod', async () => {
  const source = officialMongoSource(base, 'x86_64-debian12');
  expect(await source.obtain({ engine: 'secantusd-rs', version: '0.5.3-beta.165' }, () => {})).toBeUndefined();
});

test('an address that answers 404 is named', async () => {
  await expect(officialNatsSource(base).obtain(undefined, () => {})).rejects.toThrow(/SHA256SUMS answered 404/);
});
