import { describe, expect, test } from 'vitest';
import { ParseError } from '../../../src/contract/errors.ts';
import { parseProduct } from '../../../src/entries/parse.ts';
import { markup } from '../../markup.ts';

const row = (name: string, value: string) =>
  `<dl data-testid="metadata-row"><dt><h3>${name}</h3></dt><dd>${value}</dd></dl>`;
const person = (name: string) => `<a href="/gp/video/search/ref=atv_x?phrase=${name}&amp;ie=UTF8">${name}</a>`;
const share = (stars: number, percent: number) =>
  `<li><a data-automation-id="histogram-row-${5 - stars}"><span>${stars} star</span><span>${percent}%</span></a></li>`;
const state = JSON.stringify({
  props: {
    headerDetail: {
      B0LANTERN1: {
        title: 'The Lantern',
        audioTracks: ['English', 'Deutsch'],
        images: {
          covershot: 'https://m.media-amazon.com/images/S/b.jpg',
          packshot: 'https://m.media-amazon.com/images/S/a.jpg',
        },
        releaseDate: '5 March 2021',
      },
    },
  },
});

const page = ({ title = 'The Lantern', embedded = state, lang = 'en-gb' }) => markup`
  <html lang="${lang}">
    <body>
      <main id="main" data-testid="detailpage-main">
        <h1 data-automation-id="title">${title}</h1>
        <div class="dv-node-dp-synopsis dv-dp-node-synopsis">A light goes out.</div>
        <span data-automation-id="release-year-badge">2021</span>
        <form data-automation-id="ab-movie-hd-tvod_rental"><button>Rent HD €3.99</button></form>
        <form data-automation-id="ab-movie-hd-tvod_purchase"><button>Buy HD €9.99</button></form>
        <div id="btf-product-details">
          ${row('Directors', person('Anna'))}
          ${row('Cast', `${person('Bert')}<span aria-hidden="true"><span>, </span></span>${person('Cleo')}`)}
          ${row('Studio', 'Inkwell')}
        </div>
        <div data-automation-id="other-formats"><a href="/dp/B0LANTERN2"><strong>DVD</strong> from €7.99</a></div>
        <div data-automation-id="reviews-histogram-container">
          <strong>4.2 out of 5 stars</strong>
          <p>1,160 global ratings</p>
          <ol>${share(5, 55)}${share(4, 14)}${share(3, 16)}${share(2, 6)}${share(1, 9)}</ol>
        </div>
      </main>
      <script type="text/template">${embedded}</script>
    </body>
  </html>
`;

const url = 'https://www.amazon.de/-/en/dp/B0LANTERN1';
const read = (html: string) => {
  const result = parseProduct(html, { url, requestedAt: new Date('2026-03-02T18:00:00Z') });
  if (!result.found) throw new Error('not found');
  return result;
};

describe('the page of a film', () => {
  test('has the fields of a product that it shows, and no price, seller or brand', () => {
    const { data, gaps } = read(page({}));
    expect(data).toEqual({
      asin: 'B0LANTERN1',
      title: 'The Lantern',
      url: 'https://www.amazon.de/dp/B0LANTERN1',
      contributors: [
        { name: 'Anna', role: 'Directors', url: '/gp/video/search/ref=atv_x?phrase=Anna&ie=UTF8' },
        { name: 'Bert', role: 'Cast', url: '/gp/video/search/ref=atv_x?phrase=Bert&ie=UTF8' },
        { name: 'Cleo', role: 'Cast', url: '/gp/video/search/ref=atv_x?phrase=Cleo&ie=UTF8' },
      ],
      description: 'A light goes out.',
      image_url: 'https://m.media-amazon.com/images/S/a.jpg',
      language: 'English, Deutsch',
      rating: 4.2,
      rating_histogram: { '5': 55, '4': 14, '3': 16, '2': 6, '1': 9 },
      release_date: '2021-03-05',
      reviews: 1160,
      specifications: [
        { name: 'Directors', value: 'Anna' },
        { name: 'Cast', value: 'Bert, Cleo' },
        { name: 'Studio', value: 'Inkwell' },
      ],
    });
    expect(gaps).toEqual([]);
  });

  test('has its title in the embedded state if it is an image', () => {
    expect(read(page({ title: '<img src="logo.png">' })).data.title).toBe('The Lantern');
  });

  test('has no fact of another title in the embedded state', () => {
    const embedded = state.replace('"B0LANTERN1"', '"B0LANTERN3":{"title":"Another"},"B0LANTERN1"');
    const { data } = read(page({ embedded }));
    expect(data.title).toBe('The Lantern');
    expect(data).not.toHaveProperty('release_date');
  });

  test('has a title with another id on old pages', () => {
    const html =
      '<html lang="en-us"><h1 id="aiv-content-title">The Lantern <span class="release-year">2021</span></h1></html>';
    expect(read(html).data.title).toBe('The Lantern');
  });

  test('is a ParseError without a title', () => {
    expect(() => read(page({ title: '', embedded: '{}' }))).toThrow(ParseError);
  });
});
