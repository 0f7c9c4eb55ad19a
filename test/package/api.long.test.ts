import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPORTS_FOLDER, writeReports } from './api-report.ts';
import { unpackPacked } from './packed.ts';

const folder = mkdtempSync(join(tmpdir(), 'buybox-api-'));
const reports = join(folder, 'api');

beforeAll(async () => {
  const unpacked = await unpackPacked(folder);
  symlinkSync(join(import.meta.dirname, '../../node_modules'), join(unpacked, 'node_modules'));
  writeReports(unpacked, reports);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the reports of the public API', () => {
  it('exist for exactly the entries', () => {
    expect(readdirSync(REPORTS_FOLDER)).toEqual(readdirSync(reports));
  });

  it.each(readdirSync(REPORTS_FOLDER))('are up to date: %s (npm run api writes them)', (name) => {
    expect(readFileSync(join(reports, name), 'utf8')).toBe(readFileSync(join(REPORTS_FOLDER, name), 'utf8'));
  });
});
