import { describe, expect, it } from 'vitest';
import { markup } from '../../markup.ts';
import { entry, page, search } from './markup.ts';

describe('the swatches of a tile', () => {
  const swatch = (asin: string) =>
    markup`
      <div class="s-color-swatch-outer-circle s-color-swatch-pad">
        <div role="listitem">
          <a href="/Kettle/dp/${asin}/ref=cs_sr_dp_1" aria-label="Red">
          </a>
        </div>
      </div>
    `;
  const row = (swatches: string[], overflow = '') =>
    markup`
      <div class="s-color-swatch-container-list-view">
        <div class="s-color-swatch-container" aria-label="colors available" role="group">${swatches.join('')}${overflow === '' ? '' : `<a class="a-link-normal s-color-swatch-link" href="/dp/B0AAAAAAA1">${overflow}</a>`}</div>
      </div>
    `;

  it('count visible ones and the overflow, and list siblings without the item itself', () => {
    expect(
      entry({ rest: row(['B0AAAAAAA1', 'B0AAAAAAA2', 'B0AAAAAAA3'].map(swatch), '+19 other colours/patterns') }),
    ).toMatchObject({
      has_variation_swatches: true,
      advertised_variation_count: 22,
      sampled_variation_asins: ['B0AAAAAAA2', 'B0AAAAAAA3'],
    });
  });

  it('are read if all are in the overflow', () => {
    expect(entry({ rest: row([], 'Mais 3 cores/estampas') }, 'pt-br')).toMatchObject({
      has_variation_swatches: true,
      advertised_variation_count: 3,
      sampled_variation_asins: [],
    });
  });

  it('are absent for options of other kinds', () => {
    const options =
      '<div class="s-variations-options-justify-content"><a aria-label="Options: 5 sizes">5 sizes</a></div>';
    expect(entry({ rest: options })).toMatchObject({
      has_variation_swatches: false,
      advertised_variation_count: null,
      sampled_variation_asins: [],
    });
  });
});

describe('the badges of a tile', () => {
  const place = (badge: string) => `<div class="puis-status-badge-container">${badge}</div>`;
  const status = (id: string, label: string) =>
    place(
      markup`
        <span data-component-type="s-status-badge-component">
          <span class="a-badge" id="B0AAAAAAA1-${id}" data-a-badge-type="status">
            <span class="a-badge-label" id="B0AAAAAAA1-${id}-label">
              <span class="a-badge-text">${label}</span>
            </span>
          </span>
        </span>
      `,
    );
  const newer = place(
    markup`
      <div id="BEST_SELLER" class="rio-badge-component">
        <span class="rio-badge-label rio-badge-style-BEST_SELLER">
          <span>Bestseller</span>
        </span>
        <span class="rio-badge-supplementary-text rio-hidden">in Wasserkocher</span>
      </div>
    `,
  );

  it("include the operator's choice and its overall pick", () => {
    expect(entry({ badges: status('amazons-choice', 'Overall Pick') })).toMatchObject({
      is_amazon_choice: true,
      is_best_seller: false,
      badges: ['Overall Pick'],
    });
  });

  it('include best sellers in both forms of markup', () => {
    expect(entry({ badges: status('best-seller', 'Mais vendido') }, 'pt-br')).toMatchObject({
      is_best_seller: true,
      is_amazon_choice: false,
    });
    expect(entry({ badges: newer }, 'de-de')).toMatchObject({ is_best_seller: true, badges: ['Bestseller'] });
  });

  it('are absent without the element of badges', () => {
    expect(entry({ badges: place('') })).toMatchObject({ is_best_seller: false, is_amazon_choice: false });
    expect(entry({})).not.toHaveProperty('is_best_seller');
    expect(entry({})).not.toHaveProperty('badges');
  });

  it('distinguish the climate pledge from other certificates', () => {
    const pill = (text: string, panel: string) =>
      `<a class="s-pc-badge"><span>${text}</span></a><div class="a-popover-preload">${panel}</div>`;
    expect(
      entry({ rest: pill('1 sustainability feature', '<a href="/climatepledgefriendly">Learn more</a>') }),
    ).toMatchObject({ climate_pledge_friendly: true, badges: ['1 sustainability feature'] });
    expect(entry({ rest: pill('Small Business', '<a href="/b?node=1">Learn more</a>') })).not.toHaveProperty(
      'climate_pledge_friendly',
    );
  });

  it('include the climate pledge as it was marked in 2021', () => {
    const pledge = markup`
      <span class="a-size-base s-cpf-badge">Climate Pledge Friendly</span>
      <a class="a-popover-trigger s-cpf-badge"><span>See 1 certification</span></a>
    `;
    expect(entry({ rest: pledge })).toMatchObject({
      climate_pledge_friendly: true,
      badges: ['Climate Pledge Friendly'],
    });
  });
});

describe('the membership that lends books', () => {
  it('is read next to the price, and not in the title', () => {
    const unmarked = (title: string, remark: string) =>
      `<div data-asin="B0AAAAAAA1" data-component-type="s-search-result"><h2>${title}</h2><div class="a-row">${remark}</div></div>`;
    const read = (title: string, remark: string) => search(page({ tiles: [unmarked(title, remark)] })).shallow_parts[0];
    expect(read('Tea', 'Free with Kindle Unlimited')).toMatchObject({ is_kindle_unlimited: true });
    expect(read('How to use Kindle Unlimited', '$3.99')).not.toHaveProperty('is_kindle_unlimited');
  });
});
