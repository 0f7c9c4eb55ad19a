/** The parameter `fields` on both backends, the service, the iterators and the command line. */
import { describe, expect, it } from 'vitest';
import { callIdentity } from '../../src/contract/call-identity.ts';
import { BadRequestError, categoryPages, offerPages, searchPages } from '../../src/entries/index.ts';
import { createLocalMarketplace, savedPages } from '../../src/entries/local.ts';
import { FIXTURES_FOLDER } from '../../src/package-folder.ts';
import { fieldSource } from '../../src/tables/fields.ts';
import { entriesOf, pickFields } from '../../src/tables/rows.ts';
import { run } from '../cli/run.ts';
import { envelope, serviceOf } from '../remote/service.ts';
import { marketplaceOf, setUpService } from '../service/setup.ts';

const local = () => createLocalMarketplace({ pages: savedPages(FIXTURES_FOLDER), retries: 0 });
const refusal = {
  status: 400,
  body: { success: false, error: { code: 'INVALID_PARAMETER', message: 'fields: unknown' } },
};

describe('the local backend', () => {
  it('returns only the fields of a call, and what identifies the data', async () => {
    await using marketplace = local();
    const { data, meta } = await marketplace.product({
      asin: 'B0LANTERN1',
      fields: ['title', 'bb_price', 'brand.name'],
    });
    expect(Object.keys(data ?? {})).toEqual(['asin', 'title', 'bb_price', 'brand']);
    expect(data?.brand).toEqual({ name: 'Larkmoor' });
    expect(meta.request_url).toMatch(/&fields=bb_price%2Cbrand\.name%2Ctitle$/);
    const page = await marketplace.scrape({
      url: 'https://www.amazon.com/product-reviews/B0LANTERN1',
      fields: ['entries.rating', 'bb_price'],
    });
    expect(Object.keys(page.data ?? {})).toEqual(['asin', 'current_page', 'entries']);
    expect((await marketplace.product({ asin: 'B0NOTFOUND', fields: ['title'] })).data).toBeNull();
  });

  it('filters offers by a condition that is not among the fields, and serves the last page again', async () => {
    await using marketplace = local();
    const used = { asin: 'B0LANTERN1', condition: 'used' } as const;
    const all = await marketplace.offers(used);
    const some = await marketplace.offers({ ...used, fields: ['product_sellers_info.price', 'fbm_count'] });
    expect(some.data?.fbm_count).toBe(all.data?.fbm_count);
    expect(some.data?.product_sellers_info).toEqual(
      all.data?.product_sellers_info.map(({ seller_id, price }) => ({ seller_id, price })),
    );
  });

  it.each([
    [['titel'], 'fields: "titel" is not a field of product. Did you mean "title"?'],
    [['price'], 'fields: "price" is not a field of product. Did you mean "bb_price"?'],
    [['stock'], 'Did you mean "stock_qty"?'],
    [['reviews_count'], 'Did you mean "reviews"?'],
    [['toString'], 'fields: "toString" is not a field of product. `buybox docs data` lists all fields.'],
    [[], 'fields: the list is empty: expected at least one field name. Leave it out for all fields.'],
    ['title', 'fields: "title" is not a list: expected a list of field names'],
    [['title', ...new Array(1)], 'fields: undefined is not a string: expected a list of field names'],
    [new Array(2), 'fields: undefined is not a string: expected a list of field names'],
    [[`selected_variation${'.a'.repeat(100_000)}`], 'fields: "selected_variation.a.a.a'],
  ])('refuses %.80j before any request', async (fields, message) => {
    let requests = 0;
    await using marketplace = createLocalMarketplace({
      pages: () => {
        requests++;
        throw new Error('a request');
      },
    });
    const call = marketplace.product({ asin: 'B0LANTERN1', fields: fields as string[] });
    await expect(call).rejects.toThrow(BadRequestError);
    await expect(call).rejects.toThrow(message);
    await expect(call).rejects.toMatchObject({ code: 'INVALID_PARAMETER', parameter: 'fields' });
    expect(requests).toBe(0);
  });
});

