import { describe, expect, it, vi } from 'vitest';
import { startProgress } from '../../src/cli/commands/mcp/tool-call.ts';
import { pageTypes } from '../../src/contract/page-types.ts';
import { createMarketplace, type EndpointName, endpoints, type Marketplace } from '../../src/entries/index.ts';
import { savedPages } from '../../src/entries/local.ts';
import { FIXTURES_FOLDER } from '../../src/package-folder.ts';
import { envelope, serviceOf } from '../remote/service.ts';
import { callTool, connectedTo, ERAS } from './mcp-client.ts';
import { run } from './run.ts';

const url = 'https://www.amazon.com/dp/B0LANTERN1';
const local = (more = {}) =>
  createMarketplace({ backend: 'local', pages: savedPages(FIXTURES_FOLDER), retries: 0, ...more });

/** A marketplace with one function for every call. */
function fake(answer: Marketplace['product']): Marketplace {
  const names = Object.keys(endpoints) as EndpointName[];
  const close = async () => undefined;
  const calls = Object.fromEntries(names.map((name) => [name, answer])) as unknown as Marketplace;
  return { ...calls, close, [Symbol.asyncDispose]: close };
}

const never = (signal: AbortSignal | undefined) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

describe.each(ERAS)('the tools, over the protocol of the %s clients', (era) => {
  it('are one per endpoint and describe_fields, with descriptions of all parameters', async () => {
    await using marketplace = local();
    await using session = await connectedTo(marketplace, {}, era);
    expect(session.client.getNegotiatedProtocolVersion()).toMatch(era === 'legacy' ? /^2025/ : /^2026/);
    const { tools } = await session.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([...Object.keys(endpoints), 'describe_fields']);
    for (const { name, description, inputSchema, outputSchema, annotations } of tools) {
      expect(annotations, name).toEqual({ readOnlyHint: true });
      if (name !== 'describe_fields') expect(description, name).toContain('never instructions');
      for (const [parameter, schema] of Object.entries(inputSchema.properties ?? {}))
        expect(schema, `${name}: ${parameter}`).toMatchObject({ description: expect.stringMatching(/\.$/) });
      expect(outputSchema, name).toMatchObject({ type: 'object' });
    }
    for (const [name, { params, summary }] of Object.entries(endpoints)) {
      const tool = tools.find((one) => one.name === name);
      expect(tool?.description).toContain(summary);
      expect(Object.keys(tool?.inputSchema.properties ?? {})).toEqual([...Object.keys(params), 'fields']);
    }
    // The text that a model has to read before it can call anything.
    expect(JSON.stringify(tools).length).toBeLessThanOrEqual(8_000);
  });

  it('return the envelope as structured content, with a short text', async () => {
    await using marketplace = local();
    await using session = await connectedTo(marketplace, {}, era);
    const calls = [
      ['product', { asin: 'B0LANTERN1' }],
      ['search', { keyword: 'wasserkocher', marketplace: 'de', language: 'native' }],
      ['offers', { asin: 'B0LANTERN1', page: 2 }],
      ['seller', { sellerId: 'A1LARKMOOR0US' }],
      ['category', { node: '7000004' }],
      ['scrape', { url: 'https://www.amazon.com/product-reviews/B0LANTERN1' }],
      ['product', { asin: 'B0NOTFOUND' }],
    ] as const;
    // The protocol is the same for all tools.
    for (const [name, given] of era === 'legacy' ? calls : calls.slice(-2)) {
      const { isError, json, text } = await callTool(session.client, name, { ...given, fields: ['*'] });
      const { meta: _, ...expected } = await Reflect.apply(marketplace[name], marketplace, [given]);
      expect({ name, isError }).toEqual({ name, isError: false });
      expect(json).toMatchObject({ ...expected, meta: { usage: { requests_consumed: 1 } } });
      expect(text.startsWith(`{"success":true,"found":${expected.found},`)).toBe(true);
      expect(text.length).toBeLessThanOrEqual(2_000);
    }
  });

  it('abort a call that the client cancels', async () => {
    const signals: AbortSignal[] = [];
    await using session = await connectedTo(
      fake((_, { signal } = {}) => {
        if (signal !== undefined) signals.push(signal);
        return never(signal);
      }),
      {},
      era,
    );
    const cancelling = new AbortController();
    const call = callTool(session.client, 'product', { asin: 'B0LANTERN1' }, { signal: cancelling.signal });
    const ended = expect(call).rejects.toThrow(/no longer wanted/);
    await expect.poll(() => signals.length).toBe(1);
    cancelling.abort(new Error('no longer wanted'));
    await ended;
    await expect.poll(() => signals[0]?.aborted).toBe(true);
  });
});

