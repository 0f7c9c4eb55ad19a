import { describe, expect, it } from 'vitest';
import * as errors from '../../src/contract/errors.ts';
import * as face from '../../src/remote.ts';

describe('buybox/remote', () => {
  it('has all that a bundle on it branches on: errors and codes', () => {
    for (const [name, error] of Object.entries(errors)) expect(face).toHaveProperty(name, error);
    expect(face.MARKETPLACES).toContain('us');
    expect(new face.QuotaExceededError('no credit is left')).toBeInstanceOf(face.MarketplaceError);
  });
});
