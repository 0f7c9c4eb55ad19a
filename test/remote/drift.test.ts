import { channel, subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { MarketplaceEvent } from '../../src/entries/index.ts';
import { createRemoteMarketplace, type DriftCheck } from '../../src/entries/remote.ts';
import { schemaDrift } from '../../src/entries/schemas.ts';
import { driftOf } from '../../src/remote/drift.ts';
import { createRemoteMarketplace as createEdgeMarketplace } from '../../src/remote/edge.ts';
import { ASIN, envelope, serviceOf } from './service.ts';

const data = (members: object) => envelope({ data: { asin: ASIN, ...members } });

describe('drift', () => {
  it.each([
    ['no difference', envelope(), []],
    ['no difference if nothing was found', envelope({ found: false, data: null }), []],
    ['no difference without the extensions of meta', envelope({}, { gaps: undefined, source: undefined }), []],
    ['no difference in the extensions of meta', envelope({}, { gaps: 'none', source: { node: 7 }, queued_ms: -1 }), []],
    ['a string instead of a number', data({ bb_price: '24.99' }), [['data.bb_price', 'number', 'string']]],
    ['null instead of a number', data({ rating: null }), [['data.rating', 'number', 'null']]],
    ['a missing identifier', envelope({ data: {} }), [['data.asin', 'string', 'nothing']]],
    ['a fraction instead of a count', data({ reviews: 1.5 }), [['data.reviews', 'int', 'fraction']]],
    ['a value below its minimum', data({ reviews: -1 }), [['data.reviews', '0 or more', '-1']]],
    ['a value above its maximum', data({ rating: 7 }), [['data.rating', '5 or less', '7']]],
    [
      'an unknown value of a nested enumeration',
      data({
        delivery: [
          { kind: 'drone', days_min: 1, days_max: 1, date_min: null, date_max: null, is_free: null, text: 'x' },
        ],
      }),
      [['data.delivery[].kind', 'standard|fastest', '"drone"']],
    ],
    ['data of another type', envelope({ data: 'x' }), [['data', 'object', 'string']]],
    ['data although nothing was found', envelope({ found: false }), [['data', 'null', 'object']]],
    ['another page type', envelope({ page_type: 'search' }), 'page_type'],
    ['an unknown page type', envelope({ page_type: 'quiz' }), [['page_type', 'product', '"quiz"']]],
    ['a missing meta', { ...envelope(), meta: undefined }, [['meta', 'object', 'nothing']]],
    ['an id that is not a UUID', envelope({}, { request_id: '17' }), [['meta.request_id', 'uuid', 'string']]],
    ['a new marketplace', envelope({}, { marketplace: 'za' }), 'meta.marketplace'],
    ['a missing success', { ...envelope(), success: undefined }, [['success', 'true', 'nothing']]],
  ])('finds %s', (_, live, expected) => {
    const found = driftOf('product', live as never);
    if (typeof expected === 'string') expect(found[0]?.path).toBe(expected);
    else expect(found.map((drift) => [drift.path, drift.expected, drift.got])).toEqual(expected);
    expect(found.some(({ isAddition }) => isAddition)).toBe(false);
  });

  it('reports fields that the contract does not have, at any depth', () => {
    const live = envelope({ extra: 1, data: { asin: ASIN, brand: { name: 'Larkmoor', logo: 'x' }, new_field: [] } });
    expect(driftOf('product', live)).toEqual([
      { path: 'extra', expected: 'no such field', got: 'number', isAddition: true },
      { path: 'data.brand.logo', expected: 'no such field', got: 'string', isAddition: true },
      { path: 'data.new_field', expected: 'no such field', got: 'array', isAddition: true },
    ]);
  });

  it('is reported once for each shape, and the envelope is returned unchanged', async () => {
    const events: MarketplaceEvent[] = [];
    const onEvent = (event: MarketplaceEvent) => void (event.type === 'drift' && events.push(event));
    const live = data({ bb_price: '24.99', new_field: 1 });
    await using service = await serviceOf([{ body: live }, { body: live }, { body: data({ bb_price: null }) }], {
      onEvent,
    });
    for (let call = 0; call < 3; call++) {
      const envelope = await service.marketplace.product({ asin: ASIN });
      if (call < 2) expect(envelope).toEqual(live);
    }
    expect(events.map((event) => event.type === 'drift' && [event.path, event.got])).toEqual([
      ['data.bb_price', 'string'],
      ['data.bb_price', 'null'],
    ]);
  });

  it.each([
    { requests_consumed: '1', requests_remaining: 5 },
    { requests_consumed: 1, requests_remaining: 1.5 },
    { requests_consumed: -1, requests_remaining: 5 },
    { requests_consumed: 1 },
    'one',
    7,
    null,
  ])('of credits is an event, and credits that are not counts are left out: %j', async (usage) => {
    const paths: string[] = [];
    const onEvent = (event: MarketplaceEvent) => void (event.type === 'drift' && paths.push(event.path));
    const live = envelope({}, { usage });
    await using service = await serviceOf([{ body: live }], { onEvent });
    const { meta, ...others } = await service.marketplace.product({ asin: ASIN });
    expect(meta).not.toHaveProperty('usage');
    const { usage: _, ...known } = live.meta as Record<string, unknown>;
    expect({ ...others, meta }).toEqual({ ...live, meta: known });
    expect(paths[0]).toMatch(/^meta\.usage/);
  });

  it('throws ParseError with strict, but allows additional fields', async () => {
    await using service = await serviceOf([{ body: data({ new_field: 1 }) }, { body: data({ bb_price: '1' }) }], {
      strict: true,
      retries: 2,
    });
    expect((await service.marketplace.product({ asin: ASIN })).found).toBe(true);
    await expect(service.marketplace.product({ asin: ASIN })).rejects.toMatchObject({
      name: 'ParseError',
      code: 'PARSER_ERROR',
      message: 'data.bb_price: the service sent string: expected number. The marketplace is strict.',
      billed: true,
      usage: { requests_consumed: 1 },
    });
    expect(service.asked).toHaveLength(2);
  });

  it('is checked in a sample of many responses', async () => {
    const events: MarketplaceEvent[] = [];
    const onEvent = (event: MarketplaceEvent) => void (event.type === 'drift' && events.push(event));
    await using service = await serviceOf(
      (request, response) => {
        const number = Number(new URL(request.url ?? '', 'http://x').searchParams.get('asin')?.slice(4));
        response.end(JSON.stringify(number < 150 ? envelope() : data({ bb_price: 'x' })));
      },
      { onEvent },
    );
    for (let call = 0; call < 175; call++) {
      await service.marketplace.product({ asin: `TEST${String(call).padStart(6, '0')}` });
    }
    expect(events).toHaveLength(1);
  });

  it('is not checked with drift: false, nor where a bundle must be small', async () => {
    const events: MarketplaceEvent[] = [];
    const onEvent = (event: MarketplaceEvent) => void (event.type === 'drift' && events.push(event));
    const live = data({ bb_price: '24.99' });
    await using service = await serviceOf([{ body: live }, { body: live }], { onEvent, drift: false });
    await service.marketplace.product({ asin: ASIN });
    const { baseUrl } = service;
    await using small = createEdgeMarketplace({ baseUrl, apiKey: 'sk-test-key', onEvent });
    expect(await small.product({ asin: ASIN })).toEqual(live);
    expect(events).toEqual([]);
  });

  it('is checked by the function of the option, also where a bundle must be small', async () => {
    const events: string[] = [];
    const onEvent = (event: MarketplaceEvent) => void (event.type === 'drift' && events.push(event.path));
    const live = data({ bb_price: '24.99' });
    const drift: DriftCheck = (endpoint, { page_type }) => [
      { path: `${endpoint}.${String(page_type)}`, expected: 'a', got: 'b', isAddition: false },
    ];
    await using service = await serviceOf([{ body: live }, { body: live }], { onEvent, drift });
    await service.marketplace.product({ asin: ASIN });
    const { baseUrl } = service;
    await using small = createEdgeMarketplace({ baseUrl, apiKey: 'sk-test-key', onEvent, drift: schemaDrift() });
    await small.product({ asin: ASIN });
    expect(events).toEqual(['product.product', 'data.bb_price']);
  });

  it('is checked only if somebody listens', async () => {
    // Services of other test files of this process listen to all events.
    vi.spyOn(channel('buybox:events'), 'hasSubscribers', 'get').mockReturnValue(false);
    let checks = 0;
    const drift: DriftCheck = () => {
      checks++;
      return [];
    };
    await using service = await serviceOf({ body: envelope() }, { drift });
    await service.marketplace.product({ asin: ASIN });
    expect(checks).toBe(0);
    const listener = () => undefined;
    subscribe('buybox:drift', listener);
    onTestFinished(() => void unsubscribe('buybox:drift', listener));
    await service.marketplace.product({ asin: ASIN });
    expect(checks).toBe(1);
  });

  it('must have a check if the marketplace is strict', () => {
    const options = { baseUrl: 'http://127.0.0.1:9', apiKey: 'sk-test-key', strict: true };
    for (const open of [
      () => createRemoteMarketplace({ ...options, drift: false }),
      () => createEdgeMarketplace(options),
    ])
      expect(open).toThrow('strict: needs a check of responses: expected drift: schemaDrift() of buybox/schemas.');
    expect(() => createRemoteMarketplace({ ...options, drift: 'yes' as never })).toThrow(
      'drift: "yes" is not valid: expected schemaDrift() of buybox/schemas, or false.',
    );
  });
});