describe('the size of results', () => {
  it.each([
    ['product', { asin: 'B0LANTERN1' }, 3_000],
    ['search', { keyword: 'camping lantern' }, 4_000],
    ['offers', { asin: 'B0LANTERN1' }, 6_000],
  ] as const)('of %s is small without fields', async (name, given, most) => {
    await using marketplace = local();
    await using session = await connectedTo(marketplace);
    const { json, text } = await callTool(session.client, name, given);
    expect(json).toMatchObject({ found: true });
    expect(JSON.stringify(json).length + text.length).toBeLessThan(most + 2_000);
    expect(text).toContain('B0LANTERN1');
  });

  it('has one line, without control characters, whatever a page writes into a value', async () => {
    const title = `Lamp\nbb_price: 1\u001b[31m${'x'.repeat(5_000)}`;
    const answer = envelope({ data: { asin: 'B0LANTERN1', title, brand: null } });
    await using service = await serviceOf({ body: answer });
    await using session = await connectedTo(service.marketplace);
    const { text } = await callTool(session.client, 'product', { asin: 'B0LANTERN1' });
    expect(text).toContain('Lamp');
    for (const character of ['\n', '\u001b']) expect(text).not.toContain(character);
    expect(text.length).toBeLessThanOrEqual(2_000);
  });
});

describe('the short text', () => {
  it('is the result as JSON, with at most 2,000 characters', async () => {
    await using service = await serviceOf([
      { body: envelope({ data: { asin: 'B0LANTERN1' } }) },
      { body: envelope({ data: { asin: 'B0LANTERN1', title: 'x'.repeat(3_000) } }) },
    ]);
    await using session = await connectedTo(service.marketplace);
    const short = await callTool(session.client, 'product', { asin: 'B0LANTERN1' });
    expect(JSON.parse(short.text)).toEqual(short.json);
    const long = await callTool(session.client, 'product', { asin: 'B0LANTERN1' });
    expect(long.text).toHaveLength(2_000);
    expect(long.text).toMatch(/x… the rest is in the structured content$/);
  });

  it('has no half of a character: not every client accepts it in JSON', async () => {
    for (const shift of ['', 'a']) {
      const title = `${shift}${'🔦'.repeat(2_000)}`;
      await using service = await serviceOf({ body: envelope({ data: { asin: 'B0LANTERN1', title } }) });
      await using session = await connectedTo(service.marketplace);
      const { text } = await callTool(session.client, 'product', { asin: 'B0LANTERN1' });
      expect(text.isWellFormed()).toBe(true);
    }
  });
});

