import { describe, expect, test } from 'vitest';
import { parseOffers } from '../../../src/entries/parse.ts';

const url = 'https://www.amazon.com/gp/offer-listing/B0TESTCASE?startIndex=10';
const listing = (offers: string, pages = '') => `<html><body><div id="olpProduct">
  <div id="olpProductImage"><a><img src="https://img.example/lamp.jpg"></a></div>
  <div id="olpProductDetails"><h1>Desk Lamp</h1>
    <a href="/product-reviews/B0TESTCASE/ref=x"><i class="a-icon a-icon-star"><span class="a-icon-alt">4.1 out of 5 stars</span></i></a>
    <a href="/product-reviews/B0TESTCASE/ref=y">3,670 customer reviews</a></div></div>
  <div id="olpOfferListColumn"><div id="olpOfferList">${offers}</div>${pages}</div></body></html>`;

const used = `<div class="a-row olpOffer">
  <div class="olpPriceColumn"><span class="olpOfferPrice"> $12.50 </span>
    <p class="olpShippingInfo">+ <span class="olpShippingPrice">$3.99</span> <span>shipping</span></p></div>
  <div class="olpConditionColumn"><span class="olpCondition"> Used - Very Good </span><div class="comments">A small scratch.</div></div>
  <div class="olpDeliveryColumn"><ul><li>Arrives between March 9 - 12.</li><li>Ships from FL, United States.</li></ul></div>
  <div class="olpSellerColumn"><h3 class="olpSellerName"><a href="/gp/aag/main/ref=x?seller=A1BUYBOXTEST01&isAmazonFulfilled=0">Lamp House</a></h3>
    <p><i><span class="a-icon-alt">4.5 out of 5 stars</span></i> <a><b>96% positive</b></a> over the past 12 months. (12,345 total ratings)</p></div>
  <form><input type="hidden" name="offeringID.1" value="ab%2Bc"></form></div>`;
const operator = `<div class="a-row olpOffer"><div class="olpPriceColumn"><span class="olpOfferPrice">$19.99</span></div>
  <div class="olpConditionColumn"><span class="olpCondition">New</span></div>
  <div class="olpSellerColumn"><h3 class="olpSellerName"><img alt="Amazon.com" src="/x.gif"></h3></div></div>`;
const justLaunched = `<div class="a-row olpOffer"><div class="olpPriceColumn"><span class="olpOfferPrice">$21.00</span></div>
  <div class="olpSellerColumn"><h3 class="olpSellerName"><a href="/gp/aag/main/ref=y?seller=A1BUYBOXTEST02&isAmazonFulfilled=1">New Lamps</a></h3><p><b>Just Launched</b></p></div></div>`;

