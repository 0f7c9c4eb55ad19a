import { describe, expect, it } from 'vitest';
import * as errors from '../../src/contract/errors.ts';
import * as entry from '../../src/remote.ts';

describe('buybox/remote', () => {
  it('exports errors, codes and types, but no schemas of responses', () => {
    for (const [name, error] of Object.entries(errors)) expect(entry).toHaveProperty(name, error);
    expect(entry).not.toHaveProperty('dataSchemas');
    expect(entry.MARKETPLACES).toContain('us');
    expect(new entry.QuotaExceededError('no credit is left')).toBeInstanceOf(entry.MarketplaceError);
  });
});
