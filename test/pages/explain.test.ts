import { describe, expect, test } from 'vitest';
import { explainPage } from '../../src/parse.ts';

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

  test('is derived if it is computed from other values', () => {
    expect(origin(profile, url, 'rating')).toMatchObject({ value: 0, source: 'derived', at: '', text: '' });
  });
});
