import { Fault, type JsonObject } from '@countinghouse/contracts';
import type { Configuration } from './configuration.ts';

/** Gives a system without any configuration the seed; what is there already stays. */
export async function seedConfiguration(
  configuration: Configuration,
  seed: Readonly<Record<string, JsonObject>>,
  at: Date,
): Promise<void> {
  if ((await configuration.collection.estimatedDocumentCount()) >= Object.keys(seed).length) return;
  if ((await configuration.all()).some(({ key }) => key === '_shm')) return;
  // `_shm` comes last: it says that the seed is complete.
  const entries = Object.entries(seed).sort(([a], [b]) => b.localeCompare(a));
  for (const [key, value] of entries) await addUnlessThere(configuration, key, value, at);
}

async function addUnlessThere(configuration: Configuration, key: string, value: JsonObject, at: Date): Promise<void> {
  try {
    await configuration.add(key, value, at);
  } catch (error) {
    if (!(error instanceof Fault && error.status === 409)) throw error;
  }
}
