import { describe, expect, test } from 'vitest';
import { markup } from '../../markup.ts';
import { read } from './page.ts';

const head = (content: string) => `<div id="averageCustomerReviews">${content}</div>`;

describe('rating and count', () => {
  test.each([
    ['com', 'en-us', '4.6 out of 5 stars', '12,408 ratings'],
    ['de', 'de-de', '4,6 von 5 Sternen', '12.408 Sternebewertungen'],
    ['fr', 'fr-fr', '4,6 sur 5 étoiles', '12 408 évaluations'],
    ['co.jp', 'ja-jp', '5つ星のうち4.6', '12,408個の評価'],
    ['com.tr', 'tr-tr', '5 yıldız üzerinden 4,6', '12.408 değerlendirme'],
  ])('amazon.%s', (suffix, lang, stars, count) => {
    const centre = head(
      `<span id="acrPopover" title="${stars}"></span><span id="acrCustomerReviewText">${count}</span>`,
    );
    expect(read({ centre, lang }, suffix)).toMatchObject({ rating: 4.6, reviews: 12408 });
  });

  test('has the exact count of the label', () => {
    const centre = head(
      markup`
        <i class="a-icon-star">
          <span class="a-icon-alt">4.6 out of 5 stars</span>
        </i>
        <span id="acrCustomerReviewText" aria-label="12,408 Reviews">(12.4K)</span>
      `,
    );
    expect(read({ centre })).toMatchObject({ rating: 4.6, reviews: 12408 });
  });

  test.each([
    ['com', 'en-us', '4.5 out of 5 stars, 1,234 ratings', 1234],
    ['com', 'en-us', '4 out of 5 stars 36 ratings', 36],
    ['com', 'en-us', '1,234 ratings', 1234],
    ['de', 'de-de', '4,5 von 5 Sternen, 1.234 Bewertungen', 1234],
    ['co.jp', 'ja-jp', '5つ星のうち4.5、1,234個の評価', 1234],
    ['com.tr', 'tr-tr', '5 yıldız üzerinden 4,5, 1.234 değerlendirme', 1234],
    ['com', 'en-us', '4.5 out of 5 stars', undefined],
  ])('are counted in the label of the link on amazon.%s: %s %s', (suffix, lang, label, count) => {
    const centre = `<a id="acrCustomerReviewLink" aria-label="${label}"></a>`;
    expect(read({ centre, lang }, suffix).reviews).toBe(count);
  });

  test('are read on a mobile page', () => {
    const centre = markup`
        <a id="acrCustomerReviewLink">
          <i>
            <span class="a-icon-alt">4.6 out of 5 stars</span>
          </i>
          <span id="acrCustomerReviewText">12,408</span>
        </a>
      `;
    expect(read({ centre })).toMatchObject({ rating: 4.6, reviews: 12408 });
  });

  test('are read next to the reviews otherwise', () => {
    const elsewhere = markup`
        <span data-hook="rating-out-of-text">4.6 out of 5</span>
        <span data-hook="total-review-count">875 global ratings</span>
      `;
    expect(read({ elsewhere })).toMatchObject({ rating: 4.6, reviews: 875 });
  });

  test('are absent without reviews', () => {
    const data = read({});
    expect(data).not.toHaveProperty('rating');
    expect(data).not.toHaveProperty('reviews');
  });
});

describe('the histogram', () => {
  const rows = (row: (share: number) => string) => [70, 15, 8, 4, 3].map(row).join('');

  test.each([
    [
      'meters of today',
      `<ul id="histogramTable">${rows((share) => `<li><div class="a-meter" aria-valuenow="${share}"></div></li>`)}</ul>`,
    ],
    [
      'labels of earlier pages, behind an empty table',
      markup`
        <table id="histogramTable">
        </table>
        <table id="histogramTable">${rows((share) => `<tr><td><div class="a-meter" aria-label="${share}%"></div></td></tr>`)}</table>
      `,
    ],
    [
      'texts',
      `<table id="histogramTable">${rows((share) => `<tr><td>star</td><td><a>${share}%</a></td></tr>`)}</table>`,
    ],
  ])('%s', (_, elsewhere) => {
    expect(read({ elsewhere }).rating_histogram).toEqual({ '5': 70, '4': 15, '3': 8, '2': 4, '1': 3 });
  });
});

test('empty meters mean a product without ratings', () => {
  const meter = '<li><div class="a-meter" aria-valuenow="0%"></div></li>';
  expect(read({ elsewhere: `<ul id="histogramTable">${meter.repeat(5)}</ul>` })).not.toHaveProperty('rating_histogram');
});

