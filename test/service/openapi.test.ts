import { describe, expect, it, vi } from 'vitest';
import examples from '../../src/contract/generated/examples.json' with { type: 'json' };
import { type EndpointName, endpoints, type PageType } from '../../src/entries/index.ts';
import { dataSchemas, envelopeSchema } from '../../src/entries/schemas.ts';

vi.mock('../../src/service/openapi.ts', { spy: true });
// Another file of this process can have made the document.
vi.resetModules();
const { openApiDocument } = await import('../../src/service/openapi.ts');
const { ORIGIN, setUpService } = await import('./setup.ts');

const { send } = await setUpService();
const { body: api } = await send('/openapi.json');

describe('the OpenAPI document', () => {
  it('is a document of version 3.1 for interface 1.5.0', () => {
    expect(api).toMatchObject({ openapi: '3.1.0', info: { version: '1.5.0' }, servers: [{ url: ORIGIN }] });
  });

  it('is made once, as it takes long and needs no key', async () => {
    const other = await setUpService();
    for (const path of ['/openapi.json', '/reference', '/openapi.json', '/reference']) await other.send(path);
    expect(vi.mocked(openApiDocument)).toHaveBeenCalledTimes(1);
  });

  it('has every endpoint with its parameters, API key and statuses', () => {
    for (const [name, { method, path, params }] of Object.entries(endpoints)) {
      const operation = api.paths[path][method.toLowerCase()];
      expect(operation.operationId).toBe(name);
      expect(Object.keys(operation.responses)).toEqual(
        expect.arrayContaining(['200', '400', '401', '404', '405', '408', '429', '431', '500', '503']),
      );
      const named =
        method === 'GET'
          ? operation.parameters.flatMap((parameter: { name: string; in: string }) =>
              parameter.in === 'query' ? [parameter.name] : [],
            )
          : Object.keys(operation.requestBody.content['application/json'].schema.properties);
      expect(named).toEqual([...Object.keys(params), 'fields']);
      expect(operation.parameters.at(-1)).toMatchObject({ name: 'Idempotency-Key', in: 'header', required: false });
      expect(operation.responses['200'].headers).toHaveProperty('Idempotency-Replayed');
      expect(operation.responses['422']).toEqual({ $ref: '#/components/responses/IdempotencyKeyReused' });
    }
    expect(api.components.securitySchemes).toEqual({ apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } });
    expect(api.components.schemas.ProductData.properties).toHaveProperty('bb_price');
    expect(JSON.stringify(api.components.schemas)).not.toContain('"additionalProperties":false');
  });

  it('has a description of every parameter and property', () => {
    const undescribed: string[] = [];
    const visit = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      const { properties, parameters } = value as { properties?: Record<string, unknown>; parameters?: unknown[] };
      const described = [...Object.entries(properties ?? {}), ...Object.entries(parameters ?? [])];
      for (const [name, member] of described) {
        const text = (member as { description?: unknown }).description;
        if (typeof text !== 'string' || !/^[A-Z`0-9].*\.$/.test(text)) undescribed.push(`${path}/${name}: ${text}`);
      }
      for (const [name, member] of Object.entries(value)) if (!isExample(name)) visit(member, `${path}/${name}`);
    };
    const isExample = (name: string) => name === 'example' || name === 'examples';
    visit(api, '');
    expect(undescribed).toEqual([]);
    expect(api.components.schemas.ProductData.properties.rating_histogram.description).toContain('percent');
  });

  it.each(Object.keys(endpoints) as EndpointName[])('has a valid example of %s', (name) => {
    const { method, path } = endpoints[name];
    const { example } = api.paths[path][method.toLowerCase()].responses['200'].content['application/json'];
    const pageType: PageType = example.page_type;
    expect(example).toEqual(examples[name]);
    expect(example.meta.source).toMatchObject({ status: 200, attempts: 1, language: 'en' });
    expect(envelopeSchema(pageType, dataSchemas[pageType]).parse(example)).toEqual(example);
  });
});

describe('the reference page', () => {
  it('shows every endpoint, error code and schema, and loads nothing from other sites', async () => {
    const { status, text, headers } = await send('/reference');
    expect(status).toBe(200);
    for (const { path } of Object.values(endpoints)) expect(text).toContain(path);
    for (const word of [
      'x-api-key',
      'QUOTA_EXCEEDED',
      'ProductData',
      'bb_price',
      'sellerId',
      'Share of positive feedback',
    ])
      expect(text).toContain(word);
    expect(text).not.toMatch(/<script|src="http|href="http/);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect((await send('/style.css')).headers.get('content-type')).toContain('text/css');
  });
});