describe('an older page of offers', () => {
  test('has no price that is paid each month', () => {
    const monthly = listing(operator.replace('$19.99', '$41.62 per month'));
    const { data } = parseOffers(monthly, { url, requestedAt: new Date('2019-03-02T18:00:00Z') });
    expect(data?.product_sellers_info[0]).not.toHaveProperty('price');
  });

  test('has rows', () => {
    const requestedAt = new Date('2019-03-02T18:00:00Z');
    const { data } = parseOffers(listing(used + operator + justLaunched), { url, requestedAt });
    expect(data).toMatchObject({ title: 'Desk Lamp', rating: 4.1, reviews: 3670, page_index: 1, sold_by_amazon: true });
    expect(data?.product_sellers_info).toMatchObject([
      {
        name: 'Lamp House',
        seller_id: 'A1BUYBOXTEST01',
        price: 12.5,
        shipping_price: 3.99,
        is_shipping_known: true,
        condition: 'used_very_good',
        condition_comments: 'A small scratch.',
        rating_percent: 96,
        reviews_count: 12345,
        is_fba: false,
        is_pinned: false,
        offer_id: 'ab+c',
        // The charge is next to the price.
        delivery: [{ kind: 'standard', date_min: '2019-03-09', date_max: '2019-03-12', is_free: false }],
      },
      { name: 'Amazon.com', seller_id: null, is_amazon: true, is_fba: true, condition: 'new', shipping_price: 0 },
      { name: 'New Lamps', is_just_launched: true, is_fba: true, condition: null, condition_text: null },
    ]);
  });

  test('has feedback after the name of the seller, which can be a paragraph too', () => {
    const named = used.replace('<h3 class="olpSellerName">', '<p class="olpSellerName">').replace('</h3>', '</p>');
    const { data } = parseOffers(listing(named), { url });
    expect(data?.product_sellers_info[0]).toMatchObject({
      name: 'Lamp House',
      rating_percent: 96,
      reviews_count: 12345,
      is_just_launched: false,
    });
  });

  test('has long comments without the link that folds them', () => {
    const notes = `<div class="comments"><div class="collapsedNote">A small <a href="#">» Read more</a></div>
      <div class="expandedNote" style="display:none"> A small scratch on the foot. <a href="#">« Show less</a></div></div>`;
    const { data } = parseOffers(listing(used.replace(/<div class="comments">.*?<\/div>/, notes)), { url });
    expect(data?.product_sellers_info?.[0]?.condition_comments).toBe('A small scratch on the foot.');
  });

  test('has a page count if pages are numbered', () => {
    const pages = '<ul class="a-pagination"><li>1</li><li>2</li><li>…</li><li>7</li><li>Next</li></ul>';
    const first = 'https://www.amazon.com/gp/offer-listing/B0TESTCASE';
    expect(parseOffers(listing(used, pages), { url: first }).data).toMatchObject({ page_index: 0, total_pages: 7 });
    expect(parseOffers(listing(used), { url: first }).data).not.toHaveProperty('total_offers_count');
  });

  test('has a page count if pages are numbered inside of the list', () => {
    const pages = '<ul class="a-pagination"><li>1</li><li>2</li><li>Next</li></ul>';
    const first = 'https://www.amazon.com/gp/offer-listing/B0TESTCASE';
    const html = listing(used + pages).replace('id="olpOfferListColumn"', '');
    expect(parseOffers(html, { url: first }).data).toMatchObject({ total_pages: 2 });
  });

  test('has one page if pages are not numbered, unless the end of the page is missing', () => {
    const first = 'https://www.amazon.com/gp/offer-listing/B0TESTCASE';
    const html = listing(used.repeat(10));
    expect(parseOffers(html, { url: first }).data).toMatchObject({ total_pages: 1 });
    expect(parseOffers(html.replace('</html>', ''), { url: first }).data).not.toHaveProperty('total_pages');
  });

  test('has no page count if only the links to its pages are there', () => {
    const first = 'https://www.amazon.com/gp/offer-listing/B0TESTCASE';
    const pages = '<ul class="x"><li><a href="/gp/offer-listing/B0TESTCASE?startIndex=10">2</a></li></ul>';
    expect(parseOffers(listing(used, pages), { url: first }).data).not.toHaveProperty('total_pages');
  });

  test('has a gap if the open tab has a price, but no offer is there', () => {
    const tabs = (active: string) =>
      `<ul id="olpTabs"><li><a>All</a></li><li class="a-active"><a>${active}</a></li></ul>`;
    const gaps = (active: string) => parseOffers(listing(tabs(active)), { url }).gaps;
    expect(gaps('New from $11.36')).toMatchObject([{ landmark: 'aod-offer', kind: 'missing' }]);
    expect(gaps('New')).toEqual([]);
  });

  test('has a title without the line before it', () => {
    const html = listing(used).replace('<h1>', '<h1><div><span>New offers for</span></div>');
    expect(parseOffers(html, { url }).data?.title).toBe('Desk Lamp');
  });

  test('has a rating outside of the links', () => {
    const html = listing(used)
      .replace(
        /<a href="\/product-reviews\/B0TESTCASE\/ref=x">.*?<\/a>/,
        '<a href="javascript:void(0)"><i class="a-icon-star"><span class="a-icon-alt">4.6 out of 5 stars</span></i></a>',
      )
      .replace('3,670 customer reviews', '371 customer ratings');
    expect(parseOffers(html, { url }).data).toMatchObject({ rating: 4.6, reviews: 371 });
  });

  test.each([
    ['its class', '<p><b class="olpJustLaunched">Faaliyete geçti</b> (<a>Satıcı Profili</a>)</p>', true],
    ['its words', '<p><b>Just Launched</b></p>', true],
    ['nothing about the seller’s feedback', '<p><a>Shipping rates</a> and <a>return policy</a></p>', undefined],
  ])('has a new seller by %s', (_, feedback, isNew) => {
    const html = listing(justLaunched.replace(/<p>.*<\/p>/, feedback));
    expect(parseOffers(html, { url }).data?.product_sellers_info[0]?.is_just_launched).toBe(isNew);
  });

  test('has no price without a currency', () => {
    const html = listing(used.replace('$12.50', '0,00'));
    const [offer] = parseOffers(html, { url }).data?.product_sellers_info ?? [];
    expect(offer).not.toHaveProperty('price');
    expect(offer).not.toHaveProperty('currency');
    expect(offer).toMatchObject({ name: 'Lamp House' });
  });

  test('has comments of 2015, which a script shows', () => {
    const whole = 'A small scratch. Only 2 left in stock.';
    const notes = `<div class="comments" style="display: none">${whole}</div><noscript><div class="comments">${whole}</div></noscript>`;
    const html = listing(
      used.replace(/<div class="olpConditionColumn">(.*?)<div class="comments">.*?<\/div>/, `<div>$1${notes}`),
    );
    const [offer] = parseOffers(html, { url }).data?.product_sellers_info ?? [];
    expect(offer?.condition_comments).toBe(whole);
    expect(offer).not.toHaveProperty('stock_qty');
  });

  test('is found without offers', () => {
    const html = listing('<p>Currently, there are no sellers that can deliver this item to your location.</p>');
    expect(parseOffers(html, { url })).toMatchObject({ found: true, data: { product_sellers_info: [] } });
  });
});
