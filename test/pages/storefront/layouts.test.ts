import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseStorefront } from '../../../src/entries/parse.ts';

const ID = '0A1B2C3D-1111-2222-3333-444455556666';
const URL = `https://www.amazon.com/stores/Bolltek/page/${ID}`;
const KETTLES = ['B0AAAAAAA1', 'B0AAAAAAA2', 'B0AAAAAAA3'];
const TEAPOTS = ['B0AAAAAAA4', 'B0AAAAAAA5'];
const NAVIGATION = [
  { name: 'Home', url: `/stores/Bolltek/page/${ID}` },
  { name: 'Kettles', url: '/stores/page/99999999-1111-2222-3333-444455556666' },
];

const links = NAVIGATION.map(({ name, url }) => `<li><a href="${url}">${name}</a></li>`).join('');
const frame = (
  body: string,
  title = 'Amazon.com: Bolltek',
) => `<html lang="en-us"><head><title>${title}</title></head><body>
  <div id="navbar"><a href="/Card/dp/B0CARD0001">A card</a></div>${body}
  <div id="rhf"><a href="/Other/dp/B0OTHER001">Seen before</a></div></body></html>`;

/** Three ways in which a store is on its page. */
const LAYOUTS: Readonly<Record<string, string>> = {
  // Marked items in the markup.
  markup: frame(
    `<nav><ul>${links}</ul></nav><div id="ad-landing-page-wrap">${[KETTLES, TEAPOTS]
      .map(
        (asins, at) =>
          `<div class="row"><h2 class="heading">${['Kettles', 'Teapots'][at]}</h2><ul class="grid">${asins
            .map((asin) => `<li class="item" data-asin="${asin}"><a href="/x/dp/${asin}?ref=x"><h3>Item</h3></a></li>`)
            .join('')}</ul></div>`,
      )
      .join('')}</div>`,
  ),
  // Links only. Seen 2016 to 2018.
  links: frame(
    `<div role="navigation"><ul>${links}</ul></div><div class="content">${[KETTLES, TEAPOTS]
      .map(
        (asins, at) =>
          `<h3 class="heading">${['Kettles', 'Teapots'][at]}</h3>${asins
            .map((asin) => `<div class="item"><a href="/gp/product/${asin}/ref=x"><img alt="Item"></a></div>`)
            .join('')}`,
      )
      .join('')}</div>`,
  ),
  // The state of a script, which draws the page.
  state: frame(
    `<div id="app" class="app"></div><script>var config = ${JSON.stringify({
      brandName: 'Bolltek',
      content: {
        nav: Object.fromEntries(NAVIGATION.map(({ name, url }, at) => [at, { title: name, href: url }])),
        widgets: [{ content: { ASINList: KETTLES } }, { content: { ASINList: TEAPOTS } }],
      },
    })};</script>`,
  ),
};

function read(html: string) {
  const { data } = parseStorefront(html, { url: URL });
  if (data?.kind !== 'brand') throw new Error('not the store of a brand');
  return data;
}

const listsOf = (html: string) => read(html).sections.map(({ asins }) => asins);

describe.each(Object.entries(LAYOUTS))('a store of the layout "%s"', (_, html) => {
  it('has its name, its products by section and its pages', () => {
    expect(read(html)).toMatchObject({ kind: 'brand', store_id: ID, name: 'Bolltek', navigation: NAVIGATION });
    expect(listsOf(html)).toEqual([KETTLES, TEAPOTS]);
  });

  it('is right or absent, never wrong, when the page is changed', () => {
    const known = [KETTLES, TEAPOTS];
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40 }), fc.constantFrom(...CHANGES), (at, change) => {
        let data: ReturnType<typeof read>;
        try {
          data = read(change(html, at));
        } catch {
          return;
        }
        expect(['Bolltek', undefined]).toContain(data.name);
        for (const link of data.navigation) expect(NAVIGATION).toContainEqual(link);
        for (const { asins, title } of data.sections) {
          const list = known.find((one) => one.includes(asins[0] ?? ''));
          expect(list).toEqual(expect.arrayContaining(asins));
          if (title !== undefined) expect(title).toBe(list === KETTLES ? 'Kettles' : 'Teapots');
        }
      }),
    );
  });
});

/** Replaces one match of a pattern. */
function replaceOne(html: string, pattern: RegExp, at: number, change: (text: string) => string): string {
  const found = [...html.matchAll(pattern)];
  const match = found[at % Math.max(found.length, 1)];
  if (match === undefined) return html;
  return html.slice(0, match.index) + change(match[0]) + html.slice(match.index + match[0].length);
}

const CHANGES: readonly ((html: string, at: number) => string)[] = [
  (html, at) => replaceOne(html, / class="[^"]+"/g, at, () => ' class="renamed"'),
  (html) => html.replace(/ id="(?:app|ad-landing-page-wrap)"/g, ' id="renamed"'),
  (html) => html.replace(/<(\/?)h[23]/g, '<$1h4'),
  (html) => html.replace(/<(\/?)li/g, '<$1div').replace(/<(\/?)ul/g, '<$1section'),
  (html, at) => replaceOne(html, /<(?:li|div) class="item"/g, at, (tag) => `<div>${tag}`),
  (html, at) => replaceOne(html, / data-asin="[^"]+"/g, at, () => ''),
  (html, at) => replaceOne(html, /<(?:li|div) class="item".*?<\/(?:li|div)>/g, at, () => ''),
  (html, at) => replaceOne(html, /<(?:li|div) class="item".*?<\/(?:li|div)>/g, at, (item) => item + item),
  (html) => html.replace(/<nav>|<\/nav>| role="navigation"/g, ''),
  (html) =>
    html.replace(/var config = (.*?);<\/script>/, (_, json: string) => `var state = ${JSON.stringify(json)};</script>`),
];

it('takes the name from the page if the title has none', () => {
  const html = LAYOUTS.markup
    ?.replace('Amazon.com: Bolltek', '')
    .replace('</head>', '<meta property="og:title" content="Bolltek"></head>');
  expect(read(html ?? '').name).toBe('Bolltek');
});
