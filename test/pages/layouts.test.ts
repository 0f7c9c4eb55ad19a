/** Layouts whose words and structure decide, not an id: each in another id, another wrapper and another language. */
import { describe, expect, it } from 'vitest';
import { parseCategory, parsePage, parseSearch, parseSeller } from '../../src/entries/parse.ts';
import { cart, prices, read, row, rows } from './product/page.ts';

const promises = (box: string, lang = 'en-us', suffix = 'com') =>
  (read({ box: cart(box), lang }, suffix).delivery ?? []).map(({ kind, date_min, text }) => [kind, date_min, text]);

describe('two promises', () => {
  it.each([
    ['en-us', 'com', 'Arrives: Monday, Mar 9', 'Faster delivery: Friday, Mar 6'],
    ['de-de', 'de', 'Lieferung: Montag, 9. März', 'Schnellere Lieferung: Freitag, 6. März'],
    ['fr-fr', 'fr', 'Livraison : lundi 9 mars', 'Livraison accélérée : vendredi 6 mars'],
  ])('are two, whatever holds the second: %s', (lang, suffix, first, second) => {
    const expected = [
      ['standard', '2026-03-09', first],
      ['fastest', '2026-03-06', second],
    ];
    const help = '<a href="/gp/help/x">Details</a>';
    const inside = `<div id="ddmDeliveryMessage">${first} ${help}<br><div>${second} ${help}</div></div>`;
    const beside = `<div id="fast-track-message"><div><div id="delivery-message"><div>${first}</div></div></div><div id="upsellMirId">${second}</div></div>`;
    const unnamed = beside.replace('id="upsellMirId"', 'class="a-section"');
    for (const block of [inside, beside, unnamed]) expect(promises(block, lang, suffix)).toEqual(expected);
  });

  it('are one if the second line has no day of its own', () => {
    const line =
      '<div id="ddmDeliveryMessage">Arrives: Monday, Mar 9<div>Faster delivery: choose it at checkout</div></div>';
    expect(promises(line)).toMatchObject([['standard', '2026-03-09', expect.stringContaining('Monday')]]);
  });
});

describe('a price in parts without a decimal mark', () => {
  const parts = (symbol: string, whole: string, fraction: string, tag = 'span') =>
    `<${tag} class="price-info-superscript">${symbol}</${tag}><span class="price-large">${whole}</span><${tag}>${fraction}</${tag}>`;
  const paid = (content: string, lang = 'en-gb', suffix = 'co.uk') =>
    read({ centre: `<div id="price">${content}</div>`, box: cart(), lang }, suffix).bb_price;

  it('is whole in each layout and language', () => {
    expect(paid(`<span id="priceblock_ourprice"><div>${parts('£', '34', '99')}</div></span>`)).toBe(34.99);
    expect(paid(`<div><p><b>${parts('$', '1,234', '50')}</b></p></div>`, 'en-us', 'com')).toBe(1234.5);
    expect(paid(`<span id="priceblock_dealprice">${parts('EUR', '1.234', '50', 'sup')}</span>`, 'de-de', 'de')).toBe(
      1234.5,
    );
    expect(paid('<span id="priceblock_ourprice">£34<sup>99</sup></span>')).toBe(34.99);
  });

  it('has no fraction from another text', () => {
    expect(paid('<span id="priceblock_ourprice">£34 <span>2 left</span></span>')).toBe(34);
    expect(paid('<span id="priceblock_ourprice"><span>£34.50</span> <span>99</span></span>')).toBe(34.5);
  });
});

describe('a currency as a picture', () => {
  it.each(['INR', 'JPY', 'EUR'])('is the one that its class names: %s', (code) => {
    const price = `<span id="priceblock_ourprice"><span class="currency${code}">&nbsp;&nbsp;</span> 1,299.00</span>`;
    expect(read({ centre: `<div id="price">${price}</div>`, box: cart() }, 'in')).toMatchObject({
      bb_price: 1299,
      currency: code,
    });
  });
});

