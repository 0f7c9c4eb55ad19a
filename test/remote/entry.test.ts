import { describe, expect, it } from 'vitest';
import * as errors from '../../src/contract/errors.ts';
import * as entry from '../../src/entries/remote.ts';

describe('buybox/remote', () => {
  it('exports errors, codes and types, but no schemas', () => {
    for (const [name, error] of Object.entries(errors)) expect(entry).toHaveProperty(name, error);
    expect(Object.keys(entry).filter((name) => /schema/i.test(name))).toEqual([]);
    expect(entry.MARKETPLACES).toContain('us');
    expect(new entry.QuotaExceededError('no credit is left')).toBeInstanceOf(entry.MarketplaceError);
  });
});
