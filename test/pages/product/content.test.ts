import { describe, expect, test } from 'vitest';
import { markup } from '../../markup.ts';
import { read } from './page.ts';

const item = (text: string) => `<li><span class="a-list-item"> ${text} </span></li>`;

describe('feature bullets', () => {
  test('skip the line that asks for a model number', () => {
    const centre = markup`
      <div id="feature-bullets">
        <ul>
          <li id="replacementPartsFitmentBullet" class="aok-hidden">${'Make sure this fits'}</li>${item('Whistles')}${item('Holds 2 litres')}</ul>
      </div>
    `;
    expect(read({ centre }).feature_bullets).toEqual(['Whistles', 'Holds 2 litres']);
  });

  test('have the text of a list inside of them, once', () => {
    const list = '<ul><li>Copper<ul><li>polished</li><li>tinned</li></ul></li><li>Whistles</li></ul>';
    expect(read({ centre: `<div id="feature-bullets">${list}</div>` }).feature_bullets).toEqual([
      'Copper polished tinned',
      'Whistles',
    ]);
  });

  test('include the list under the facts of clothes', () => {
    const centre = `<div id="productFactsDesktopExpander"><h3 class="product-facts-title">Product details</h3>
      <div class="product-facts-detail"><div class="a-col-left"><span>Fabric type</span></div><div class="a-col-right"><span>100% Wool</span></div></div>
      <h3 class="product-facts-title">About this item</h3><ul>${item('Warm')}</ul></div>`;
    expect(read({ centre })).toMatchObject({
      feature_bullets: ['Warm'],
      specifications: [{ name: 'Fabric type', value: '100% Wool', section: 'Product details' }],
      material: '100% Wool',
    });
  });

  test('do not include lists of facts', () => {
    const fact = `<div class="product-facts-detail"><div class="a-col-right"><ul>${item('Wool')}</ul></div></div>`;
    const centre = `<div id="feature-bullets">${fact}<table><tr><td><ul>${item('Red')}</ul></td></tr></table><ul>${item('Warm')}</ul></div>`;
    expect(read({ centre }).feature_bullets).toEqual(['Warm']);
  });
});

describe('the description', () => {
  test('is in the summary of the page if its own block is empty', () => {
    const summary = '<div id="pqv-description"><h2>Product Description</h2><div>A kettle for two.</div></div>';
    const own = (text: string) => `<div id="productDescription_feature_div"><div>${text}</div></div>`;
    expect(read({ elsewhere: own('') + summary }).description).toBe('A kettle for two.');
    expect(read({ elsewhere: own('A kettle.') + summary }).description).toBe('A kettle.');
  });

  test('is that of the book, not the reviews below it', () => {
    const book = '<div id="bookDescription_feature_div"><noscript><p>A novel about tea.</p></noscript></div>';
    const reviews = '<div id="productDescription"><h3>Review</h3><p>The best novel about tea.</p></div>';
    expect(read({ elsewhere: reviews + book }).description).toBe('A novel about tea.');
    expect(read({ elsewhere: reviews }).description).toBe('The best novel about tea.');
  });

  test('has its folded part, and not the control', () => {
    const elsewhere = markup`
      <div id="productDescription">
        <h3>Product Description</h3>
        <p>A fine kettle.</p>
        <div class="a-expander-container">
          <div class="a-expander-content" style="display:none">
            <h3>Address</h3>
            <p>Harbour Lane 4</p>
          </div>
          <a class="a-expander-header">
            <span class="a-expander-prompt">More</span>
          </a>
        </div>
      </div>
    `;
    expect(read({ elsewhere }).description).toBe('A fine kettle. Address Harbour Lane 4');
  });

  test.each([
    [
      'without heading and variation',
      markup`
        <div id="productDescription_feature_div">
          <h2>Product Description</h2>
          <div id="productDescription">
            <div class="disclaim">Color:<strong>Red</strong>
            </div>
            <p>A fine kettle.</p>
          </div>
        </div>
      `,
    ],
    [
      'of a book, without the button',
      markup`
        <div id="bookDescription_feature_div">
          <div class="a-expander-content">
            <span>A fine kettle.</span>
          </div>
          <div class="a-expander-header">
            <a>Read more</a>
          </div>
        </div>
      `,
    ],
    [
      'behind an empty block',
      '<div id="productDescription"></div><div id="bookDescription_feature_div"><p>A fine kettle.</p></div>',
    ],
    [
      'for readers without scripts',
      '<div id="bookDescription_feature_div"><noscript><div><p>A fine kettle.</p></div></noscript></div>',
    ],
    ['written by a script', '<script>bookDescEncodedData = "%3Cp%3EA%20fine%20kettle.%3C%2Fp%3E";</script>'],
  ])('%s', (_, elsewhere) => {
    expect(read({ elsewhere }).description).toBe('A fine kettle.');
  });

  test('is absent if the block is empty', () => {
    expect(read({ elsewhere: '<div id="productDescription"> </div>' })).not.toHaveProperty('description');
  });
});

test('reads the overview table', () => {
  const centre = `<div id="productOverview_feature_div"><table><tr class="a-spacing-small po-brand"><td>Brand</td><td>Tinwork</td></tr>
    <tr class="po-special_feature"><td>Special Feature</td><td><span class="a-truncate"><span class="a-truncate-full a-offscreen">Whistle, Lid lock</span><span class="a-truncate-cut">Whistle…</span></span></td></tr></table></div>`;
  expect(read({ centre }).overview).toEqual([
    { name: 'Brand', value: 'Tinwork' },
    { name: 'Special Feature', value: 'Whistle, Lid lock' },
  ]);
});

