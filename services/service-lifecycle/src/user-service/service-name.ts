import type { JsonObject } from '@countinghouse/contracts';

/** The catalogue name with `${KEY}` filled from the settings, whatever the case of either; unknown ones stay (domain.md 1.6). */
export function nameWithSettings(name: string, settings: JsonObject): string {
  if (!name.includes('${')) return name;
  const values = new Map(Object.entries(settings).map(([key, value]) => [key.toLowerCase(), value]));
  return name.replace(/\$\{([^{}]{1,64})\}/g, (placeholder, key: string) => {
    const value = values.get(key.trim().toLowerCase());
    return value === undefined || value === null || typeof value === 'object' ? placeholder : String(value);
  });
}
