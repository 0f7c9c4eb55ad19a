import { describe, expect, test } from 'vitest';
import { markup } from '../../markup.ts';
import { read } from './page.ts';

const choice = markup`
    <div id="acBadge_feature_div">
      <div class="a-popover-preload">Highly rated</div>
      <span class="ac-badge-rectangle">
        <span>Amazon’s</span> <span>Choice</span>
      </span>
      <span class="ac-for-text">for "<span class="ac-keyword-link">
          <a href="/s?k=copper+kettle">copper kettle</a>
        </span>"</span>
    </div>
  `;
const rank = (href: string, text: string) =>
  markup`
    <div id="zeitgeistBadge_feature_div">
      <div class="badge-wrapper">
        <a class="badge-link" href="${href}" title="Kettles">
          <i>${text}</i> <span class="cat-name">in <span class="cat-link">Kettles</span>
          </span>
        </a>
      </div>
    </div>
  `;

describe('badges', () => {
  test('have the text of the page', () => {
    const centre =
      choice +
      rank('/gp/bestsellers/kitchen/1', '#1 Best Seller') +
      '<div id="climatePledgeFriendlyBadge"><a><span class="a-size-base">Climate Pledge Friendly</span></a></div>';
    expect(read({ centre })).toMatchObject({
      badges: ['Amazon’s Choice', '#1 Best Seller in Kettles', 'Climate Pledge Friendly'],
      is_amazon_choice: true,
      amazon_choice_keyword: 'copper kettle',
      is_best_seller: true,
      best_seller_category: 'Kettles',
      is_new_release: false,
    });
  });

  test('distinguish new releases from best sellers', () => {
    const data = read({ centre: rank('/gp/new-releases/kitchen/1', '#1 New Release') });
    expect(data).toMatchObject({ is_new_release: true, is_best_seller: false, badges: ['#1 New Release in Kettles'] });
    expect(data).not.toHaveProperty('best_seller_category');
  });

  test.each([
    ['/gp/most-wished-for/kitchen/1', '#1 Most Wished For'],
    ['/gp/most-gifted/kitchen/1', '#1 Most Gifted'],
  ])('of other lists are not best sellers: %s', (href, text) => {
    const data = read({ centre: rank(href, text) });
    expect(data).toMatchObject({ is_new_release: false, is_best_seller: false, badges: [`${text} in Kettles`] });
    expect(data).not.toHaveProperty('best_seller_category');
  });

  test.each([
    ['#<span>1</span>Best Seller', '<span>in</span><span>Kettles</span>', '#1 Best Seller in Kettles'],
    ['Bestseller Nr. <b>1</b>', '<span>in </span>Kettles', 'Bestseller Nr. 1 in Kettles'],
    ['ベストセラー<b>1</b>位', '<span>Kettles</span>', 'ベストセラー1位 Kettles'],
  ])('have blanks between words that only styles separate: %s', (icon, category, badge) => {
    const link = `<a class="badge-link" href="/gp/bestsellers/kitchen/1"><i>${icon}</i><span> ${category}</span></a>`;
    expect(read({ centre: `<div id="zeitgeistBadge_feature_div">${link}</div>` }).badges).toEqual([badge]);
  });

  test('are absent if their element has another text', () => {
    const centre =
      '<div id="acBadge_feature_div">Overall favourite</div><div id="zeitgeistBadge_feature_div">Top rated</div>';
    const data = read({ centre });
    for (const field of ['is_amazon_choice', 'is_best_seller', 'is_new_release'])
      expect(data).not.toHaveProperty(field);
  });

  test('name small businesses in the middle column', () => {
    const row =
      '<div id="smallBusinessRow_feature_div"><div>Small Business</div><div>This is from a small brand.</div></div>';
    const hidden = '<div id="a-popover-smallBusiness" class="a-popover-preload">Small brands</div>';
    expect(read({ centre: hidden + row })).toMatchObject({ is_small_business: true, badges: ['Small Business'] });
    expect(read({ centre: hidden })).not.toHaveProperty('is_small_business');
    expect(read({ centre: '<div id="smallBusinessRow_feature_div"></div>' })).not.toHaveProperty('is_small_business');
  });

  test('are read from the row of marks in the middle column', () => {
    const marks = (...lines: string[]) =>
      `<div id="provenanceCertifications_feature_div">${lines.map((line) => `<div>${line}</div>`).join('')}</div>`;
    expect(read({ centre: marks('Small Business', 'From a small business brand.') })).toMatchObject({
      is_small_business: true,
      badges: ['Small Business'],
    });
    expect(read({ centre: marks('Von einem kleinen Unternehmen'), lang: 'de-de' }, 'de').is_small_business).toBe(true);
    expect(read({ centre: marks('Climate Pledge Friendly') })).toMatchObject({
      climate_pledge_friendly: true,
      badges: ['Climate Pledge Friendly'],
    });
    expect(read({ centre: marks('Climate Pledge Friendly') })).not.toHaveProperty('is_small_business');
    expect(read({ centre: marks('Recycled') })).not.toHaveProperty('badges');
  });

  test('name the mark of items that customers keep or return', () => {
    const centre =
      '<div id="NEW_1_nostos_badge"><div>Frequently returned item</div><div>Check the reviews.</div></div>';
    expect(read({ centre }).badges).toEqual(['Frequently returned item']);
    const hidden = centre.replace('<div id', '<div class="aok-hidden" id');
    expect(read({ centre: hidden })).not.toHaveProperty('badges');
  });

  test('are false if their element is empty, and absent without it', () => {
    expect(read({ centre: '<div id="acBadge_feature_div"></div>' })).toMatchObject({ is_amazon_choice: false });
    const data = read({});
    expect(data).not.toHaveProperty('is_amazon_choice');
    expect(data).not.toHaveProperty('badges');
  });
});

describe('bought in the past month', () => {
  test.each([
    ['com', 'en-us', '6K+ bought in past month', 6000],
    ['es', 'es-es', '100+ comprados el mes pasado', 100],
    ['com.br', 'pt-br', 'Mais de 500 compras no mês passado', 500],
    ['de', 'de-de', '2.000+ Mal im letzten Monat gekauft', 2000],
  ])('amazon.%s: %s', (suffix, lang, text, count) => {
    expect(
      read({ lang, centre: `<span id="social-proofing-faceout-title-tk_bought">${text}</span>` }, suffix)
        .bought_past_month,
    ).toBe(count);
  });

  test('does not count views', () => {
    const centre = '<span id="social-proofing-faceout-title-tk_viewed">100+ viewed in past week</span>';
    expect(read({ centre })).not.toHaveProperty('bought_past_month');
  });
});