test('reads the overview table behind an empty one, and not as details', () => {
  const row = '<tr><td>Material</td><td>Copper</td></tr><tr><td>Color</td><td>Red</td></tr>';
  const centre = `<div id="productOverview_feature_div"></div><div id="productOverview_hoc_view_div"><table>${row}</table></div>`;
  const data = read({ centre });
  expect(data).toMatchObject({ overview: [{ name: 'Material' }, { name: 'Color' }], material: 'Copper' });
  expect(data).not.toHaveProperty('specifications');
});

describe('the manufacturer’s own content', () => {
  const module = (content: string) =>
    `<div class="aplus-v2 desktop"><div class="celwidget aplus-module">${content}</div></div>`;

  test('has text and images, without buttons and tracking pixels', () => {
    const elsewhere = `<div id="aplus_feature_div"><div id="aplus"><h2>From the manufacturer</h2>${module(`<h3>Boils fast</h3><p>In two minutes.</p><div class="a-carousel-left"><a>Previous page</a></div>
      <div><a href="https://m.media-amazon.com/images/G/01/large.jpg">View larger</a></div>
      <img src="https://m.media-amazon.com/images/G/01/grey-pixel.gif" data-src="https://m.media-amazon.com/images/S/aplus/a.jpg"><img src="https://m.media-amazon.com/images/G/01/x/grey-pixel.gif">`)}</div></div>
      <div id="aplusBrandStory_feature_div">${module('<p>Since 1901.</p><a href="/stores/tinwork">Visit the Store</a>')}</div>`;
    expect(read({ elsewhere })).toMatchObject({
      has_aplus: true,
      aplus_text: 'Boils fast\nIn two minutes.',
      aplus_image_urls: ['https://m.media-amazon.com/images/S/aplus/a.jpg'],
      brand_story: 'Since 1901.',
    });
  });

  test('has the text of a module inside of another one once', () => {
    const inner = '<div class="aplus-module"><p>In two minutes.</p></div>';
    const elsewhere = `<div id="aplus_feature_div">${module(`<h3>Boils fast</h3>${inner}`)}${module('<p>Copper.</p>')}</div>`;
    expect(read({ elsewhere }).aplus_text).toBe('Boils fast\nIn two minutes.\nCopper.');
  });

  test('is false if its element is empty, and absent without the element', () => {
    expect(read({ elsewhere: '<div id="aplus_feature_div"></div>' }).has_aplus).toBe(false);
    expect(read({})).not.toHaveProperty('has_aplus');
  });
});

test('reads important information', () => {
  const elsewhere = `<div id="important-information"><h2>Important information</h2>
    <div class="content"><h4>Safety Information</h4><p></p><p>Hot when used.</p></div><div class="content"><p>To report an issue, click here.</p></div></div>`;
  expect(read({ elsewhere }).important_information).toEqual([{ title: 'Safety Information', text: 'Hot when used.' }]);
});

describe('what is in the box', () => {
  test('is read from the list', () => {
    const elsewhere = markup`
      <div id="whatsInTheBoxDeck">
        <h2>What's in the box</h2>
        <dl id="witb-content-list">${item('Kettle')}${item('Manual')}</dl>
      </div>
    `;
    expect(read({ elsewhere }).whats_in_the_box).toEqual(['Kettle', 'Manual']);
  });

  test('is read from the details without a list', () => {
    const elsewhere =
      '<div id="prodDetails"><table><tr><th>Lieferumfang</th><td>Kessel (1,5 l, rot), Anleitung</td></tr></table></div>';
    expect(read({ elsewhere, lang: 'de-de' }, 'de').whats_in_the_box).toEqual(['Kessel (1,5 l, rot)', 'Anleitung']);
  });
});

test('reads documents', () => {
  const elsewhere = markup`
      <div id="productDocuments_feature_div">
        <a href="https://m.media-amazon.com/images/I/x.pdf">User Guide (PDF)</a>
        <a href="javascript:void(0)">More</a>
      </div>
    `;
  expect(read({ elsewhere }).documents).toEqual([
    { title: 'User Guide (PDF)', url: 'https://m.media-amazon.com/images/I/x.pdf' },
  ]);
});

test('reads document URLs next to links and in the details, each once', () => {
  const elsewhere = `<div id="product-docs-btf-links"><a id="product-docs-btf-ingress-0" href="javascript:void(0)">Manual (PDF)</a>
    <input type="hidden" id="buffet-product-docs-btf-url-0" value="https://m.media-amazon.com/images/I/x.pdf"></div>
    <div id="prodDetails"><a href="https://images-na.ssl-images-amazon.com/images/I/w.pdf">Warranty</a> <a href="/gp/help">Help</a>
    Please <a href="https://m.media-amazon.com/images/I/w.pdf">click here</a></div>`;
  expect(read({ elsewhere }).documents).toEqual([
    { title: 'Manual (PDF)', url: 'https://m.media-amazon.com/images/I/x.pdf' },
    { title: 'Warranty', url: 'https://images-na.ssl-images-amazon.com/images/I/w.pdf' },
  ]);
});

test.each(['importantInformation', 'important-information_feature_div'])('reads important information in %s', (id) => {
  const elsewhere = `<div id="${id}"><h2>Important information</h2><div class="content"><h5>Safety</h5> Keep dry.</div></div>`;
  expect(read({ elsewhere }).important_information).toEqual([{ title: 'Safety', text: 'Keep dry.' }]);
});
