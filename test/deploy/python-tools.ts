import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder, programOnPath, runProgram } from '@countinghouse/servers';
import { Missing } from './skip-when-missing.ts';

/** Validators that carry their schemas with them and so work without a network. */
export interface PythonTools {
  /** Throws when one of these YAML documents is no valid Kubernetes object. */
  validateKubernetes(documents: string): Promise<void>;
  /** Throws when this file is no valid compose file. */
  validateCompose(file: string): Promise<void>;
}

const PACKAGES = ['kubernetes-validate==1.37.0', 'check-jsonschema==0.39.0'];

/** The validators in a virtual environment of their own in the cache. */
export async function pythonTools(): Promise<PythonTools | Missing> {
  const python = programOnPath('python3');
  if (python === undefined) return new Missing('python3 is not on PATH');
  const environment = cacheFolder('python-tools-1');
  const complete = join(environment, 'complete');
  if (!existsSync(complete)) {
    try {
      await runProgram(python, ['-m', 'venv', '--clear', environment], { timeoutMs: 120_000 });
      const pip = join(environment, 'bin', 'pip');
      await runProgram(pip, ['install', '--quiet', ...PACKAGES], { timeoutMs: 600_000 });
    } catch (error) {
      return new Missing(`Python's validators cannot be installed: ${error instanceof Error ? error.message : error}`);
    }
    writeFileSync(complete, '');
  }
  return toolsIn(join(environment, 'bin'));
}

function toolsIn(bin: string): PythonTools {
  return {
    async validateKubernetes(documents) {
      const folder = mkdtempSync(join(tmpdir(), 'manifests-'));
      const file = join(folder, 'all.yaml');
      writeFileSync(file, documents);
      try {
        await runProgram(join(bin, 'kubernetes-validate'), ['--strict', '--quiet', file]);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    async validateCompose(file) {
      await runProgram(join(bin, 'check-jsonschema'), ['--builtin-schema', 'vendor.compose-spec', file]);
    },
  };
}
