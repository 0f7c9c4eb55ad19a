import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { isNightly } from '../../checks/is-nightly.ts';
import { detectPageType } from '../../src/entries/parse.ts';
import { startFixtureMarketplace } from '../../src/entries/testing.ts';
import { type Change, sqliteWatchStore } from '../../src/entries/watch.ts';
import { productPage } from '../local/pages.ts';
import { start, until } from './batch/process.ts';

const KILLS = isNightly ? 10 : 4;
const ASINS = ['B0KILLED01', 'B0KILLED02', 'B0KILLED03', 'B0KILLED04'];

it(`loses no change in ${KILLS} kills at random times, and repeats one only with its id`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'buybox-watch-kill-'));
  const [file, db, out] = ['t.txt', 'w.db', 'c.ndjson'].map((name) => join(folder, name)) as [string, string, string];
  writeFileSync(file, ASINS.join('\n'));
  let requests = 0;
  await using site = await startFixtureMarketplace({
    pages: async ({ url }) => {
      const asin = detectPageType(url)?.asin ?? '';
      // Each look shows another title.
      return { url, status: 200, headers: {}, body: productPage(`Kettle ${++requests}`, asin) };
    },
  });
  const line = ['watch', file, '--via', site.url, '--retries', '0', '--every', '1s', '--confirm', 'never'];
  const flags = [...line, '--when', 'content_changed', '--db', db, '--out', out];
  const lines = () => (existsSync(out) ? readFileSync(out, 'utf8').split('\n').slice(0, -1) : []);
  try {
    for (let kill = 0; kill < KILLS; kill++) {
      const [before, asked] = [lines().length, requests];
      const program = start(flags);
      await until(() => (kill % 2 === 0 ? requests > asked : lines().length > before));
      await sleep(Math.random() * 150);
      program.child.kill('SIGKILL');
      expect(await program.exit).toBe('SIGKILL');
    }
    // A round that ends by itself delivers all that waits.
    const last = start([...flags, '--once']);
    expect(await last.exit, last.err()).toBe(0);

    const store = sqliteWatchStore(db);
    const recorded: Change[] = [];
    for await (const change of store.changes({ types: ['content_changed'] })) recorded.push(change);
    await store.close();
    const delivered = new Map<string, string>();
    for (const text of lines()) {
      const { id } = JSON.parse(text) as Change;
      expect(delivered.get(id) ?? text).toBe(text);
      delivered.set(id, text);
    }
    expect([...delivered.keys()].sort()).toEqual(recorded.map(({ id }) => id).sort());
    expect(new Set(recorded.map(({ id }) => id)).size).toBe(recorded.length);
    for (const asin of ASINS) {
      const own = recorded.filter((change) => change.asin === asin);
      expect(own.length).toBeGreaterThan(0);
      for (const [index, change] of own.slice(1).entries()) expect(change.before).toEqual(own[index]?.after);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
