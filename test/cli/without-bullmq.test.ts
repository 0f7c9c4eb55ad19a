import { expect, it, vi } from 'vitest';
import { run } from './run.ts';

vi.mock('bullmq', () => {
  throw new Error("Cannot find package 'bullmq'");
});

it.each([
  ['worker', '--fixtures'],
  ['queue', 'status'],
])('%s names the missing package', async (...args) => {
  const { code, err } = await run(...args, '--redis', 'redis://127.0.0.1:1');
  expect(code).toBe(2);
  expect(err).toContain('A queue needs the package "bullmq". Install it: npm install bullmq ioredis');
});
