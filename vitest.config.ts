import { defineConfig } from 'vitest/config';

/** Packages are tested from their sources: no build comes first. */
const conditions = ['source', 'node', 'import', 'default'];

const shared = {
  resolve: { conditions },
  ssr: { resolve: { conditions } },
};

export default defineConfig({
  test: {
    projects: [
      {
        ...shared,
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'services/*/src/**/*.test.ts', 'gateway/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: ['packages/testing/src/vitest-global-setup.ts'],
          pool: 'forks',
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
      {
        ...shared,
        test: {
          name: 'system',
          include: ['test/**/*.test.ts'],
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
