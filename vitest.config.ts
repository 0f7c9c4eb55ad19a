import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { nodeProblem } from './src/node-version.ts';
import { BUILD_ENV, BUILD_SETUP, BY_NAME, builtWorker } from './test/built/config.ts';
import { seeded } from './test/seed.ts';

/** Tests that replace a module, or a package as if it were not installed: they share a process with nobody else. */
const alone = [
  'test/**/without-*.test.ts',
  'test/service/openapi.test.ts',
  'test/watch/store/postgres-options.test.ts',
];
const others = ['{test,checks}/**/*.long.test.ts', '**/node_modules/**'];

/** The order of a first run, which knows no durations: these files are short, but take long, and the last one would run alone. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const takesLong = ({ moduleId }: TestSpecification) => moduleId.includes('/test/conformance/remote-');
    return (await super.sort(files)).sort((one, other) => Number(takesLong(other)) - Number(takesLong(one)));
  }
}

// The scripts run the Node of the development dependency `node`, which its install script puts in place.
const problem = nodeProblem();
if (problem !== undefined) throw new Error(`${problem}. Run "npm ci" without --ignore-scripts.`);

export default defineConfig({
  plugins: [builtWorker, seeded],
  resolve: { alias: BY_NAME },
  test: {
    maxWorkers: availableParallelism() + 1,
    // Everything is slow on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A condition that is awaited may take as long as the test.
    expect: { poll: { timeout: 50_000 } },
    setupFiles: ['test/setup.ts'],
    // Tests share processes: starting one for each file would take longer than the tests.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['{test,checks}/**/*.test.ts'],
          exclude: [...alone, ...others],
          globalSetup: BUILD_SETUP,
          env: BUILD_ENV,
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: alone, exclude: others, globalSetup: BUILD_SETUP, env: BUILD_ENV },
      },
    ],
  },
});
