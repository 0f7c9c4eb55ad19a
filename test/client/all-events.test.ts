import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterEach, describe, expect, it } from 'vitest';
import { subscribeToEvents } from '../../src/client/events.ts';
import { createMarketplace, type MarketplaceEvent } from '../../src/entries/index.ts';
import { fixturePages } from '../../src/entries/testing.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

async function callBlockedPage(): Promise<void> {
  await using marketplace = createMarketplace({ pages: fixturePages(), retries: 0 });
  await marketplace.product({ asin: 'B0CAPTCHA1' }).catch(() => undefined);
}

describe('the channel buybox:events', () => {
  it('has all events in order, without the HTML of pages', async () => {
    const events: MarketplaceEvent[] = [];
    stops.push(subscribeToEvents((event) => void events.push(event)));
    await callBlockedPage();
    expect(events.map(({ type }) => type)).toEqual(['request', 'response', 'blocked', 'done']);
    expect(events[2]).toMatchObject({ code: 'CAPTCHA', page: '' });
  });

  it('leaves the HTML in the channel of the type', async () => {
    const pages: string[] = [];
    const listener = (event: unknown) => void pages.push((event as { page: string }).page);
    subscribe('buybox:blocked', listener);
    stops.push(
      () => void unsubscribe('buybox:blocked', listener),
      subscribeToEvents(() => undefined),
    );
    await callBlockedPage();
    expect(pages).toEqual([expect.stringContaining('<html')]);
  });

  it('has no events after the end of the subscription', async () => {
    const events: MarketplaceEvent[] = [];
    subscribeToEvents((event) => void events.push(event))();
    await callBlockedPage();
    expect(events).toEqual([]);
  });
});
