import { Fault, type JsonObject } from '@countinghouse/contracts';
import type { Configuration } from './configuration.ts';

/** Adds the keys of the seed that are not there yet; `_shm` comes last, since it says that the seed is complete. */
export async function seedConfiguration(
  configuration: Configuration,
  seed: Readonly<Record<string, JsonObject>>,
  at: Date,
): Promise<void> {
  const { _shm: complete, ...others } = seed;
  for (const [key, value] of Object.entries(others)) await addUnlessThere(configuration, key, value, at);
  await addUnlessThere(configuration, '_shm', complete ?? {}, at);
}

async function addUnlessThere(configuration: Configuration, key: string, value: JsonObject, at: Date): Promise<void> {
  try {
    await configuration.add(key, value, at);
  } catch (error) {
    if (!(error instanceof Fault && error.status === 409)) throw error;
  }
}
