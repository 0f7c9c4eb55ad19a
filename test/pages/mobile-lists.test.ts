/** Mobile pages of offers, reviews and best sellers, as the site serves them and as a browser saves them, with invented values. */
import { describe, expect, it } from 'vitest';
import { parseBestseller, parseOffers, parseReviews } from '../../src/entries/parse.ts';

/** The words that scripts of the site write into the root of a saved page. */
const LAYOUTS = [
  ['as served', 'a-no-js a-touch a-mobile'],
  ['as a browser saves it', 'a-touch a-mobile a-js a-audio a-video a-canvas a-ember'],
] as const;

const requestedAt = new Date('2026-03-02T18:00:00Z');

const document = (names: string, body: string, lang = 'en-us') =>
  `<!doctype html><html class="${names}" lang="${lang}"><body>${body}</body></html>`;

describe.each(LAYOUTS)('a mobile panel of offers, %s', (_, names) => {
  const row = (id: string, label: string, value: string) =>
    `<div id="${id}"><div class="a-row"><span class="a-color-tertiary">${label}</span></div><div class="a-col-right">${value}</div></div>`;
  /** The comment of a seller and the promise are twice on the page: in the offer, and in a sheet that opens from below. */
  const offer = (index: number, amount: string) => `<div id="aod-offer-heading"><h5>Used - Good</h5></div>
    <div id="aod-offer-price"><span id="aod-price-${index}"><span class="a-price"><span class="a-offscreen">${amount}</span></span></span>
      <div class="aod-delivery-promise"><div id="mir-layout-DELIVERY_BLOCK"><div id="mir-layout-DELIVERY_BLOCK-slot-PRIMARY_DELIVERY_MESSAGE_LARGE">
        <span data-csa-c-delivery-price="$5.99" data-csa-c-delivery-time="Thursday, March 5">$5.99 delivery <b>Thursday, March 5</b></span></div></div></div>
      <div class="delivery_promise_bottomsheet a-sheet-preload aok-hidden"><span>FREE delivery Sunday, March 15</span></div></div>
    <div id="aod-condition-container"><div class="a-col-right"><span class="expandable-expanded-text">Only 2 left, hurry</span></div></div>
    <div id="aod-condition-note-bottom-sheet-${index}" class="aok-hidden"><span>Only 2 left in stock</span></div>
    ${row('aod-offer-shipsFrom', 'Ships from', '<span class="a-color-base">Amazon.com</span>')}
    ${row('aod-offer-soldBy', 'Sold by', `<a href="/gp/aag/main?seller=A1BUYBOXTEST0${index}&isAmazonFulfilled=1">Lamp House</a><div id="aod-offer-seller-rating"><span>(1,234 ratings) 97% positive over last 12 months</span></div>`)}`;
  const filters = '<div id="aod-filter-bottom-sheet" class="aok-hidden"><span>Prime</span><span>Used (12)</span></div>';
  const panel = `<div id="all-offers-display"><div id="aod-container">${filters}<div id="aod-pinned-offer">${offer(0, '$24.00')}</div>
    <div id="aod-offer-list"><input type="hidden" id="aod-total-offer-count" value="1"><div id="aod-offer">${offer(1, '$21.50')}</div></div></div></div>`;

  it('has the offers, each with its own promise', () => {
    const { data, gaps } = parseOffers(document(names, panel), {
      url: 'https://www.amazon.com/dp/B0LANTERN1?aod=1',
      requestedAt,
    });
    const promise = [{ kind: 'standard', date_min: '2026-03-05', is_free: false }];
    expect(data).toMatchObject({
      total_offers_count: 2,
      total_pages: 1,
      fba_count: 2,
      product_sellers_info: [
        { price: 24, is_pinned: true, name: 'Lamp House', shipping_price: 5.99, delivery: promise },
        { price: 21.5, is_pinned: false, condition: 'used_good', rating_percent: 97, reviews_count: 1234 },
      ],
    });
    for (const entry of data?.product_sellers_info ?? []) expect(entry).not.toHaveProperty('stock_qty');
    expect(gaps).toEqual([]);
  });
});

