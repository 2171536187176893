import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, programOnPath, runProgram } from '@countinghouse/servers';
import { Missing } from './skip-when-missing.ts';

export interface Kustomize {
  /** What the overlay in this folder comes to, as YAML documents. */
  build(folder: string): Promise<string>;
}

const KUBECTL_MINOR_MIN = 27;
const KUSTOMIZE = 'sigs.k8s.io/kustomize/kustomize/v5@v5.8.0';

/** `kubectl kustomize` where kubectl is 1.27 or newer, else kustomize itself, built with Go. */
export async function kustomize(): Promise<Kustomize | Missing> {
  const kubectl = programOnPath('kubectl');
  if (kubectl !== undefined && (await minorVersion(kubectl)) >= KUBECTL_MINOR_MIN) return runner(kubectl, 'kustomize');
  const built = join(cacheFolder('kustomize'), 'kustomize');
  if (existsSync(built)) return runner(built, 'build');
  const go = programOnPath('go');
  if (go === undefined) return new Missing('neither kubectl 1.27 or newer nor Go to build kustomize with is on PATH');
  await runProgram(go, ['install', KUSTOMIZE], {
    env: { ...process.env, GOBIN: cacheFolder('kustomize') },
    timeoutMs: 600_000,
  });
  return runner(built, 'build');
}

async function minorVersion(kubectl: string): Promise<number> {
  const { stdout } = await runProgram(kubectl, ['version', '--client', '--output=json']);
  const { clientVersion } = JSON.parse(stdout) as { clientVersion: { minor: string } };
  return Number.parseInt(clientVersion.minor, 10);
}

function runner(program: string, command: string): Kustomize {
  return { build: async (folder) => (await runProgram(program, [command, folder])).stdout };
}
