/** Runs in each test file. Files share processes, so each one leaves its process as it found it. */
import { afterAll, vi } from 'vitest';

const { now } = Date;
const { console } = globalThis;

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  Date.now = now;
  globalThis.console = console;
});
