import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const PRELOAD = new URL('../../scripts/moved-clock.cjs', import.meta.url).pathname;
const BY = 800 * 86_400_000;

/** Prints the dates of a process, a thread and a process that the first one starts. */
const PROGRAM = `
const dates = 'console.log(JSON.stringify([Date.now(), +new Date(), Date.parse(Date()), +new (class extends Date {})(), +new Date(5), Date.UTC(1970), new Date().constructor === Date]))';
eval(dates);
process.stdout.write(require('node:child_process').execFileSync(process.execPath, ['-e', dates]));
new (require('node:worker_threads').Worker)(dates, { eval: true });
`;

it('moves every reading of the date in a process, its threads and its processes, and no other date', async () => {
  const env = { ...process.env, MOVED_CLOCK_MS: String(BY), NODE_OPTIONS: `--require ${JSON.stringify(PRELOAD)}` };
  const since = performance.timeOrigin + performance.now() - 1_000;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', PROGRAM], { env });
  const until = performance.timeOrigin + performance.now() + 1_000;
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toHaveLength(3);
  for (const [now, made, text, own, ...others] of lines) {
    for (const time of [now, made, text, own]) {
      expect(time - BY).toBeGreaterThan(since);
      expect(time - BY).toBeLessThan(until);
    }
    expect(others).toEqual([5, 0, true]);
  }
});
