import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { PAGE_TYPES } from '../../src/contract/page-types.ts';
import { run } from './run.ts';

interface Diagnosis {
  ok: boolean;
  node: string;
  settings: { setting: string; value: string; from: string }[];
  checks: { check: string; state: string; found: string; advice?: string }[];
}

const folder = mkdtempSync(join(tmpdir(), 'buybox-doctor-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

/** The part of a seller's page with a legal name and an address. */
const IMPRINT = /<div id="page-section-detail-seller-info">[\s\S]*?<\/div><\/div><\/div>/;

async function diagnosis(...flags: string[]): Promise<Diagnosis & { code: number; of: (check: string) => object }> {
  const { code, out } = await run('doctor', '--fixtures', '--json', ...flags);
  const found = JSON.parse(out) as Diagnosis;
  return { ...found, code, of: (check) => found.checks.find((one) => one.check === check) ?? {} };
}

describe('buybox doctor', () => {
  it('reads a page of each type, and names its landmarks', async () => {
    const { code, ok, node, checks, of } = await diagnosis();
    expect([code, ok, node]).toEqual([0, true, process.versions.node]);
    const pages = checks.filter(({ check }) => check.endsWith(' page')).map(({ check }) => check.replace(' page', ''));
    expect(pages.toSorted()).toEqual([...PAGE_TYPES].sort());
    expect(of('product page')).toMatchObject({ state: 'ok', found: expect.stringContaining('#productTitle') });
    expect(of('redis')).toMatchObject({ state: 'skipped' });
  });

  it('has nothing to warn of on the fixture pages', async () => {
    const { checks } = await diagnosis();
    expect(checks.filter(({ state }) => state !== 'ok').map(({ check }) => check)).toEqual(['redis']);
  });

  it('warns of a page that lacks a part', async () => {
    cpSync(new URL('../../fixtures', import.meta.url), folder, { recursive: true });
    const file = join(folder, 'seller/us-larkmoor.html');
    writeFileSync(file, readFileSync(file, 'utf8').replace(IMPRINT, ''));
    const { out } = await run('doctor', '--folder', folder, '--asin', 'B0LANTERN1', '--json');
    const { checks } = JSON.parse(out) as Diagnosis;
    const seller = checks.find(({ check }) => check === 'seller page');
    expect(seller).toMatchObject({ state: 'warning', found: expect.stringContaining('the page has no') });
  });

  it('says where each setting comes from, and shows no secret', async () => {
    const config = join(folder, 'buybox.config.json');
    writeFileSync(config, JSON.stringify({ timeoutMs: 20_000, retries: 5, apiKey: 'very-secret' }));
    vi.stubEnv('BUYBOX_RETRIES', '1');
    const { settings, of } = await diagnosis('--config', config, '--language', 'native');
    expect(Object.fromEntries(settings.map(({ setting, from }) => [setting, from]))).toEqual({
      ...{ backend: 'default', marketplace: 'default', language: 'flag', timeoutMs: 'file', retries: 'environment' },
      ...{ fixtures: 'flag', apiKey: 'file' },
    });
    expect(settings).toContainEqual({ setting: 'retries', value: '1', from: 'environment' });
    expect(JSON.stringify(settings)).not.toContain('very-secret');
    expect(of('backend')).toMatchObject({ state: 'warning', found: 'local: the API key is not used' });
  });

  it('names unknown variables', async () => {
    vi.stubEnv('BUYBOX_TIMEOUT', '5s');
    const { of } = await diagnosis();
    expect(of('environment')).toEqual({
      ...{ check: 'environment', state: 'warning', found: 'BUYBOX_TIMEOUT is not a setting' },
      advice: 'Did you mean BUYBOX_TIMEOUT_MS?',
    });
  });

  it('fails for a page that is refused and for Redis that is away, and says what to do', async () => {
    const { code, ok, of } = await diagnosis(
      '--asin',
      'B0CAPTCHA1',
      '--retries',
      '0',
      '--redis',
      'redis://127.0.0.1:1',
    );
    expect([code, ok]).toEqual([1, false]);
    expect(of('product page')).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('[CAPTCHA]'),
      advice: expect.stringContaining('--proxy'),
    });
    expect(of('seller page')).toMatchObject({ state: 'skipped' });
    expect(of('blocks')).toMatchObject({ state: 'warning', found: 'CAPTCHA' });
    expect(of('redis')).toMatchObject({ state: 'failed', found: expect.stringContaining('ECONNREFUSED') });
  });

  it('warns of a budget that begins again with each process', async () => {
    const { of } = await diagnosis('--budget', '100/day');
    expect(of('ledger')).toMatchObject({ state: 'warning', found: 'in memory, no packs' });
  });

  it('checks a service', async () => {
    vi.stubEnv('BUYBOX_API_KEY', 'key');
    const { out } = await run('doctor', '--backend', 'remote', '--base-url', 'http://127.0.0.1:1');
    expect(out).toContain('skipped  robots: the service asks the sites');
    expect(out).toMatch(/^failed {3}search page: .*ECONNREFUSED/m);
  });

  it('prints text without --json', async () => {
    const { out } = await run('doctor', '--fixtures');
    expect(out).toMatch(/^fixtures +true +flag$/m);
    expect(out).toMatch(/^ok {7}product page: \d+ ms, landmarks: #dp/m);
  });
});