test('reads the number of answered questions', () => {
  expect(read({ centre: '<a id="askATFLink"><span>1000+ answered questions</span></a>' }).answered_questions).toBe(
    1000,
  );
});

describe('the summary of reviews', () => {
  test('has the current markup', () => {
    const entry = (id: string, name: string, count: number) =>
      `<div data-csa-c-item-id="${id}"><span data-testid="aspect-label">${name} <span>(${count})</span></span></div>`;
    const elsewhere = markup`
      <h3 data-testid="heading">Customers say</h3>
      <div data-testid="overall-summary">
        <span>They like it.</span>
      </div>
      <div data-testid="aspect-list">${entry('heat_positive', 'Heat', 1248)}${entry('lid_mixed', 'Lid', 7)}</div>
    `;
    expect(read({ elsewhere })).toMatchObject({
      reviews_summary: 'They like it.',
      reviews_aspects: [
        { name: 'Heat', mentions: 1248, sentiment: 'positive' },
        { name: 'Lid', mentions: 7, sentiment: 'mixed' },
      ],
    });
  });

  test('has the opinions of each aspect in its panel, if they add up to the mentions', () => {
    const entry = (at: number, name: string, count: number) =>
      `<div data-csa-c-item-id="${name}_positive"><div aria-controls="panel_${at}"><span data-testid="aspect-label">${name} <span>(${count})</span></span></div></div>`;
    const panel = (at: number, ...counts: string[]) =>
      `<div id="panel_${at}"><div data-testid="mentions-inline"><span>whole line</span>${counts.map((text) => `<span aria-hidden="true"><b>${text}</b></span>`).join('')}</div></div>`;
    const elsewhere = markup`
      <div data-testid="aspect-list">${entry(0, 'Heat', 1248)}${entry(1, 'Lid', 7)}${entry(2, 'Spout', 5)}</div>
      ${panel(0, '1,248 customers mention "Heat"', '1,200 positive', '48 negative')}
      ${panel(1, '7 customers mention "Lid"', '6 positive', '2 negative')}
      ${panel(2, '5 customers mention "Spout"', '5 positive')}
    `;
    expect(read({ elsewhere }).reviews_aspects).toEqual([
      { name: 'Heat', mentions: 1248, positive: 1200, negative: 48, sentiment: 'positive' },
      { name: 'Lid', mentions: 7, sentiment: 'positive' },
      { name: 'Spout', mentions: 5, sentiment: 'positive' },
    ]);
  });

  test('can be a row of tabs', () => {
    const elsewhere = `<div data-hook="cr-insights-widget-summary"><h3>Customers say</h3><p><span>They like it.</span></p><p id="summary-disclaimer-title-container">AI Generated</p></div>
      <div data-hook="cr-insights-widget-aspects"><a id="aspect-button-0-0" data-csa-c-item-id="Heat_NEGATIVE">Heat</a></div>
      <div id="aspect-bottom-sheet-0-0"><div class="x_stat-info-box_1"><span>34 customers mention "Heat"</span><span class="x_text-positive_1">7 positive</span><span class="x_text-negative_1">27 negative</span></div></div>`;
    expect(read({ elsewhere })).toMatchObject({
      reviews_summary: 'They like it.',
      reviews_aspects: [{ name: 'Heat', mentions: 34, positive: 7, negative: 27, sentiment: 'negative' }],
    });
  });
});

test('returns top reviews in page order, each once, also those of other countries', () => {
  const review = (id: string, hook: string) =>
    markup`
      <div id="${id}" data-hook="review">
        <span class="a-profile-name">Ann</span>
        <i data-hook="${hook}">
          <span class="a-icon-alt">4.0 out of 5 stars</span>
        </i>
        <span data-hook="review-title">
          <span class="cr-original-review-content">Good</span>
        </span>
      </div>
    `;
  const elsewhere =
    review('R1AAAAAAAAAAAA', 'review-star-rating') +
    review('R2AAAAAAAAAAAA', 'cmps-review-star-rating') +
    review('R1AAAAAAAAAAAA', 'x');
  expect(read({ elsewhere }).top_reviews).toMatchObject([
    { review_id: 'R1AAAAAAAAAAAA', title: 'Good', rating: 4, author: 'Ann' },
    { review_id: 'R2AAAAAAAAAAAA', title: 'Good', rating: 4 },
  ]);
});