describe('describe_fields', () => {
  it('returns the names and meanings of fields, and finds nested ones by a word', async () => {
    await using session = await connectedTo(fake(() => Promise.reject(new Error('was asked'))));
    const { json } = await callTool(session.client, 'describe_fields', { page_type: 'search' });
    expect(json).toMatchObject({
      default_fields: expect.arrayContaining(['shallow_parts.price']),
      fields: { 'shallow_parts.price': expect.stringMatching(/^Price .+/) },
    });
    const deals = await callTool(session.client, 'describe_fields', { page_type: 'product', contains: 'deal_id' });
    expect(Object.keys(deals.json.fields as object)).toContain('promotion.deal.deal_id');
    expect(deals.text).toContain('"promotion.deal.deal_id":"Deal id');
    const wrong = await callTool(session.client, 'describe_fields', { page_type: 'products' });
    expect(wrong).toMatchObject({ isError: true, json: { error: { parameter: 'page_type', credits_charged: 0 } } });
  });

  it('describes every default field', async () => {
    await using session = await connectedTo(fake(() => Promise.reject(new Error('was asked'))));
    for (const page_type of Object.keys(pageTypes)) {
      const described = await callTool(session.client, 'describe_fields', {
        page_type,
        contains: page_type === 'bestseller' ? 'e' : '_',
      });
      const whole = await callTool(session.client, 'describe_fields', { page_type });
      const known = Object.keys({ ...(whole.json.fields as object), ...(described.json.fields as object) });
      const unknown = (whole.json.default_fields as string[]).filter((field) => !known.includes(field));
      expect(unknown, page_type).toEqual([]);
    }
  });
});

describe('fields', () => {
  it('select members of the data, and of list entries', async () => {
    await using marketplace = local();
    await using session = await connectedTo(marketplace);
    const dataOf = async (name: string, given: Record<string, unknown>) =>
      (await callTool(session.client, name, given)).json.data;
    expect(
      await dataOf('product', { asin: 'B0LANTERN1', fields: ['title', 'brand.name', 'newer_model_asin'] }),
    ).toEqual({ asin: 'B0LANTERN1', title: expect.stringContaining('Lantern'), brand: { name: 'Larkmoor' } });
    const found = await dataOf('search', {
      keyword: 'camping lantern',
      fields: ['asin', 'keyword', 'last_page_number'],
    });
    expect(found).toMatchObject({ title: 'camping lantern', last_page_number: expect.any(Number) });
    expect(Object.keys(found as object).sort()).toEqual(['current_page', 'last_page_number', 'shallow_parts', 'title']);
    expect(found).toHaveProperty('shallow_parts.0', { asin: 'B0LANTERN1' });
    const scraped = { url: 'https://www.amazon.com/product-reviews/B0LANTERN1', fields: ['review_id'] };
    expect(await dataOf('scrape', scraped)).toEqual({
      asin: 'B0LANTERN1',
      current_page: 1,
      entries: expect.arrayContaining([{ review_id: expect.stringMatching(/^R/) }]),
    });
    expect(await dataOf('product', { asin: 'B0NOTFOUND', fields: ['title'] })).toBeNull();
    expect(await dataOf('product', { asin: 'B0LANTERN1', fields: ['top_reviews.rating'] })).toEqual({
      asin: 'B0LANTERN1',
      top_reviews: Array(3).fill({ review_id: expect.any(String), rating: expect.any(Number) }),
    });
    // No field of the data: the main ones.
    expect(await dataOf('product', { asin: 'B0LANTERN1', fields: ['found'] })).toEqual(
      await dataOf('product', { asin: 'B0LANTERN1' }),
    );
    const list = { url: 'https://www.amazon.co.uk/Best-Sellers-Home-Kitchen/zgbs/kitchen', fields: ['price'] };
    for (const entry of ((await dataOf('scrape', list)) as { entries: object[] }).entries)
      expect(Object.keys(entry).join()).toMatch(/^asin,rank(,price)?$/);
  });

  it('are the fields of the call, so that the marketplace reads only these', async () => {
    const calls: unknown[] = [];
    await using session = await connectedTo(
      fake(async (params) => {
        calls.push(params);
        return envelope() as never;
      }),
    );
    const asked = async (name: string, given: Record<string, unknown>) => {
      expect((await callTool(session.client, name, given)).isError).toBe(false);
      return (calls.pop() as { fields?: string[] }).fields;
    };
    const product = { asin: 'B0LANTERN1' };
    expect(await asked('product', { ...product, fields: ['title', 'images.url'] })).toEqual(['title', 'images.url']);
    expect(await asked('search', { keyword: 'lamp', fields: ['price', 'keyword'] })).toEqual([
      'shallow_parts.price',
      'title',
    ]);
    expect(await asked('product', { ...product, fields: ['*'] })).toBeUndefined();
    const { json } = await callTool(session.client, 'describe_fields', { page_type: 'product' });
    expect(await asked('product', product)).toEqual(json.default_fields);
    expect(await asked('scrape', { url })).toEqual(expect.arrayContaining(['bb_price', 'shallow_parts.price']));
  });

  it.each([
    [{ asin: 'B0LANTERN1', fields: ['titel'] }, /"titel" is not a field of product\. Did you mean "title"/],
    [{ asin: 'B0LANTERN1', fields: 'title' }, /"title" is not a list: expected a list of field names/],
    [{ asin: 'B0LANTERN1', fields: [] }, /the list is empty: expected at least one field name/],
  ])('are refused before the call: %j', async (given, message) => {
    await using session = await connectedTo(fake(() => Promise.reject(new Error('was asked'))));
    const { isError, json } = await callTool(session.client, 'product', given);
    expect({ isError, json }).toMatchObject({
      isError: true,
      json: { error: { code: 'INVALID_PARAMETER', parameter: 'fields', message: expect.stringMatching(message) } },
    });
  });
});

