import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Two at once even where there are but two processors: tests wait more than they compute.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // A bound for what hangs, not for what is slow: machines that test are often busy.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    globalSetup: ['tests/build.setup.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['tests/*.test.ts', 'tests/{wasm-core,functions,infra}/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          environment: 'jsdom',
          testTimeout: 60_000,
          include: ['tests/{web,reliability/web}/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        test: {
          name: 'reliability',
          environment: 'node',
          include: ['tests/reliability/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['tests/e2e/**/*.test.ts', 'tests/reliability/browser/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          fileParallelism: false,
          // After everything else: the browser and the product want the machine for themselves.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
