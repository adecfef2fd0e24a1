import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/support/longest_first.ts';

/** The one walk through the product that `npm test` makes in a real browser. */
const WALK = 'tests/e2e/main_job.test.ts';

/** Tests that read the bundles of the Lambda functions. */
const DEPLOYMENT = ['tests/infra/**/*.test.ts', 'tests/functions/lambda/bundle.test.ts'];

/** Tests that compare times within one run: nothing else may run beside them. */
const COMPARED = ['tests/e2e/{durability,long_desk,table_entry}.test.ts'];

/**
 * Node runs the sources as they are, as the product does, and one process runs file after file: modules are read, and the core is
 * compiled, once a worker. So a test file leaves nothing behind that another could meet.
 */
const IN_NODE = {
  environment: 'node',
  isolate: false,
  experimental: { viteModuleRunner: false, nodeLoader: false },
} as const;

/**
 * A browser on a machine that does much else may miss a moment: under CI its tests get a second try, and `.ci/count.js` names those that
 * needed it.
 */
const retry = process.env.CI ? 1 : 0;

/**
 * Processes of tests and those that they start read what Node has compiled before: a command starts in half of the processor's time.
 * Coverage is less exact with it.
 */
if (!process.argv.includes('--coverage')) process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '.cache/node');

export default defineConfig({
  test: {
    // One more than processors: tests wait, too.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    // A worker runs many files: none sees the environment that another has set.
    unstubEnvs: true,
    // A bound for what hangs, not for what is slow: machines that test are often busy.
    testTimeout: 60_000,
    hookTimeout: 180_000,
    globalSetup: ['tests/support/build_core.setup.ts'],
    coverage: {
      provider: 'v8',
      include: ['wasm-core/**/*.ts', 'functions/**/*.ts', 'web/src/**/*.{ts,tsx}', 'infra/**/*.ts'],
      exclude: ['wasm-core/assembly/**', '**/build/**', '**/*.d.ts', 'functions/cli/**'],
      reporter: ['text-summary', 'json-summary'],
      reportOnFailure: true,
      thresholds: {
        'wasm-core/**': { lines: 94, functions: 93, branches: 75 },
        'functions/**': { lines: 91, functions: 91, branches: 72 },
        'web/src/**': { lines: 88, functions: 85, branches: 77 },
        'infra/**': { lines: 96, functions: 97, branches: 87 },
      },
    },
    // `npm test` runs unit, deployment, web and walk; `npm run test:long` the others.
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          ...IN_NODE,
          include: ['tests/*.test.ts', 'tests/{wasm-core,functions}/**/*.test.ts'],
          exclude: DEPLOYMENT,
        },
      },
      {
        extends: true,
        test: {
          name: 'deployment',
          ...IN_NODE,
          include: DEPLOYMENT,
          globalSetup: ['tests/support/build_web.setup.ts', 'tests/support/build_lambda.setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          environment: 'jsdom',
          isolate: false,
          include: ['tests/{web,reliability/web}/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        test: {
          name: 'walk',
          ...IN_NODE,
          retry,
          include: [WALK],
          testTimeout: 180_000,
          globalSetup: ['tests/support/build_web.setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'reliability',
          ...IN_NODE,
          include: ['tests/reliability/*.test.ts'],
          globalSetup: ['tests/support/build_web.setup.ts', 'tests/support/build_lambda.setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          ...IN_NODE,
          retry,
          include: ['tests/e2e/**/*.test.ts', 'tests/reliability/browser/*.test.ts'],
          exclude: [WALK, ...COMPARED],
          testTimeout: 180_000,
          maxWorkers: 2,
          globalSetup: ['tests/support/build_web.setup.ts', 'tests/support/build_lambda.setup.ts'],
          // After everything else: the browser and the product want the machine for themselves.
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'compared',
          ...IN_NODE,
          retry,
          include: COMPARED,
          testTimeout: 180_000,
          fileParallelism: false,
          globalSetup: ['tests/support/build_web.setup.ts'],
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