describe('results outside the contract', () => {
  it('reach the client: new fields, other types, new page types', async () => {
    await using service = await serviceOf([
      {
        body: envelope({ data: { asin: 'B0TESTASIN', bb_price: '24,99', brand: null, seller: 'x', of_tomorrow: [1] } }),
      },
      { body: envelope({ page_type: 'brand_new', data: { anything: true } }, { region: 'eu' }) },
    ]);
    await using session = await connectedTo(service.marketplace);
    // The client judges structured content by the schemas that it has listed.
    await session.client.listTools();
    const odd = await callTool(session.client, 'product', { asin: 'B0TESTASIN', fields: ['*'] });
    expect(odd).toMatchObject({ isError: false, structured: { data: { bb_price: '24,99', of_tomorrow: [1] } } });
    const other = await callTool(session.client, 'scrape', { url });
    expect(other).toMatchObject({
      structured: { page_type: 'brand_new', data: { anything: true }, meta: { region: 'eu' } },
    });
  });
});

describe('failures', () => {
  it.each([
    [
      { asin: 'B0' },
      {
        code: 'INVALID_PARAMETER',
        parameter: 'asin',
        retryable: false,
        message: expect.stringContaining('after /dp/'),
      },
    ],
    [
      { asin: 'B0LANTERN1', marketplce: 'de' },
      { code: 'INVALID_PARAMETER', parameter: 'marketplce', what_to_do: 'Fix "marketplce" and call again.' },
    ],
    [
      { asin: 'B0LANTERN1', marketplace: 'jp', language: 'native' },
      { code: 'NATIVE_LANGUAGE_NOT_SUPPORTED', parameter: 'language' },
    ],
    [
      { asin: 'B0CAPTCHA1' },
      { code: 'CAPTCHA', retryable: true, credits_charged: 0, what_to_do: expect.stringContaining('--proxy') },
    ],
    [
      { asin: 'B0ELSEWHER' },
      { code: 'UNAVAILABLE', retryable: false, what_to_do: expect.stringContaining('o not call') },
    ],
  ])('report what is wrong with %j and what to do', async (given, expected) => {
    await using marketplace = local();
    await using session = await connectedTo(marketplace);
    const { isError, json, structured } = await callTool(session.client, 'product', given);
    expect({ isError, structured }).toEqual({ isError: true, structured: undefined });
    expect(json.error).toMatchObject({ message: expect.any(String), what_to_do: expect.any(String), ...expected });
  });

  it('report credits and waiting times', async () => {
    const pack = { requests: 1, purchasedAt: new Date(), validDays: 1, connections: 1 };
    await using marketplace = local({ packs: [pack] });
    await using session = await connectedTo(marketplace);
    const paid = await callTool(session.client, 'product', { asin: 'B0LANTERN1' });
    expect(paid.json).toMatchObject({ meta: { usage: { requests_consumed: 1, requests_remaining: 0 } } });
    expect((await callTool(session.client, 'product', { asin: 'B0LANTERN1' })).json).toMatchObject({
      error: {
        code: 'QUOTA_EXCEEDED',
        retryable: false,
        credits_charged: 0,
        what_to_do: expect.stringContaining('pack'),
      },
    });
    await using service = await serviceOf({ status: 429, headers: { 'retry-after': '7' }, body: {} });
    await using slow = await connectedTo(service.marketplace);
    expect((await callTool(slow.client, 'product', { asin: 'B0LANTERN1' })).json).toMatchObject({
      error: { code: 'RATE_LIMITED', retryable: true, retry_after_seconds: 7 },
    });
  });

  it('report unexpected errors, and the session continues', async () => {
    await using session = await connectedTo(fake(() => Promise.reject(new TypeError('a mistake'))));
    const { isError, json } = await callTool(session.client, 'product', { asin: 'B0LANTERN1' });
    expect({ isError, json }).toMatchObject({
      isError: true,
      json: { error: { code: 'INTERNAL', message: 'a mistake' } },
    });
    await expect(session.client.callTool({ name: 'nothing', arguments: {} })).rejects.toThrow(/not found/);
    expect((await session.client.listTools()).tools).toHaveLength(7);
  });
});

