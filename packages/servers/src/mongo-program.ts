import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { verifySha256 } from './checksum.ts';
import { downloadFile, downloadText } from './official-download.ts';
import { cachedProgram, cachedVersions, storeProgram } from './program-cache.ts';
import { programOnPath } from './program-on-path.ts';
import { pathSource } from './program-version.ts';
import { unpackWheel, type Wheel } from './python-wheel.ts';
import { runProgram } from './run-program.ts';
import {
  type EngineVersion,
  obtainProgram,
  type ProgramSource,
  type Progress,
  type ServerProgram,
} from './server-program.ts';

const MONGOD_VERSION = '8.0.13';
/** Built from source by `npm run servers:build`; plans queries better than the prebuilt one. */
export const SECANTUSD_BUILT_VERSION = '0.5.3-beta.196';
/** The last one that comes prebuilt. */
const SECANTUSD_PREBUILT_VERSION = '0.5.3-beta.165';
const DOWNLOADS = 'https://fastdl.mongodb.org/linux';

/**
 * Finds or fetches a server that speaks MongoDB's protocol: `mongod` on PATH, our cache, MongoDB's official download,
 * the prebuilt `secantusd-rs`.
 * @param wanted exactly this program, because a data folder was made with it.
 */
export function obtainMongo(progress: Progress, wanted?: EngineVersion): Promise<ServerProgram> {
  const sources = [mongodOnPath, cacheSource, officialMongoSource(DOWNLOADS), prebuiltSource];
  return obtainProgram('MongoDB server', sources, wanted, progress);
}

const mongodOnPath = pathSource('mongod');

const cacheSource: ProgramSource = {
  name: 'our cache',
  async obtain(wanted) {
    const preferred: EngineVersion[] = [
      ...cachedVersions('mongod').map((version): EngineVersion => ({ engine: 'mongod', version })),
      { engine: 'secantusd-rs', version: SECANTUSD_BUILT_VERSION },
      { engine: 'secantusd-rs', version: SECANTUSD_PREBUILT_VERSION },
    ];
    for (const candidate of wanted === undefined ? preferred : [wanted]) {
      const program = await cachedProgram(candidate);
      if (program !== undefined) return program;
    }
    return undefined;
  },
};

/** MongoDB's own builds below `baseUrl`, checked against the SHA-256 that lies beside them. */
export function officialMongoSource(baseUrl: string, platform = mongodPlatform()): ProgramSource {
  return {
    name: 'official download',
    async obtain(wanted, progress) {
      if (platform === undefined || (wanted !== undefined && wanted.engine !== 'mongod')) return undefined;
      const version = wanted?.version ?? MONGOD_VERSION;
      const name = `mongodb-linux-${platform}-${version}`;
      const sha256 = (await downloadText(`${baseUrl}/${name}.tgz.sha256`)).slice(0, 64);
      progress(`downloading MongoDB ${version}`);
      return storeProgram('mongod', version, async (folder) => {
        const archive = join(folder, `${name}.tgz`);
        await downloadFile(`${baseUrl}/${name}.tgz`, archive);
        await verifySha256(archive, sha256);
        await runProgram('tar', ['-xzf', archive, '-C', folder, `${name}/bin/mongod`]);
        rmSync(archive);
        return join(name, 'bin', 'mongod');
      });
    },
  };
}

function mongodPlatform(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const release = readOsRelease();
  const build =
    release.ID === 'debian'
      ? 'debian12'
      : release.ID === 'ubuntu' && Number(release.VERSION_ID) >= 24
        ? 'ubuntu2404'
        : undefined;
  if (build === undefined) return undefined;
  if (process.arch === 'x64') return `x86_64-${build}`;
  return process.arch === 'arm64' && build === 'ubuntu2404' ? `aarch64-${build}` : undefined;
}

function readOsRelease(): Record<string, string | undefined> {
  let text: string;
  try {
    text = readFileSync('/etc/os-release', 'utf8');
  } catch {
    return {};
  }
  return Object.fromEntries(text.split('\n').map((line) => line.replaceAll('"', '').split('=', 2) as [string, string]));
}

const WHEELS: Record<string, Wheel | undefined> = {
  'linux-x64': {
    requirement: 'SecantusDB==0.6.0b17',
    platform: 'manylinux_2_28_x86_64',
    python: '311',
    sha256: 'fe8ccfd1295c872c92a4c4c13c5a6a1dead88b2ff3b9aafb361406ec8aac4d14',
  },
  'linux-arm64': {
    requirement: 'SecantusDB==0.6.0b17',
    platform: 'manylinux_2_28_aarch64',
    python: '311',
    sha256: '690fed7d7268bf7e90aeb2c8a5b390b32b34685170df9a304f961713e30540fe',
  },
};

/** The program of the wheel and, side by side with it, the library that it looks for there. */
const prebuiltSource: ProgramSource = {
  name: 'prebuilt secantusd-rs',
  async obtain(wanted, progress) {
    const wheel = WHEELS[`${process.platform}-${process.arch}`];
    const other = wanted !== undefined && wanted.version !== SECANTUSD_PREBUILT_VERSION;
    if (wheel === undefined || other) return undefined;
    progress(`fetching secantusd-rs ${SECANTUSD_PREBUILT_VERSION}, a MongoDB-compatible server (22 MB)`);
    return storeProgram('secantusd-rs', SECANTUSD_PREBUILT_VERSION, async (folder) => {
      await unpackWheel(wheel, folder, (member) => /^secantusdb\.(scripts|libs)\//.test(member), progress);
      return join('secantusdb.scripts', 'secantusd-rs');
    });
  },
};

/**
 * Builds the newer `secantusd-rs` with Rust 1.98 (installed through rustup where it is absent) and caches it: 5 minutes
 * on 2 cores. Benchmarks and tests with 100,000 objects want it; nothing else does.
 */
export async function buildSecantusd(progress: Progress): Promise<ServerProgram> {
  const version = SECANTUSD_BUILT_VERSION;
  const cached = await cachedProgram({ engine: 'secantusd-rs', version });
  if (cached !== undefined) return cached;
  for (const tool of ['rustup', 'cargo']) {
    if (programOnPath(tool) === undefined) throw new Error(`${tool} is not on PATH: install Rust with rustup first`);
  }
  progress('installing Rust 1.98');
  await runProgram('rustup', ['toolchain', 'install', '1.98.0', '--profile', 'minimal'], { timeoutMs: 600_000 });
  progress(`building secantusd-rs ${version}, about 5 minutes`);
  return storeProgram('secantusd-rs', version, async (folder) => {
    const install = ['+1.98.0', 'install', 'secantus-mdb', '--version', version, '--locked', '--root', folder];
    await runProgram('cargo', install, { timeoutMs: 3_600_000, visible: true });
    return join('bin', 'secantusd-rs');
  });
}
