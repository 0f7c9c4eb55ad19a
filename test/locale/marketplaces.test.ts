import { describe, expect, it } from 'vitest';
import { MARKETPLACES } from '../../src/contract/codes.ts';
import { marketplaceOfHost, marketplaces } from '../../src/locale/index.ts';

describe('marketplaces', () => {
  it('has a row for every code', () => {
    expect(Object.keys(marketplaces).sort()).toEqual([...MARKETPLACES].sort());
  });

  it.each(MARKETPLACES)('%s is whole', (code) => {
    const row = marketplaces[code];
    expect(row.code).toBe(code);
    expect(row.domain).toBe(`amazon.${row.suffix}`);
    expect(row.marketplaceId).toMatch(/^[A-Z0-9]{12,14}$/);
    expect(row.languageCookie).toMatch(/^lc-[a-z]+$/);
    expect(() => new Intl.NumberFormat('en', { style: 'currency', currency: row.currency })).not.toThrow();
    expect(() => new Intl.DateTimeFormat('en', { timeZone: row.timeZone })).not.toThrow();
    for (const locale of [row.locales.native, row.locales.english ?? 'en_GB', ...row.locales.others]) {
      expect(locale).toMatch(/^[a-z]{2}_[A-Z]{2}$/);
    }
  });

  it('gives no two marketplaces the same address or identifier', () => {
    const rows = Object.values(marketplaces);
    expect(new Set(rows.map((row) => row.domain)).size).toBe(MARKETPLACES.length);
    expect(new Set(rows.map((row) => row.marketplaceId)).size).toBe(MARKETPLACES.length);
  });
});

describe('marketplaceOfHost', () => {
  it.each(MARKETPLACES)('finds %s under each of its names', (code) => {
    const { domain } = marketplaces[code];
    for (const host of [domain, `www.${domain}`, `smile.${domain}`, `m.${domain}`, `WWW.${domain.toUpperCase()}`]) {
      expect(marketplaceOfHost(host)?.code).toBe(code);
    }
  });

  it.each([
    'notamazon.it',
    'amazon.evil.com',
    'amazon.com.evil.com',
    'www.www.amazon.de',
    'evil.amazon.de',
    'amazon',
    'amazon.xx',
    '',
    'amazon.de.',
    'xamazon.de',
  ])('rejects %j', (host) => {
    expect(marketplaceOfHost(host)).toBeUndefined();
  });
});
