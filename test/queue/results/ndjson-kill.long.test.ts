import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { isNightly } from '../../../checks/is-nightly.ts';
import { ndjsonResults } from '../../../src/queue/results/ndjson-results.ts';
import { NEVER, resultOf, TestFolder } from './results.ts';

const KILLS = isNightly ? 12 : 4;

it(`keeps every delivered result in ${KILLS} kills, two processes at a time`, async () => {
  using folder = new TestFolder();
  const safe: string[] = [];
  let torn = 0;
  for (let kill = 0; kill < KILLS; kill += 2) {
    const children = [kill, kill + 1].map((number) => {
      const child = spawn(
        process.execPath,
        [join(import.meta.dirname, 'deliver-process.ts'), folder.path, `p${number}`],
        { env: { ...process.env, NODE_OPTIONS: '', NODE_NO_WARNINGS: '1' }, stdio: ['ignore', 'pipe', 'inherit'] },
      );
      let out = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        out += text;
      });
      return { child, out: () => out };
    });
    await Promise.all(
      children.map(async ({ child, out }) => {
        await expect.poll(() => out().length).toBeGreaterThan(0);
        await sleep(Math.random() * 300);
        child.kill('SIGKILL');
        await once(child, 'close');
        safe.push(...out().trim().split('\n'));
      }),
    );
    const texts = readdirSync(folder.path).map((name) => readFileSync(join(folder.path, name), 'utf8'));
    torn += texts.filter((text) => text !== '' && !text.endsWith('\n')).length;
  }
  // The next process repairs what the others left.
  const sink = ndjsonResults({ folder: folder.path });
  await sink.deliver(resultOf('last'), NEVER);
  await sink.close?.();
  const names = readdirSync(folder.path);
  expect(names.filter((name) => name.endsWith('.part'))).toEqual([]);
  const lines = names.flatMap((name) => readFileSync(join(folder.path, name), 'utf8').split('\n').slice(0, -1));
  const keys = new Set(lines.map((line): string => JSON.parse(line).key));
  expect(safe.length).toBeGreaterThan(KILLS);
  for (const key of [...safe, 'last']) expect(keys.has(key), key).toBe(true);
  console.log(`${KILLS} kills: ${safe.length} results, ${lines.length} lines, ${torn} torn`);
});
