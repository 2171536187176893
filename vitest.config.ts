import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Workspaces are tested from their sources: no build comes first. */
const folders = [
  'gateway',
  ...['packages', 'services'].flatMap((folder) =>
    readdirSync(new URL(`./${folder}`, import.meta.url)).map((name) => `${folder}/${name}`),
  ),
];
const alias = Object.fromEntries(
  folders.map((folder) => [
    `@countinghouse/${folder.split('/').at(-1)}`,
    fileURLToPath(new URL(`./${folder}/src/index.ts`, import.meta.url)),
  ]),
);

export default defineConfig({
  resolve: { alias },
  test: {
    // Whatever the machine's zone is; tests of zones set their own.
    env: { TZ: 'UTC' },
    // How long a condition may take on a slow machine; on a fast one it ends at once. What a killed process had of the bus
    // comes again after 30 s.
    expect: { poll: { timeout: 45_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'services/*/src/**/*.test.ts',
            'gateway/src/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          globalSetup: ['packages/testing/src/vitest-global-setup.ts'],
          pool: 'forks',
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'system',
          include: [
            'test/deploy/**/*.test.ts',
            'test/documents/**/*.test.ts',
            'test/acceptance/**/*.test.ts',
            'test/faults/**/*.test.ts',
          ],
          globalSetup: ['packages/testing/src/vitest-global-setup.ts'],
          pool: 'forks',
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