describe('the links to other offers', () => {
  const summary = (content: string, lang = 'en-us', suffix = 'com') =>
    read({ elsewhere: `<div id="mbc-olp-link">${content}</div>`, box: cart(), lang }, suffix);
  const link = (text: string, condition: string) =>
    `<a href="/gp/offer-listing/B0KETTLE01?condition=${condition}">${text}</a>`;

  it('each have the price behind them', () => {
    const line = `<span>${link('14 new', 'new')} from <span class="a-color-price">$9.20</span><br>${link('2 used', 'used')} from <span class="a-color-price">$7.85</span></span>`;
    expect(summary(line)).toMatchObject({ new_from_price: 9.2, used_from_price: 7.85, new_offers_count: 14 });
  });

  it.each([
    ['en-us', 'com', 'Used 2 from $310.50'],
    ['fr-fr', 'fr', 'Occasions 2 à partir de 310,50 €'],
    ['it-it', 'it', 'Usato 2 da 310,50 €'],
  ])('can have their count without a bracket: %s', (lang, suffix, text) => {
    expect(summary(link(text, 'used'), lang, suffix)).toMatchObject({ used_offers_count: 2, used_from_price: 310.5 });
  });
});

describe('breadcrumbs', () => {
  const trail = (ref: string) =>
    `<ul><li><a class="a-link-normal" href="/Kitchen/b/ref=${ref}_1?node=284507">Kitchen</a></li><li><a href="/b/ref=${ref}_2?node=289913">Kettles</a></li></ul>`;

  it.each([
    ['another id', `<div id="wayfinding-breadcrumbs_container">${trail('x')}</div>`],
    ['no id', `<div id="showing-breadcrumbs_div"><nav>${trail('dp_bc_aui_T1')}</nav></div>`],
    ['another wrapper', `<section>${trail('dp_bc')}</section>`],
  ])('are found by their links: %s', (_, elsewhere) => {
    const data = read({ elsewhere, box: cart() });
    expect(data.breadcrumbs?.map(({ node_id }) => node_id)).toEqual(['284507', '289913']);
    expect(data.category?.name).toBe('Kitchen');
  });
});

describe('a brand without a text', () => {
  it.each([
    ['<a id="brand" href="/Acme/b/ref=x?node=1&field-lbr_brands_browse-bin=Acme+Tools"><img alt=""></a>', 'Acme Tools'],
    [
      '<a class="logo" href="/stores/Acme/page/X?ref_=ast_bln"><img alt="Acme" title="Visit the Acme Store"></a>',
      'Acme',
    ],
    ['<a href="/stores/Acme/page/X?ref_=ast_bln">Besuche den Acme-Store</a>', 'Acme'],
  ])('is the one of its link: %s', (centre, name) => {
    expect(read({ centre, box: cart() }).brand).toMatchObject({ name });
  });
});

describe('a Kindle edition', () => {
  it.each([
    ['nl-nl', 'nl', 'Catalogusprijs digitale editie:', 'Verkocht door:'],
    ['en-us', 'com', 'Print List Price:', 'Sold by:'],
    ['de-de', 'de', 'Preis der gedruckten Ausgabe:', 'Verkauf durch:'],
  ])('has its struck price and its seller: %s', (lang, suffix, label, soldBy) => {
    const table = `<table class="a-lineitem"><tr class="print-list-price"><td>${label}</td><td class="a-text-strike">EUR 32.00</td></tr>
      <tr class="kindle-price"><td>Kindle</td><td id="kindle-price">EUR 20.00 <p class="ebooks-price-savings">(38%)</p></td></tr></table>`;
    const seller = `<li id="sold-by-merchant"><b>${soldBy}</b> Acme Media S.à r.l.</li>`;
    expect(read({ box: table + cart(), elsewhere: seller, lang }, suffix)).toMatchObject({
      promotion: { list_price: { amount: 32, label, savings_percent: 38 } },
      seller: { name: 'Acme Media S.à r.l.' },
    });
  });
});

describe('a grocery row', () => {
  it('has its availability, its promise and its unit price', () => {
    const promise =
      '<div id="alm-delivery-message">FREE delivery starting from <span>as soon as Thursday, March 5</span> on orders over $49.</div>';
    const open = row('almAccordionRow', `<div id="availability-string">In Stock</div>${promise}${cart()}`, true);
    const unit =
      '<span class="a-size-mini">(<span class="a-price a-text-price"><span class="a-offscreen">$20.00</span></span> /100 g)</span>';
    const price = '<span class="a-price priceToPay"><span class="a-offscreen">$56.00</span></span>';
    const centre = `<div id="apex_desktop"><div id="apex_desktop_almAccordionRow"><div id="corePriceDisplay_desktop_feature_div">${price}${unit}</div></div></div>`;
    expect(read({ centre, box: rows(open, row('newAccordionRow', 'One-time', false)) })).toMatchObject({
      availability_text: 'In Stock',
      unit_price: { amount: 20, unit: '100 g' },
      delivery: [{ date_min: '2026-03-05', is_free: null }],
    });
  });
});