test('a histogram in another order is absent if some rows do not name their stars', () => {
  const row = (name: string, share: number) =>
    `<li><a href="/product-reviews/B0X?filterByStar=${name}_star"><div class="a-meter" aria-valuenow="${share}"></div></a></li>`;
  const histogram = (...rows: string[]) => read({ elsewhere: `<ul id="histogramTable">${rows.join('')}</ul>` });
  const [five, four, three] = [row('five', 70), row('four', 15), row('three', 8)];
  const rest =
    '<li><div class="a-meter" aria-valuenow="4"></div></li><li><div class="a-meter" aria-valuenow="3"></div></li>';
  expect(histogram(five, four, three, rest).rating_histogram).toMatchObject({ '5': 70, '4': 15, '1': 3 });
  expect(histogram(four, five, three, rest)).not.toHaveProperty('rating_histogram');
});

describe('reviews of 2015', () => {
  const review = ({ id = 'R1KETTLE000001', text = 'Quick and quiet.<br>Looks nice.', vote = '', strip = '' }) => markup`
    <div id="rev-dpReviewsMostHelpfulAUI-${id}" class="a-section">
      <div class="a-row">
        <div class="a-icon-row">
          <a title="4.0 out of 5 stars" href="/review/${id}/ref=cm_cr_dp_title"><i class="a-icon a-star-4"><span class="a-icon-alt">4.0 out of 5 stars</span></i></a>
          <a><span class="a-size-base a-text-bold">Boils well</span></a>
        </div>
        <span class="a-color-secondary">
          <span><span class="a-color-secondary">By</span> <a href="/gp/pdp/profile/A1/ref=cm_cr_dp_pdp" class="noTextDecoration">Ann</a></span>
          <span class="a-size-micro"><span class="a-text-bold">VINE VOICE</span></span>
          <span class="a-color-secondary"> on March 3, 2015</span>
        </span>
      </div>
      <div id="revData-dpReviewsMostHelpfulAUI-${id}">${strip}<div class="a-section">${text}</div></div>
      <span id="cr-vote-${id}">${vote} Was this review helpful to you?</span>
    </div>
  `;
  const reviews = (...list: string[]) => read({ elsewhere: `<div id="revMHRL">${list.join('')}</div>` }).top_reviews;

  test('are read from ids and places', () => {
    const first = {
      review_id: 'R1KETTLE000001',
      title: 'Boils well',
      text: 'Quick and quiet. Looks nice.',
      rating: 4,
      author: 'Ann',
      author_url: '/gp/pdp/profile/A1/ref=cm_cr_dp_pdp',
      date: '2015-03-03',
    };
    const vote = '12 of 15 people found this helpful.';
    const strip =
      '<span class="a-size-mini a-color-secondary">Color: Red</span><span class="crAVPStripe">Verified</span>';
    expect(reviews(review({ vote, strip }), review({ id: 'R2KETTLE000001' }))).toEqual([
      { ...first, helpful_votes: 12, variant: 'Color: Red', verified_purchase: true },
      { ...first, review_id: 'R2KETTLE000001' },
    ]);
  });

  test.each([
    ['inside of a tag', 'Quick and<', 'br /&gt;quiet.', 'Quick and quiet.'],
    ['inside of a word', 'Quick and qu', 'iet.&lt;br /&gt;Nice.', 'Quick and quiet. Nice.'],
    ['after a word', 'Quick ', 'and quiet.', 'Quick and quiet.'],
    ['before a tag', 'Quick', '&lt;br&gt;and quiet.', 'Quick and quiet.'],
  ])('have the whole text, also if the head ends %s', (_, head, rest, text) => {
    const folded = markup`
      <span class="MHRHead">${head}</span><span>...</span>
      <span data-columnbalancing-showfullreview="{&quot;rest&quot;:&quot;${rest}&quot;}"><a>Read more ›</a></span>
    `;
    expect(reviews(review({ text: folded }))?.[0]?.text).toBe(text);
  });

  test('have no text if a part of it is missing', () => {
    const folded = '<span class="MHRHead">Quick and</span><span>...</span><a>Read more ›</a>';
    expect(reviews(review({ text: folded }))?.[0]).not.toHaveProperty('text');
  });
});

test.each([
  ['points', ['58.3333333333333%', '25.0%', '8.33333333333333%', '0.0%', '8.33333333333333%']],
  ['commas', ['58,3333333333333%', '25,0%', '8,33333333333333%', '0,0%', '8,33333333333333%']],
  ['blanks', ['58,3333333333333 %', '25 %', '8,33333333333333 %', '0 %', '8,33333333333333 %']],
])('shares with many decimals and %s are rounded', (_, labels) => {
  const meters = labels.map((label) => `<tr><td><div class="a-meter" aria-label="${label}"></div></td><td>7</td></tr>`);
  const elsewhere = `<table id="histogramTable">${meters.join('')}</table>`;
  expect(read({ elsewhere, lang: 'de-de' }, 'de').rating_histogram).toEqual({
    '5': 58,
    '4': 25,
    '3': 8,
    '2': 0,
    '1': 8,
  });
});
