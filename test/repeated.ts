/** Lists the tests that passed only when they were repeated. */
import type { Reporter, TestModule } from 'vitest/node';

export const repeatedTests: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    const repeated = modules.flatMap(({ children }) =>
      [...children.allTests()].filter((test) => (test.diagnostic()?.retryCount ?? 0) > 0),
    );
    if (repeated.length === 0) return console.log('No test was repeated.');
    console.log(`${repeated.length} tests were repeated. A test that is listed twice has a fault: fix it.`);
    for (const test of repeated) console.log(`  ${test.module.relativeModuleId} > ${test.fullName}`);
  },
};