describe('a date with marks around the month', () => {
  it('is the release of a pre-order', () => {
    const box = '<div id="availability">Este produto será lançado em 30/Maio/2026. Reserve na pré-venda.</div>';
    expect(read({ centre: prices(''), box: box + cart(), lang: 'pt-br' }, 'com.br')).toMatchObject({
      is_preorder: true,
      release_date: '2026-05-30',
    });
  });
});

describe('the landing page of a department', () => {
  const url = 'https://www.amazon.com/kitchen/b?node=284507';
  const list = (node: (id: number) => string) =>
    `<div class="left_nav"><h3>Shop by type</h3><ul>${[1, 2, 3].map((id) => `<li><a href="${node(1000 + id)}">Part ${id}</a></li>`).join('')}</ul></div>`;
  const shelf =
    '<div><h3>New kettles</h3></div><a href="/Kettle/dp/B0KETTLE01?x">Kettle</a><a href="/Teapot/dp/B0TEAPOT01">Teapot</a>';
  const landing = (content: string, title = 'Amazon.com: Kitchen: Home') => {
    const parsed = parseCategory(
      `<html lang="en-us"><head><title>${title}</title></head><body>${content}</body></html>`,
      { url },
    );
    return parsed.data;
  };

  it.each([
    ['links to nodes', list((id) => `/gp/browse.html?node=${id}&ref_=x`)],
    ['links to lists of results', list((id) => `/s?rh=n%3A${id}`)],
    ['links to other landing pages', list((id) => `/Part/b/?node=${id}`).replace('left_nav', 'x')],
  ])('has its departments and its shelves: %s', (_, content) => {
    const data = landing(content + shelf);
    expect(data).toMatchObject({
      name: 'Kitchen',
      node_id: '284507',
      sections: [{ title: 'New kettles', asins: ['B0KETTLE01', 'B0TEAPOT01'] }],
    });
    expect(data?.subcategories?.map(({ name, node_id }) => [name, node_id])).toEqual([
      ['Part 1', '1001'],
      ['Part 2', '1002'],
      ['Part 3', '1003'],
    ]);
    expect(data).not.toHaveProperty('shallow_parts');
  });

  it('has no department in a list of best sellers', () => {
    expect(() => landing(list((id) => `/Best-Sellers/zgbs/kitchen/${id}`) + shelf)).toThrow('no navigation');
  });
});

describe("an author's page", () => {
  it('has the name, the text and the books', () => {
    const url = 'https://www.amazon.com/stores/Ann-Writer/author/B0WRITER01';
    const html = `<html><head><title>Amazon.com: Ann Writer: books</title></head><body><nav class="nav-assistant"><h2>Keyboard shortcuts</h2></nav>
      <h1>Ann Writer</h1><div class="AuthorBio__author-bio__author-biography__x1">Ann writes.</div><h2>Popular titles</h2><a href="/Book/dp/1234567890">Book</a></body></html>`;
    const { page_type, data } = parsePage(html, { url });
    expect({ page_type, data }).toEqual({
      page_type: 'storefront',
      data: {
        kind: 'author',
        author_id: 'B0WRITER01',
        name: 'Ann Writer',
        about: 'Ann writes.',
        sections: [{ title: 'Popular titles', asins: ['1234567890'] }],
      },
    });
  });
});

describe('a search without a keyword', () => {
  it('has the title of the page', () => {
    const list =
      '<span data-component-type="s-search-results"><div data-component-type="s-search-result" data-asin="B0KETTLE01"><h2>Kettle</h2></div></span>';
    const html = `<html><head><title>Amazon.com: Spring offers</title></head><body>${list}</body></html>`;
    const { data } = parseSearch(html, { url: 'https://www.amazon.com/s?srs=1234567011' });
    expect(data?.title).toBe('Spring offers');
  });
});

describe('the shipping policy of a seller', () => {
  it.each([
    '<p id="shipping-policies"></p><p>Ships daily.</p>',
    '<div><p id="shipping-policies"></p><div>Ships daily.</div></div>',
  ])('can be behind its empty holder: %s', (policy) => {
    const html = `<html><body><h1 id="seller-name">Acme</h1>${policy}</body></html>`;
    const { data } = parseSeller(html, { url: 'https://www.amazon.com/sp?seller=A1BUYBOXTEST01' });
    expect(data?.shipping_policy).toBe('Ships daily.');
  });
});
