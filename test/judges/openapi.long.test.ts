import { describe, expect, it } from 'vitest';
import examples from '../../src/contract/generated/examples.json' with { type: 'json' };
import { type EndpointName, endpoints } from '../../src/entries/index.ts';
import { setUpService } from '../service/setup.ts';
import { judge } from './judges.ts';
import { responseValidator } from './response-validator.ts';

const { send } = await setUpService();
const { body: api } = await send('/openapi.json');

describe('the OpenAPI document', () => {
  it('is valid by the schema of OpenAPI 3.1', async () => {
    const { Validator } = (await judge('@seriousme/openapi-schema-validator')) as {
      Validator: new () => { version: string; validate(document: object): Promise<object> };
    };
    const validator = new Validator();
    expect(await validator.validate(structuredClone(api))).toMatchObject({ valid: true });
    expect(validator.version).toBe('3.1');
    const wrong = { ...structuredClone(api), paths: { '/v1/product': { get: { responses: 'all' } } } };
    expect(await new Validator().validate(wrong)).toMatchObject({ valid: false });
  });

  it.each(Object.keys(endpoints) as EndpointName[])('has a valid example of %s', (name) => {
    const { method, path } = endpoints[name];
    expect(responseValidator(api)(method, path, 200, examples[name])).toEqual([]);
  });
});

describe('responses', () => {
  it.each([
    ['/v1/product?asin=B0LANTERN1', 200],
    ['/v1/product?asin=B0NOTFOUND', 200],
    ['/v1/search?keyword=camping+lantern', 200],
    ['/v1/offers?asin=B0LANTERN1', 200],
    ['/v1/seller?sellerId=A1LARKMOOR0US', 200],
    ['/v1/category?node=7000004', 200],
    ['/v1/product?asin=B0CAPTCHA1', 503],
    ['/v1/product', 400],
  ])('to %s have the status %i and agree with the document', async (path, status) => {
    const { get } = await setUpService();
    const response = await get(path);
    expect(response.status).toBe(status);
    expect(responseValidator(api)('GET', path.replace(/\?.*/, ''), status, response.body)).toEqual([]);
  });

  it('to scrape agree with the document for each page type', async () => {
    const { scrape } = await setUpService();
    for (const url of [
      'https://www.amazon.com/dp/B0LANTERN1',
      'https://www.amazon.com/product-reviews/B0LANTERN1',
      'https://www.amazon.co.uk/gp/bestsellers/kitchen',
      'https://www.amazon.com/s?me=A1LARKMOOR0US',
    ]) {
      const { status, body } = await scrape({ url });
      expect(responseValidator(api)('POST', '/v1/scrape', status, body)).toEqual([]);
    }
  });

  it('that differ from the document are reported', () => {
    const example = examples.product;
    const wrong = { ...example, data: { ...example.data, rating: 'good' } };
    expect(responseValidator(api)('GET', '/v1/product', 200, wrong)).not.toEqual([]);
    expect(responseValidator(api)('GET', '/v1/product', 418, wrong)).toEqual(['/v1/product has no response 418']);
  });
});
