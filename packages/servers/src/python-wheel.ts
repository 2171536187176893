import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { unzipSync } from 'fflate';
import { cacheFolder, fillOnce } from './cache-folder.ts';
import { debianClosure, hasDebianPackages, unpackDebianPackages } from './debian-package.ts';
import { programOnPath } from './program-on-path.ts';
import { runProgram } from './run-program.ts';
import type { Progress } from './server-program.ts';

/** One file of the Python Package Index. */
export interface Wheel {
  /** For example `SecantusDB==0.6.0b17`. */
  readonly requirement: string;
  /** Its platform tag, for example `manylinux_2_28_x86_64`. */
  readonly platform: string;
  /** Its Python tag without `cp`, for example `311`; the Python that runs pip may be another. */
  readonly python: string;
  /** SHA-256 of the file, lower-case hex. */
  readonly sha256: string;
}

/** Thrown when there is neither pip nor a way to get it. */
export class PipMissing extends Error {
  override readonly name = 'PipMissing';
}

/**
 * Downloads a wheel with pip (which knows this machine's index, proxy and certificates) and unpacks the members
 * that `keep` accepts into `folder`. pip refuses a file whose SHA-256 is another.
 * @throws PipMissing
 */
export async function unpackWheel(
  wheel: Wheel,
  folder: string,
  keep: (member: string) => boolean,
  progress: Progress,
): Promise<void> {
  const downloads = join(folder, '.wheel');
  mkdirSync(downloads);
  const requirements = join(downloads, 'requirements.txt');
  writeFileSync(requirements, `${wheel.requirement} --hash=sha256:${wheel.sha256}\n`);
  const pip = await findPip(progress);
  await runProgram(pip.command, [...pip.args, ...downloadArguments(wheel, downloads), '-r', requirements], {
    env: { ...process.env, ...pip.env },
    timeoutMs: 600_000,
  });
  const file = readdirSync(downloads).find((name) => name.endsWith('.whl'));
  if (file === undefined) throw new Error(`pip downloaded no wheel of ${wheel.requirement}`);
  unzipMembers(join(downloads, file), folder, keep);
  rmSync(downloads, { recursive: true });
}

function downloadArguments({ platform, python }: Wheel, target: string): readonly string[] {
  const tags = ['--platform', platform, '--python-version', python, '--implementation', 'cp', '--abi', `cp${python}`];
  return ['download', '-q', '--no-deps', '--only-binary=:all:', '--require-hashes', ...tags, '-d', target];
}

function unzipMembers(archive: string, folder: string, keep: (member: string) => boolean): void {
  const members = unzipSync(readFileSync(archive), { filter: ({ name }) => !name.endsWith('/') && keep(name) });
  for (const [name, content] of Object.entries(members)) {
    const path = resolve(folder, name);
    if (!path.startsWith(resolve(folder) + sep)) throw new Error(`${archive} holds a path outside of it: ${name}`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}

interface Pip {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

async function findPip(progress: Progress): Promise<Pip> {
  const python = programOnPath('python3');
  const installed: Pip[] = [
    ...(python === undefined ? [] : [{ command: python, args: ['-m', 'pip'], env: {} }]),
    ...['pip3', 'pip'].flatMap((name) => (programOnPath(name) ? [{ command: name, args: [], env: {} }] : [])),
  ];
  for (const pip of installed) if (await works(pip)) return pip;
  if (!hasDebianPackages()) throw new PipMissing('neither pip nor a package tool to get it with is on this machine');
  return debianPip(progress);
}

async function works(pip: Pip): Promise<boolean> {
  return runProgram(pip.command, [...pip.args, '--version'], { env: { ...process.env, ...pip.env } }).then(
    () => true,
    () => false,
  );
}

/** Debian's own Python and pip, unpacked into our cache: works without root and changes nothing on the system. */
async function debianPip(progress: Progress): Promise<Pip> {
  const root = await fillOnce(cacheFolder(), 'debian-pip', async (draft) => {
    progress("fetching the distribution's Python and pip into the cache");
    const needed = await debianClosure(['python3-minimal', 'libpython3-stdlib', 'python3-pip-whl']);
    const wanted = /^(python3|libpython3|libssl|zlib1g|libexpat|libffi|libbz2|liblzma|libuuid|libsqlite3)/;
    await unpackDebianPackages(
      needed.filter((name) => wanted.test(name)),
      draft,
    );
  });
  const bin = join(root, 'usr', 'bin');
  const python = readdirSync(bin).find((name) => /^python3\.\d+$/.test(name));
  const wheels = join(root, 'usr', 'share', 'python-wheels');
  const wheel = readdirSync(wheels).find((name) => /^pip-.*\.whl$/.test(name));
  if (python === undefined || wheel === undefined) throw new PipMissing('the distribution has no Python 3 with pip');
  return {
    command: join(bin, python),
    args: [join(wheels, wheel, 'pip')],
    env: { LD_LIBRARY_PATH: libraryFolders(root).join(':') },
  };
}

function libraryFolders(root: string): readonly string[] {
  const bases = [join(root, 'usr', 'lib'), join(root, 'lib')].filter((folder) => existsSync(folder));
  return bases.flatMap((base) =>
    readdirSync(base)
      .filter((name) => name.endsWith('-linux-gnu'))
      .map((name) => join(base, name)),
  );
}
