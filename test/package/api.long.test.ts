import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENTRY_NAMES, REPORTS_FOLDER, readReport, writeReports } from '../../scripts/api-report.ts';
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
    expect(readdirSync(REPORTS_FOLDER).sort()).toEqual(ENTRY_NAMES.map((name) => `${name}.api.md`).sort());
  });

  it.each(ENTRY_NAMES)('are up to date for %s (npm run api writes them)', (name) => {
    expect(readReport(reports, name)).toBe(readReport(REPORTS_FOLDER, name));
  });
});
