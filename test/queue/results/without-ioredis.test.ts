import { expect, it, vi } from 'vitest';
import { readResults } from '../../../src/queue/results/read-results.ts';
import { streamResults } from '../../../src/queue/results/stream-results.ts';
import { NEVER, resultOf } from './results.ts';

vi.mock('ioredis', () => {
  throw new Error("Cannot find package 'ioredis'");
});

const redis = 'redis://127.0.0.1:1';

it.each([
  ['readers', () => readResults({ redis }).next()],
  ['sinks', () => streamResults({ redis }).deliver(resultOf('k'), NEVER)],
])('%s of a stream name the missing package and do not wait', async (_, use) => {
  await expect(use()).rejects.toMatchObject({
    code: 'INVALID_CONFIGURATION',
    message: 'redis: Redis needs the package "ioredis". Install it: npm install ioredis',
  });
});
