import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { CONTRACT, readComments } from '../../scripts/contract/comments.ts';
import { contractFiles } from '../../scripts/contract.ts';
import * as contract from '../../src/contract/index.ts';
import { answerSchemas, descriptionOf, type Json, nameOfSchema, schemaOf } from '../../src/contract/json-schema.ts';

const files = await contractFiles();

describe('the files that are written out of the schemas (npm run contract writes them)', () => {
  it.each([...files])('%s is current', (path, text) => {
    const target = join(CONTRACT, path);
    expect(existsSync(target) ? readFileSync(target, 'utf8') : 'is missing').toBe(text);
  });

  it('are all there is in the folder of types', () => {
    const written = [...files.keys()].filter((path) => path.startsWith('types/'));
    expect(readdirSync(join(CONTRACT, 'types')).map((name) => `types/${name}`)).toEqual(written.toSorted());
  });
});

describe('the comments of the contract', () => {
  const comments = readComments();

  it('explain every schema that is exported, and every field of it', () => {
    const exported = Object.entries(contract).filter(([, value]) => value instanceof z.ZodType);
    expect(exported.length).toBeGreaterThan(30);
    for (const [name] of exported) expect(comments.get(name.replace(/Schema$/, ''))?.text, name).not.toBe('');
    const silent = [...comments.values()].flatMap(({ name, fields }) =>
      [...fields].filter(([, text]) => text === '').map(([path]) => `${name}: ${path}`),
    );
    expect(silent).toEqual([]);
  });

  it('are read through spreads, lists, nested objects and extensions', () => {
    expect(descriptionOf('ProductParams', 'marketplace')).toBe('Which of the 20 marketplaces.');
    expect(descriptionOf('ProductData', 'bb_price')).toContain('without a membership');
    expect(descriptionOf('ProductData', 'overview[].name')).toBe("The row's label.");
    expect(descriptionOf('StorefrontInfoData', 'feedback.days_30')).toBe('The last 30 days.');
    expect(descriptionOf('CategoryData', 'refinements')).toBe(descriptionOf('SearchData', 'refinements'));
    expect(descriptionOf('CategoryData', 'title')).not.toBe(descriptionOf('SearchData', 'title'));
  });
});

describe('the JSON schemas of the contract', () => {
  it('say what the comments say, beside references too', () => {
    const { ProductData, DealBadge } = answerSchemas((name) => `#/${name}`);
    expect(ProductData?.properties).toMatchObject({
      bb_price: { type: 'number', description: descriptionOf('ProductData', 'bb_price') },
      seller: { $ref: '#/Seller', description: 'Who sells the featured offer.' },
      overview: { items: { properties: { name: { description: "The row's label." } } } },
    });
    expect(DealBadge).toMatchObject({ description: 'The badge of a running deal.', type: 'object' });
  });

  it('give parameters with their defaults', () => {
    const { properties, required } = schemaOf(contract.OffersParamsSchema) as { properties: Json; required: string[] };
    expect(required).toEqual(['asin']);
    expect(properties.page).toMatchObject({ default: 1, description: descriptionOf('OffersParams', 'page') });
  });

  it('have names for exported schemas alone', () => {
    expect(nameOfSchema(contract.ReviewsDataSchema)).toBe('ReviewsData');
    expect(() => nameOfSchema(z.object({}))).toThrow(/none that the contract exports/);
  });
});
