import { describe, expect, it } from 'vitest';
import { MARKETPLACES } from '../../src/contract/codes.ts';
import { marketplaceOfHost, marketplaces } from '../../src/locale/index.ts';
import { localeOf } from './support.ts';

/** Names that the standard spells differently. */
const NAMES: Partial<Record<string, string>> = { tr: 'Türkiye' };

describe('marketplaces', () => {
  it('has a row for every code', () => {
    expect(Object.keys(marketplaces).sort()).toEqual([...MARKETPLACES].sort());
  });

  it.each(MARKETPLACES)('%s has a complete row', (code) => {
    const row = marketplaces[code];
    expect(row.code).toBe(code);
    expect(row.domain).toBe(`amazon.${row.suffix}`);
    expect(row.marketplaceId).toMatch(/^[A-Z0-9]{12,14}$/);
    expect(new Intl.DisplayNames(['en'], { type: 'region' }).of(row.countryCode)).toBe(NAMES[code] ?? row.country);
    expect(row.languageCookie).toMatch(/^lc-[a-z]+$/);
    expect(() => new Intl.NumberFormat('en', { style: 'currency', currency: row.currency })).not.toThrow();
    expect(() => new Intl.DateTimeFormat('en', { timeZone: row.timeZone })).not.toThrow();
    for (const locale of [row.locales.native, row.locales.english ?? 'en_GB', ...row.locales.others]) {
      expect(locale).toMatch(/^[a-z]{2}_[A-Z]{2}$/);
    }
  });

  it('has unique domains and identifiers', () => {
    const rows = Object.values(marketplaces);
    expect(new Set(rows.map((row) => row.domain)).size).toBe(MARKETPLACES.length);
    expect(new Set(rows.map((row) => row.marketplaceId)).size).toBe(MARKETPLACES.length);
  });

  it('marks the eight sites in the EU', () => {
    const codes = Object.values(marketplaces).filter(({ isInEU }) => isInEU);
    expect(codes.map(({ code }) => code)).toEqual(['de', 'fr', 'it', 'es', 'nl', 'pl', 'se', 'be']);
  });

  it('reads `$` as the dollar of the country, otherwise as the US dollar', () => {
    const dollars = Object.values(marketplaces).filter(({ dollar }) => dollar !== undefined);
    expect(dollars.map(({ code, dollar, currency }) => [code, dollar === currency])).toEqual([
      ['ca', true],
      ['au', true],
      ['mx', true],
      ['sg', true],
    ]);
    expect(localeOf('de', 'en').price('$5')).toEqual({ amount: 5, currency: 'USD' });
    expect(localeOf('mx', 'es').price('$5')).toEqual({ amount: 5, currency: 'MXN' });
  });
});

describe('marketplaceOfHost', () => {
  it.each(MARKETPLACES)('returns %s for each of its host names', (code) => {
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
