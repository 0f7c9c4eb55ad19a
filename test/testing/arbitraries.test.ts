import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dataSchemas } from '../../src/contract/data/index.ts';
import { PAGE_TYPES } from '../../src/entries/index.ts';
import { envelopeSchema } from '../../src/entries/schemas.ts';
import { arbitraries, fakeMarketplace } from '../../src/entries/testing.ts';

describe('arbitraries', () => {
  it.each(PAGE_TYPES)('%s: everything that is generated is valid, and nothing is added', (type) => {
    const schema = dataSchemas[type];
    fc.assert(
      fc.property(arbitraries[type], (data) => {
        expect(JSON.stringify(schema.parse(data)).length).toBe(JSON.stringify(data).length);
      }),
      { numRuns: 20 },
    );
    const envelope = envelopeSchema(type, schema);
    fc.assert(
      fc.property(arbitraries.envelopes[type], (generated) => {
        expect(envelope.safeParse(generated).error).toBeUndefined();
      }),
      { numRuns: 10 },
    );
  });

  it('generates every field of a product, and leaves every optional one out', () => {
    // One seed: with another one, a field can be missing by chance.
    const samples = fc.sample(arbitraries.product, { numRuns: 200, seed: 1 });
    const names = Object.keys(dataSchemas.product.shape).filter((name) => name !== 'asin');
    const present = (name: string) => samples.filter((sample) => name in sample).length;
    expect(names.filter((name) => present(name) === 0)).toEqual([]);
    expect(names.filter((name) => present(name) === samples.length)).toEqual([]);
  });

  it('never generates the key __proto__, which the schema drops: keys begin with a letter', () => {
    const samples = fc.sample(arbitraries.product, { numRuns: 100, seed: 1 });
    const records = samples.flatMap(({ selected_variation = {}, variations = [] }) => [
      selected_variation,
      ...variations.map(({ attributes }) => attributes),
    ]);
    const keys = records.flatMap((record) => Object.keys(record));
    expect(keys.length).toBeGreaterThan(100);
    expect(keys.filter((key) => !/^[a-z]/.test(key))).toEqual([]);
  });

  it('generates what a fake can return', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraries.envelopes.product, async (envelope) => {
        const { found, data } = await fakeMarketplace({ product: envelope }).product({ asin: 'B0LANTERN1' });
        expect({ found, data }).toEqual({ found: envelope.found, data: envelope.data });
      }),
      { numRuns: 20 },
    );
  });
});
