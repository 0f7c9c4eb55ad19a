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
