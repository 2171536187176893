import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { verifySha256 } from './checksum.ts';
import { hasDebianPackages, unpackDebianPackages } from './debian-package.ts';
import { downloadFile, downloadText } from './official-download.ts';
import { cachedProgram, cachedVersions, storeProgram } from './program-cache.ts';
import { programOnPath } from './program-on-path.ts';
import { isWanted, pathSource } from './program-version.ts';
import { runProgram } from './run-program.ts';
import {
  type EngineVersion,
  obtainProgram,
  type ProgramSource,
  type Progress,
  type ServerProgram,
} from './server-program.ts';

/** The version that is fetched where nothing else is said. */
export const NATS_VERSION = '2.15.2';
const RELEASES = 'https://github.com/nats-io/nats-server/releases/download';

/**
 * Finds or fetches a NATS server: on PATH, in our cache, the official release, `go install`, Debian's package.
 * @param wanted exactly this version, because a data folder was made with it.
 */
export function obtainNats(progress: Progress, wanted?: EngineVersion): Promise<ServerProgram> {
  const sources = [pathSource('nats-server'), cacheSource, officialNatsSource(RELEASES), goSource, debianSource];
  return obtainProgram('NATS server', sources, wanted, progress);
}

const cacheSource: ProgramSource = {
  name: 'our cache',
  async obtain(wanted) {
    const versions = wanted === undefined ? [NATS_VERSION, ...cachedVersions('nats-server')] : [wanted.version];
    for (const version of versions) {
      const program = await cachedProgram({ engine: 'nats-server', version });
      if (program !== undefined) return program;
    }
    return undefined;
  },
};

/** The project's own releases below `baseUrl`, checked against the SHA-256 list that lies beside them. */
export function officialNatsSource(baseUrl: string): ProgramSource {
  return {
    name: 'official download',
    async obtain(wanted, progress) {
      const version = wanted?.version ?? NATS_VERSION;
      const platform = releasePlatform();
      if (platform === undefined) return undefined;
      const name = `nats-server-v${version}-${platform}`;
      const sums = await downloadText(`${baseUrl}/v${version}/SHA256SUMS`);
      const sha256 = sums
        .split('\n')
        .find((line) => line.endsWith(`${name}.tar.gz`))
        ?.slice(0, 64);
      if (sha256 === undefined) throw new Error(`its checksum list does not name ${name}.tar.gz`);
      progress(`downloading NATS ${version}`);
      return storeProgram('nats-server', version, async (folder) => {
        const archive = join(folder, `${name}.tar.gz`);
        await downloadFile(`${baseUrl}/v${version}/${basename(archive)}`, archive);
        await verifySha256(archive, sha256);
        await runProgram('tar', ['-xzf', archive, '-C', folder]);
        rmSync(archive);
        return join(name, 'nats-server');
      });
    },
  };
}

function releasePlatform(): string | undefined {
  const machine = { x64: 'amd64', arm64: 'arm64' }[process.arch as string];
  const system = { linux: 'linux', darwin: 'darwin' }[process.platform as string];
  return machine === undefined || system === undefined ? undefined : `${system}-${machine}`;
}

const goSource: ProgramSource = {
  name: 'go install',
  async obtain(wanted, progress) {
    const go = programOnPath('go');
    if (go === undefined) return undefined;
    const version = wanted?.version ?? NATS_VERSION;
    progress(`building NATS ${version} with Go, about a minute`);
    return storeProgram('nats-server', version, async (folder) => {
      const bin = join(folder, 'bin');
      mkdirSync(bin);
      await runProgram(go, ['install', `github.com/nats-io/nats-server/v2@v${version}`], {
        env: { ...process.env, GOBIN: bin },
        timeoutMs: 600_000,
      });
      return join('bin', 'nats-server');
    });
  },
};

const debianSource: ProgramSource = {
  name: "Debian's package",
  async obtain(wanted, progress) {
    if (!hasDebianPackages()) return undefined;
    progress('fetching the nats-server package of the distribution');
    const program = await storeProgram('nats-server', undefined, async (folder) => {
      await unpackDebianPackages(['nats-server'], join(folder, 'unpacked'));
      copyFileSync(join(folder, 'unpacked', 'usr', 'sbin', 'nats-server'), join(folder, 'nats-server'));
      rmSync(join(folder, 'unpacked'), { recursive: true });
      return 'nats-server';
    });
    if (!isWanted(program, wanted)) throw new Error(`is version ${program.version}`);
    return program;
  },
};
