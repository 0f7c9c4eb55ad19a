import { describe, expect, it } from 'vitest';
import { markup } from '../../test/markup.ts';
import { MutablePage, type PageInput } from './page.ts';
import { linesOf, run } from './run.ts';

const input: PageInput = {
  name: 'product/lantern',
  html: markup`
    <html><body><div id="dp"><span id="productTitle">Lantern</span>
    <div id="apex_desktop"><span class="a-price priceToPay"><span class="a-offscreen">$10.00</span></span></div>
    <div id="buybox"><form id="addToCart"><input name="submit.add-to-cart" type="submit"></form></div></div></body></html>`,
  context: { url: 'https://www.amazon.com/dp/B0LANTERN1', requestedAt: new Date('2026-11-20T12:00:00Z') },
};

describe('a run', () => {
  it('makes the same changes for the same seed, and others for another', () => {
    const page = MutablePage.open(input);
    const whats = (seed: number) => Array.from({ length: 8 }, (_, at) => page?.trial(seed, at)?.mutation.what);
    const first = whats(1);
    expect(whats(1)).toEqual(first);
    expect(whats(2)).not.toEqual(first);
  });

  it('counts changes and hard values', () => {
    const figures = run([input], { seed: 1, count: 10 }, () => {});
    expect(figures).toMatchObject({ pages: 1, mutations: 10, values: 10 * (MutablePage.open(input)?.values ?? 0) });
  });

  it('leaves pages out that are refused', () => {
    expect(
      run([{ ...input, html: '<html><body>Robot Check</body></html>' }], { seed: 1, count: 5 }, () => {}).pages,
    ).toBe(0);
  });

  it('prints what replays a change', () => {
    const trial = MutablePage.open(input)?.trial(7, 3);
    if (trial === undefined) throw new Error('no change');
    trial.verdict.wrong.push({ path: 'bb_price', before: 10, after: undefined });
    expect(linesOf(7, trial)[0]).toMatch(/^wrong bb_price: 10 -> absent \| --seed 7 --page product\/lantern --at 3: /);
  });
});
