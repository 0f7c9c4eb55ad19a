import { describe, expect, it } from 'vitest';
import * as errors from '../../src/contract/errors.ts';
import * as face from '../../src/remote.ts';

describe('buybox/remote', () => {
  it('exports errors, codes and types, but no schemas of responses', () => {
    for (const [name, error] of Object.entries(errors)) expect(face).toHaveProperty(name, error);
    expect(face).not.toHaveProperty('dataSchemas');
    expect(face.MARKETPLACES).toContain('us');
    expect(new face.QuotaExceededError('no credits left')).toBeInstanceOf(face.MarketplaceError);
  });
});