describe('the remote backend', () => {
  it('sends the fields, and leaves out the others that a service returns', async () => {
    await using service = await serviceOf({ body: envelope() });
    const { data } = await service.marketplace.product({ asin: 'B0TESTASIN', fields: ['bb_price', 'bb_price'] });
    expect(data).toEqual({ asin: 'B0TESTASIN', bb_price: 24.99 });
    expect(service.asked[0]?.url).toMatch(/[?&]fields=bb_price$/);
    await service.marketplace.scrape({ url: 'https://www.amazon.com/dp/B0TESTASIN', fields: ['title'] });
    expect(JSON.parse(service.asked[1]?.body ?? '')).toMatchObject({ fields: ['title'] });
  });

  it('asks a service that refuses the parameter without it, from then on at once', async () => {
    await using service = await serviceOf([refusal, { body: envelope() }]);
    const call = () => service.marketplace.product({ asin: 'B0TESTASIN', fields: ['title'] });
    expect((await call()).data).toEqual({ asin: 'B0TESTASIN', title: 'A kettle' });
    expect((await call()).data).toEqual({ asin: 'B0TESTASIN', title: 'A kettle' });
    expect(service.asked.map(({ url }) => url.includes('fields='))).toEqual([true, false, false]);
  });

  it('sends the request without the parameter with an idempotency key of its own, the same each time', async () => {
    await using service = await serviceOf([refusal, { body: envelope() }]);
    const call = () => service.marketplace.product({ asin: 'B0TESTASIN', fields: ['title'] }, { idempotencyKey: 'k1' });
    await call();
    await call();
    expect(service.asked.map(({ headers }) => headers['idempotency-key'])).toEqual(['k1', 'whole:k1', 'whole:k1']);
  });

  it('throws another refusal of the call at once', async () => {
    const other = {
      status: 400,
      body: { success: false, error: { code: 'INVALID_PARAMETER', message: 'asin: gone' } },
    };
    await using service = await serviceOf([other, { body: envelope() }]);
    const call = service.marketplace.product({ asin: 'B0TESTASIN', fields: ['title'] });
    await expect(call).rejects.toThrow('asin: gone');
    expect(service.asked).toHaveLength(1);
  });

  it('throws the error of a service that accepts the parameter, or refuses the call without it too', async () => {
    await using strict = await serviceOf(refusal);
    await expect(strict.marketplace.product({ asin: 'B0TESTASIN', fields: ['title'] })).rejects.toThrow(
      BadRequestError,
    );
    await using other = await serviceOf([{ body: envelope() }, refusal]);
    await other.marketplace.product({ asin: 'B0TESTASIN', fields: ['title'] });
    await expect(other.marketplace.product({ asin: 'B0TESTASIN', fields: ['title'] })).rejects.toThrow(BadRequestError);
    expect(other.asked).toHaveLength(2);
  });

  it('returns data of a page type that it does not know as a whole', async () => {
    await using service = await serviceOf({ body: envelope({ page_type: 'brand_new', data: { anything: true } }) });
    const call = service.marketplace.scrape({ url: 'https://www.amazon.com/dp/B0TESTASIN', fields: ['title'] });
    expect(await call).toMatchObject({ page_type: 'brand_new', data: { anything: true } });
  });

  it('throws the error of another parameter at once, and keeps sending the fields', async () => {
    const reused = {
      status: 422,
      body: {
        success: false,
        error: { code: 'INVALID_PARAMETER', message: 'used before', details: { parameter: 'Idempotency-Key' } },
      },
    };
    await using service = await serviceOf([reused, { body: envelope() }]);
    const call = () => service.marketplace.product({ asin: 'B0TESTASIN', fields: ['title'] });
    await expect(call()).rejects.toMatchObject({ parameter: 'Idempotency-Key' });
    await call();
    expect(service.asked.map(({ url }) => url.includes('fields='))).toEqual([true, true]);
  });

  it('reports no drift for required members that were not asked for', async () => {
    const data = { current_page: 1, last_page_number: 'x' };
    const paths: string[] = [];
    await using service = await serviceOf(
      { body: envelope({ page_type: 'search', data }) },
      { onEvent: (event) => event.type === 'drift' && paths.push(event.path) },
    );
    await service.marketplace.search({ keyword: 'kettle', fields: ['last_page_number'] });
    expect(paths).toEqual(['data.last_page_number']);
  });
});

describe('the service', () => {
  it('takes the fields from the query and from the body, and bills the call', async () => {
    const { get, scrape } = await setUpService();
    const { body } = await get('/v1/product?asin=B0LANTERN1&fields=bb_price,currency');
    expect(body.data).toEqual({ asin: 'B0LANTERN1', bb_price: 34.99, currency: 'USD' });
    expect(body.meta.usage.requests_consumed).toBe(1);
    const page = await scrape({ url: 'https://www.amazon.com/dp/B0LANTERN1', fields: ['title'] });
    expect(Object.keys(page.body.data)).toEqual(['asin', 'title']);
    const wrong = await get('/v1/product?asin=B0LANTERN1&fields=titel');
    expect(wrong).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringMatching(/^fields: "titel"/) } },
    });
  });

  it('takes the parameter several times, as generated clients send it', async () => {
    const { get } = await setUpService();
    const fields = (query: string) => get(`/v1/product?asin=B0LANTERN1&${query}`).then(({ body }) => body.data);
    const expected = { asin: 'B0LANTERN1', bb_price: 34.99, currency: 'USD' };
    expect(await fields('fields=bb_price&fields=currency')).toEqual(expected);
    expect(await fields('fields=bb_price,currency&fields=bb_price')).toEqual(expected);
    expect(await get('/v1/product?asin=B0LANTERN1&fields=title&fields=')).toMatchObject({ status: 400 });
    expect(await get('/v1/product?asin=B0LANTERN1&fields=title&asin=B0LANTERN1')).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringMatching(/^asin: appears twice/) } },
    });
  });

  it('repeats a response for the same fields in any order, and refuses an Idempotency-Key with other fields', async () => {
    const { get } = await setUpService();
    const product = (query: string) => get(`/v1/product?asin=B0LANTERN1${query}`, { 'idempotency-key': 'one' });
    const first = await product('&fields=bb_price,currency');
    expect(first.status).toBe(200);
    expect((await product('&fields=currency,bb_price')).body).toEqual(first.body);
    for (const other of ['&fields=title', ''])
      expect(await product(other)).toMatchObject({
        status: 422,
        body: { error: { details: { parameter: 'Idempotency-Key' } } },
      });
  });

  it('leaves out the other fields that a marketplace returns, and documents the parameter', async () => {
    const whole = async () => envelope() as never;
    const { get, send } = await setUpService({ marketplace: marketplaceOf(whole) });
    expect((await get('/v1/product?asin=B0TESTASIN&fields=title')).body.data).toEqual({
      asin: 'B0TESTASIN',
      title: 'A kettle',
    });
    const { paths } = (await send('/openapi.json')).body;
    const names = paths['/v1/product'].get.parameters.map(({ name }: { name: string }) => name);
    expect(names).toContain('fields');
    const body = paths['/v1/scrape'].post.requestBody.content['application/json'].schema;
    expect(body.properties.fields).toMatchObject({ type: 'array' });
  });
});

