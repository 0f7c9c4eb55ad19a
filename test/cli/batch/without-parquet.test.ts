import { existsSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { FIXTURES_FOLDER } from '../../../src/package-folder.ts';
import { run } from '../run.ts';
import { Folder } from './market.ts';

vi.mock('hyparquet-writer', () => {
  throw new Error("Cannot find package 'hyparquet-writer'");
});

it('names the missing Parquet package before any call is made', async () => {
  using folder = new Folder();
  const file = folder.write('asins.txt', 'B0LANTERN1\n');
  const out = folder.at('r.parquet');
  const { code, err } = await run('batch', file, '--folder', FIXTURES_FOLDER, '--out', out);
  expect(code).toBe(2);
  expect(err).toMatch(
    /^error: format: Parquet needs the package "hyparquet-writer"\. Install it: npm install hyparquet-writer /,
  );
  expect(existsSync(`${out}.ndjson`)).toBe(false);
});
