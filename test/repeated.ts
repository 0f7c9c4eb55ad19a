/** Lists the tests that failed once and were run again, whatever came of it. */
import type { Reporter, TestModule } from 'vitest/node';

export const repeatedTests: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    const repeated = modules.flatMap(({ children }) =>
      [...children.allTests()].filter((test) => (test.diagnostic()?.retryCount ?? 0) > 0),
    );
    if (repeated.length === 0) return console.log('No test was repeated.');
    console.log(`Repeated tests: ${repeated.length}. A test that two runs list has a fault: fix it.`);
    for (const test of repeated) console.log(`  ${test.module.relativeModuleId} > ${test.fullName}`);
  },
};