describe('calls', () => {
  it('are the same with the same fields in any order, and others with other fields', () => {
    const identity = (...fields: string[]) => callIdentity('product', { asin: 'B0LANTERN1', fields });
    expect(identity('title', 'brand')).toBe(identity('brand', 'title', 'brand.name', 'title'));
    expect(identity('title')).not.toBe(identity('brand'));
    expect(identity('title')).not.toBe(callIdentity('product', { asin: 'B0LANTERN1' }));
  });
});

describe('the iterators', () => {
  it('find the last page without its fields, and return only the fields of the caller', async () => {
    await using marketplace = local();
    const keyword = { keyword: 'camping lantern', fields: ['shallow_parts.price'] } as const;
    for await (const { data } of searchPages(marketplace, keyword, { maxPages: 2 })) {
      expect(Object.keys(data ?? {})).toEqual(['current_page', 'shallow_parts']);
      for (const entry of data?.shallow_parts ?? []) expect(Object.keys(entry).join()).toMatch(/^asin(,price)?$/);
    }
    const pagesOf = async (pages: AsyncIterable<{ data: object | null }>) => {
      const keys: string[][] = [];
      for await (const { data } of pages) keys.push(Object.keys(data ?? {}));
      return keys;
    };
    const whole = await pagesOf(offerPages(marketplace, { asin: 'B0LANTERN1' }));
    const some = await pagesOf(offerPages(marketplace, { asin: 'B0LANTERN1', fields: ['fba_count'] }));
    expect(some).toEqual(whole.map(() => ['asin', 'page_index', 'fba_count']));
    expect(await pagesOf(categoryPages(marketplace, { node: '7000004', fields: ['name'] }, { maxPages: 1 }))).toEqual([
      ['node_id', 'current_page', 'name'],
    ]);
  });

  it.each([
    [[], 'fields: the list is empty'],
    [5, 'fields: 5 is not a list'],
    [null, 'fields: null is not a list'],
    ['keyword', 'fields: "keyword" is not a list'],
  ])('refuse %j as calls do', async (fields, message) => {
    await using marketplace = local();
    const given = { fields: fields as never };
    for (const pages of [
      searchPages(marketplace, { keyword: 'camping lantern', ...given }),
      categoryPages(marketplace, { node: '7000004', ...given }),
      offerPages(marketplace, { asin: 'B0LANTERN1', ...given }),
    ]) {
      const first = pages.next();
      await expect(first).rejects.toThrow(BadRequestError);
      await expect(first).rejects.toThrow(message);
    }
  });
});

describe('the command line', () => {
  it.each([
    ['product', 'B0LANTERN1', 'title,brand.name,meta.marketplace'],
    ['search', 'camping lantern', 'keyword,asin,price,last_page_number'],
    ['offers', 'B0LANTERN1', 'asin,name,price'],
    ['scrape', 'https://www.amazon.co.uk/Best-Sellers-Home-Kitchen/zgbs/kitchen', 'list_type,rank,title'],
    ['product', 'B0LANTERN1', 'found'],
  ])('%s %s prints the same as from a whole response', async (command, subject, fields) => {
    const args = [command, subject, '--fixtures', '--json'];
    const whole = JSON.parse((await run(...args)).out);
    const { out, code } = await run(...args, '--fields', fields);
    expect(code).toBe(0);
    const some: object[] = [JSON.parse(out)].flat();
    const rows = entriesOf(whole).map((entry) => pickFields(fieldSource(whole, entry), fields.split(',')));
    expect(some).toEqual(rows);
    expect(Object.keys(some[0] ?? {}).length).toBeGreaterThan(0);
  });
});
