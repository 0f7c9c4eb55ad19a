import { describe, expect, test } from 'vitest';
import { explainPage } from '../../src/entries/parse.ts';
import { cart, html } from './product/page.ts';

const origin = (html: string, url: string, path: string) =>
  explainPage(html, { url }).fields.find((field) => field.path === path);

describe('the source of a value', () => {
  const profile = '<html><body><h1 id="seller-name">Lamp House</h1></body></html>';
  const url = 'https://www.amazon.de/sp?seller=A1BUYBOXTEST01';

  test('is an element of the page', () => {
    expect(origin(profile, url, 'name')).toEqual({
      path: 'name',
      value: 'Lamp House',
      source: 'selector',
      at: '#seller-name',
      text: 'Lamp House',
    });
  });

  test('is the URL if the page does not have the value', () => {
    expect(origin(profile, url, 'seller_id')).toEqual({
      path: 'seller_id',
      value: 'A1BUYBOXTEST01',
      source: 'url',
      at: 'seller_id',
      text: 'A1BUYBOXTEST01',
    });
    const state = `<script type="a-state" data-a-state='{"key":"spp-page-var-page-state"}'>{"sellerID":"A1BUYBOXTEST01"}</script>`;
    expect(origin(profile.replace('</body>', `${state}</body>`), url, 'seller_id')).toMatchObject({ source: 'json' });
  });

  test('is the element of a title, not the block around it', () => {
    const product =
      '<html><body><div id="dp"><h1 id="title"><span id="productTitle">Lantern</span> Paperback</h1></div></body></html>';
    expect(origin(product, 'https://www.amazon.com/dp/B0LANTERN1', 'title')).toMatchObject({
      value: 'Lantern',
      at: '#productTitle',
      text: 'Lantern',
    });
  });

  test('is derived if it is computed from other values', () => {
    expect(origin(profile, url, 'rating')).toMatchObject({ value: 0, source: 'derived', at: '', text: '' });
  });
});

describe('a missing field', () => {
  const url = 'https://www.amazon.com/dp/B0LANTERN1';
  const page = (rest: string) =>
    `<html lang="en"><body><div id="dp"><input id="ASIN" value="B0LANTERN1"><span id="productTitle">Lantern</span>${rest}</div></body></html>`;
  const missing = (rest: string) => explainPage(page(rest), { url }).missing;

  test('has the places that were looked at, without those on the way to them', () => {
    const contributors = missing('<div id="bylineInfo">x</div>').find(({ path }) => path === 'contributors');
    expect(contributors).toEqual({
      path: 'contributors',
      count: 1,
      places: [{ at: '#byline' }, { at: '#bylineInfo .author' }, { at: expect.stringMatching(/^#bylineInfo a\[href/) }],
    });
  });

  test('has the text of a place that is not its value', () => {
    const rating = missing('<div id="averageCustomerReviews"><span id="acrPopover" title="no stars"></span></div>');
    expect(rating.find(({ path }) => path === 'rating')?.places).toContainEqual({
      at: '#averageCustomerReviews #acrPopover@title',
      text: 'no stars',
    });
  });

  test('has no field that the page shows, and is empty for a page that is not found', () => {
    expect(missing('').map(({ path }) => path)).not.toContain('title');
    const none = explainPage('<html><body></body></html>', { url, status: 404 });
    expect(none).toEqual({ page_type: 'product', found: false, fields: [], missing: [], unread: [] });
  });

  test('of list entries is named once, with the number of entries', () => {
    const entry = (asin: string) =>
      `<div data-component-type="s-search-result" data-asin="${asin}"><h2>Lantern ${asin}</h2></div>`;
    const html = `<html lang="en"><body><div class="s-main-slot">${entry('B000000001')}${entry('B000000002')}</div></body></html>`;
    const lists = explainPage(html, { url: 'https://www.amazon.com/s?k=lantern' }).missing;
    expect(lists.filter(({ path }) => path.endsWith('[].price'))).toMatchObject([{ count: 2 }]);
    expect(new Set(lists.map(({ path }) => path)).size).toBe(lists.length);
  });
});

describe('the unread regions', () => {
  const url = 'https://www.amazon.com/dp/B0KETTLE01';
  const read = (elsewhere: string) => explainPage(html({ elsewhere, box: cart() }), { url }).unread;

  test('are the named ones with text that no field was read from, the longest first', () => {
    const unread = read(
      `<div data-feature-name="bundle"><div data-feature-name="inner">Buy the set</div> and save</div>
       <div data-component-type="new-widget">A much longer text of a new widget</div>
       <div data-feature-name="empty"></div><div data-feature-name="hidden" class="aok-hidden">x</div>
       <div id="bylineInfo" data-feature-name="byline">Brand: Acme</div>`,
    );
    expect(unread.map(({ name }) => name)).toEqual(['data-component-type=new-widget', 'data-feature-name=bundle']);
    expect(unread[1]?.length).toBe('Buy the set and save'.length);
  });
});