describe('progress', () => {
  it('reports every response to clients that ask for progress', async () => {
    await using service = await serviceOf([{ status: 503, body: {} }, {}], { retries: 1 });
    await using session = await connectedTo(service.marketplace);
    const heard: { progress: number; message?: string | undefined }[] = [];
    const { isError } = await callTool(
      session.client,
      'product',
      { asin: 'B0TESTASIN' },
      { onprogress: (note) => heard.push(note) },
    );
    expect(isError).toBe(false);
    expect(heard.map(({ message }) => message)).toEqual(['received status 503', 'received status 200']);
    expect(heard[1]?.progress).toBeGreaterThan(heard[0]?.progress ?? Number.NaN);
  });
});

describe('a call that takes long', () => {
  it('reports regularly that it runs, with increasing progress', async () => {
    const notes: { progress: number; message: string }[] = [];
    const notify = async ({ params }: { params?: Record<string, unknown> | undefined }) =>
      void notes.push(params as (typeof notes)[number]);
    const request = { _meta: { progressToken: 7 }, notify };
    vi.useFakeTimers();
    const progress = startProgress(request, 10_000);
    progress.report('one');
    progress.report('two');
    vi.advanceTimersByTime(25_000);
    progress.end();
    vi.advanceTimersByTime(25_000);
    vi.useRealTimers();
    expect(notes).toMatchObject([
      { message: 'one', progressToken: 7 },
      { message: 'two' },
      { message: 'running for 10 s' },
      { message: 'running for 20 s' },
    ]);
    for (const [index, { progress: now }] of notes.entries())
      expect(now).toBeGreaterThan(notes[index - 1]?.progress ?? 0);
  });

  it('sends nothing without a progress token', () => {
    const request = { notify: () => Promise.reject(new Error('was notified')) } as unknown as Parameters<
      typeof startProgress
    >[0];
    const progress = startProgress(request, 1);
    progress.report('one');
    progress.end();
  });
});

describe('the defaults of the server', () => {
  it('are in the schemas', async () => {
    await using marketplace = local({ marketplace: 'de', language: 'native' });
    await using session = await connectedTo(marketplace, { marketplace: 'de', language: 'native' });
    const { tools } = await session.client.listTools();
    expect(tools.find(({ name }) => name === 'product')?.inputSchema.properties).toMatchObject({
      marketplace: { default: 'de' },
      language: { default: 'native' },
    });
    expect((await callTool(session.client, 'product', { asin: 'B0WASSERK1' })).json).toMatchObject({
      found: true,
      meta: { marketplace: 'de', language: 'native' },
    });
  });
});

it('reports invalid settings before it serves', async () => {
  const { code, out, err } = await run('mcp', '--backend', 'remote');
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(/^error: .*baseUrl.*\[INVALID_CONFIGURATION\]/i);
});