describe.each(LAYOUTS)('a mobile page of offers of 2019, %s', (_, names) => {
  const box = (amount: string, condition: string, seller: string, charge = '') =>
    `<div class="a-container olpMobileOffer olpNoPadding"><div class="a-row"><span class="a-size-large a-color-price olpOfferPrice">${amount}</span>
      <p class="olpShippingInfo">${charge}</p><span class="a-size-medium olpCondition">${condition}</span>
      <h3 class="a-spacing-none olpSellerName">${seller}</h3><input name="offeringID.1" value="id${amount.length}"></div></div>`;
  const read = (offers: string, lang = 'en-us', suffix = 'com') =>
    parseOffers(
      document(names, `<div id="olpProduct"><h1>Lamp</h1></div><div id="olpOfferList">${offers}</div>`, lang),
      { url: `https://www.amazon.${suffix}/gp/offer-listing/B0LANTERN1`, requestedAt },
    );
  const linked = '<a href="/gp/aw/sp.html?s=A1&seller=A1BUYBOXTEST01"><span>Lamp House</span></a>';

  it.each([
    ['en-us', 'com', '$12.50', 'Used - Very Good', '+ <span class="olpShippingPrice">$3.99</span> shipping', 'USD'],
    [
      'de-de',
      'de',
      'EUR 12,50',
      'Gebraucht - Sehr gut',
      '+ <span class="olpShippingPrice">EUR 3,99</span> Versand',
      'EUR',
    ],
    [
      'ja-jp',
      'co.jp',
      '￥ 1,250',
      '中古品 - 非常に良い',
      '+ <span class="olpShippingPrice">￥ 399</span> 配送料',
      'JPY',
    ],
  ])('has its boxes: %s, amazon.%s', (lang, suffix, amount, condition, charge, currency) => {
    const operator = '<span>Amazon.com</span>';
    const { data } = read(box(amount, condition, linked, charge) + box(amount, 'New', operator), lang, suffix);
    const factor = currency === 'JPY' ? 100 : 1;
    expect(data?.product_sellers_info).toMatchObject([
      {
        name: 'Lamp House',
        price: 12.5 * factor,
        currency,
        condition: 'used_very_good',
        shipping_price: 3.99 * factor,
      },
      { name: 'Amazon.com', seller_id: null, is_amazon: true, is_fba: true },
    ]);
    // A link without the mark says nothing about who ships.
    expect(data?.product_sellers_info[0]).not.toHaveProperty('is_fba');
    expect(data?.product_sellers_info[0]).not.toHaveProperty('ships_from');
  });

  it('counts no offers of a layout that it does not know', () => {
    const unknown = box('$12.50', 'New', linked).replace('olpMobileOffer', 'olpOtherOffer');
    const { data, gaps } = read(unknown);
    expect(data).not.toHaveProperty('total_offers_count');
    expect(data).not.toHaveProperty('total_pages');
    expect(gaps).toMatchObject([{ landmark: 'aod-offer', kind: 'missing' }]);
  });
});

