import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { CONTRACT, typeFiles } from '../../scripts/contract/types.ts';
import { type Json, nameOfSchema, responseSchemas, schemaOf } from '../../src/contract/json-schema.ts';
import * as contract from '../../src/contract/schemas/index.ts';

const files = await typeFiles();

describe('the types of the contract (npm run contract)', () => {
  it.each([...files])('%s is up to date', (path, text) => {
    const target = join(CONTRACT, path);
    expect(existsSync(target) ? readFileSync(target, 'utf8') : 'is missing').toBe(text);
  });

  it('are the only files of the types folder', () => {
    const written = [...files.keys()].filter((path) => path.startsWith('generated/'));
    expect(readdirSync(join(CONTRACT, 'generated')).map((name) => `generated/${name}`)).toEqual(written.toSorted());
  });
});

describe('the schemas of the contract', () => {
  it('have a description, and so do all their fields', () => {
    const missing: string[] = [];
    const visit = (schema: unknown, path: string): void => {
      if (schema instanceof z.ZodObject) {
        for (const [name, field] of Object.entries<unknown>(schema.shape)) {
          if (!(field instanceof z.ZodType) || !/^[A-Z`].*\.$/.test(field.description ?? ''))
            missing.push(`${path}.${name}`);
          visit(field, `${path}.${name}`);
        }
      } else if (schema instanceof z.ZodUnion) for (const option of schema.options) visit(option, path);
      else if (schema instanceof z.ZodArray) visit(schema.element, `${path}[]`);
      else if (schema instanceof z.ZodExactOptional || schema instanceof z.ZodNullable) visit(schema.unwrap(), path);
    };
    const schemas = Object.entries(contract).flatMap(([name, value]) =>
      value instanceof z.ZodType ? [[name, value] as const] : [],
    );
    expect(schemas.length).toBeGreaterThan(30);
    for (const [name, schema] of schemas) {
      expect(schema.description, name).toMatch(/\.$/);
      visit(schema, name);
    }
    expect(missing).toEqual([]);
  });
});

describe('buybox/schemas', () => {
  it('has every schema that a type is generated from', () => {
    const exported = Object.keys(contract);
    const types = [...files.values()].flatMap((text) => [...text.matchAll(/^export type (\w+)(?<!Params) = \{$/gm)]);
    expect(types.length).toBeGreaterThan(30);
    for (const [, name = ''] of types) expect(exported).toContain(`${name}Schema`);
    for (const schema of [...Object.values(contract.dataSchemas), ...Object.values(contract.paramsSchemas)]) {
      expect(Object.values(contract)).toContain(schema);
    }
  });
});

describe('the JSON schemas of the contract', () => {
  it('have the descriptions of fields, also next to references', () => {
    const { shape } = contract.ProductDataSchema;
    const { ProductData, DealBadge } = responseSchemas((name) => `#/${name}`);
    expect(ProductData?.properties).toMatchObject({
      bb_price: { type: 'number', description: shape.bb_price.description },
      seller: { $ref: '#/Seller', description: 'Seller of the featured offer.' },
      overview: { items: { properties: { name: { description: 'Label of the row.' } } } },
    });
    expect(DealBadge).toMatchObject({ description: contract.DealBadgeSchema.description, type: 'object' });
  });

  it('have the defaults of parameters', () => {
    const { properties, required } = schemaOf(contract.OffersParamsSchema) as { properties: Json; required: string[] };
    expect(required).toEqual(['asin']);
    expect(properties.page).toMatchObject({
      default: 1,
      description: contract.OffersParamsSchema.shape.page.description,
    });
  });

  it('have names only for exported schemas', () => {
    expect(nameOfSchema(contract.ReviewsDataSchema)).toBe('ReviewsData');
    expect(() => nameOfSchema(z.object({}))).toThrow(/not exported by the contract/);
  });
});