describe.each(LAYOUTS)('a mobile page of reviews, %s', (_, names) => {
  const review = (id: string, date: string) => `<div id="${id}" data-hook="mobley-review-content">
    <a class="a-profile" href="/gp/profile/amzn1.account.X"><span class="a-profile-name">Ann</span></a>
    <i data-hook="review-star-rating" class="a-icon a-icon-star-small a-star-small-4"><span class="a-icon-alt"></span></i>
    <span data-hook="review-title">Boils fast</span><span data-hook="review-date">${date}</span>
    <span data-hook="msrp-avp-badge-linkless">Verified Purchase</span><div data-hook="review-body">It boils ...</div>
    <div data-hook="review-body">It boils, and it pours.</div>
    <button class="review-image-thumbnail" data-image-source="https://images.example/images/I/k1.jpg"></button>
    <span data-hook="helpful-vote-statement">12 people found this helpful</span></div>`;
  const page = (
    reviews: string,
  ) => `<div id="cm_cr-product_info"><a data-hook="product-link" href="/Kettle/dp/B0KETTLE01">Kettle</a>
    <span data-hook="average-stars-rating-text">4.2 out of 5</span><span data-hook="total-rating-count">215 global ratings</span></div>
    <div id="cm_cr-review_list">${reviews}</div><a data-hook="show-more-button" data-reviews-state-param="{}">Show 10 more reviews</a>`;
  const url = 'https://www.amazon.com/product-reviews/B0KETTLE01';

  it('has the reviews in full, and no last page', () => {
    const lines = [
      'Reviewed in Canada on March 1, 2026',
      'Rezension aus Deutschland vom 1. März 2026',
      '2026年3月1日に日本でレビュー済み',
    ];
    const html = document(names, page(lines.map((line, at) => review(`R${at}KETTLE00001`, line)).join('')));
    const { data } = parseReviews(html, { url, requestedAt });
    expect(data).toMatchObject({ title: 'Kettle', rating: 4.2, reviews: 215 });
    expect(data).not.toHaveProperty('last_page_number');
    expect(data?.entries).toHaveLength(3);
    expect(data?.entries[0]).toMatchObject({
      title: 'Boils fast',
      text: 'It boils, and it pours.',
      rating: 4,
      author: 'Ann',
      date: '2026-03-01',
      country: 'Canada',
      verified_purchase: true,
      helpful_votes: 12,
      image_urls: ['https://images.example/images/I/k1.jpg'],
    });
  });
});

describe.each(LAYOUTS)('a mobile list of best sellers, %s', (_, names) => {
  const card = (
    rank: number,
    amount: string,
    attributes: string,
  ) => `<div ${attributes}><span class="zg-bdg-text">#${rank}</span>
    <a href="/Kettle/dp/B0KETTLE0${rank}/ref=zg_bs_g_x"><img src="https://images.example/${rank}.jpg" alt="Kettle"></a>
    <a href="/Kettle/dp/B0KETTLE0${rank}/ref=zg_bs_g_x"><div class="p13n-sc-truncate-mobile-type2">Kettle ${rank}</div></a>
    <div class="a-icon-row"><a><i><span class="a-icon-alt">4.4 out of 5 stars</span></i><span class="a-size-small">215</span></a></div>
    <span class="_cDEzb_p13n-sc-price_3mJ9Z">${amount}</span></div>`;
  const list = (cards: string) =>
    `<div id="zg"><h1>Best Sellers in Kettles</h1><div class="p13n-mobile-grid" data-client-recs-list="[]">${cards}</div></div>`;
  const url = 'https://www.amazon.com/gp/bestsellers/kitchen/1698';
  const read = (cards: string) => parseBestseller(document(names, list(cards)), { url, requestedAt });

  it.each([
    ['the id of the grid', () => 'id="gridItemRoot"'],
    ['the id of the card', (rank: number) => `id="p13n-asin-index-${rank - 1}"`],
    ['a class', () => 'class="p13n-mobile-grid-item"'],
  ])('has cards with %s', (_name, attributes) => {
    const { data, gaps } = read(card(1, '$19.99', attributes(1)) + card(2, '$7.50', attributes(2)));
    expect(data).toMatchObject({
      title: 'Best Sellers in Kettles',
      last_page_number: 1,
      entries: [
        { rank: 1, asin: 'B0KETTLE01', title: 'Kettle 1', price: 19.99, rating: 4.4, reviews: 215 },
        { rank: 2, asin: 'B0KETTLE02', title: 'Kettle 2', price: 7.5 },
      ],
    });
    expect(gaps).toEqual([]);
  });

  it('has no last page if the rest of a long list is loaded later, and a gap for cards that it does not know', () => {
    const cards = Array.from({ length: 30 }, (_one, at) => card(at + 10, '$19.99', 'id="gridItemRoot"'));
    expect(read(cards.join('')).data).not.toHaveProperty('last_page_number');
    const { data, gaps } = read(card(1, '$19.99', 'class="other"'));
    expect(data?.entries).toEqual([]);
    expect(data).not.toHaveProperty('last_page_number');
    expect(gaps).toMatchObject([{ landmark: 'gridItemRoot', kind: 'missing' }]);
  });
});
