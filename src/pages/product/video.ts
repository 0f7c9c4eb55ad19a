/** The page of a film or a series to stream. It has the URL of a product and none of its parts. */
import type { Contributor, ProductData, Specification } from '../../contract/data/product.ts';
import { type FieldTable, someOf } from '../engine/fields.ts';
import type { Page, PageBlock } from '../engine/page.ts';
import { histogramIn } from '../reviews/histogram.ts';
import { asinOf, canonicalUrl } from './identity.ts';
import { items, member, members, text } from './json.ts';

/** The fields of such a page. Its prices are those of several licences: none of them is the price of an offer. */
type VideoData = Pick<
  ProductData,
  | 'asin'
  | 'title'
  | 'url'
  | 'contributors'
  | 'description'
  | 'image_url'
  | 'language'
  | 'rating'
  | 'rating_histogram'
  | 'release_date'
  | 'reviews'
  | 'specifications'
>;

export const videoFields: FieldTable<VideoData> = {
  asin: asinOf,
  title: (page) => marked(page, 'title').text() ?? stated(page, 'title') ?? page.at('aiv-content-title').ownText(),
  url: canonicalUrl,
  contributors: (page) => someOf(contributors(page)),
  description: (page) => page.at('main').text('.dv-dp-node-synopsis') ?? stated(page, 'synopsis'),
  image_url: (page) => stated(page, 'images', 'packshot') ?? stated(page, 'images', 'covershot'),
  language: (page) =>
    someOf(items(member(page.once(statedTitle), 'audioTracks')).flatMap((one) => text(one) ?? []))?.join(', '),
  rating: (page) => page.locale.rating(histogram(page).text('strong')),
  rating_histogram: (page) => histogramIn([histogram(page)]),
  release_date: (page) => page.locale.dateInAnyLanguage(stated(page, 'releaseDate')),
  reviews: (page) => page.locale.count(histogram(page).text('p')),
  specifications: (page) =>
    someOf(page.once(rows).flatMap(({ name, value }) => (value === undefined ? [] : [{ name, value }]))),
};

/** Whether a page is that of a film or a series. The id of the title: Seen 2017. */
export const isVideoTitle = (page: Page): boolean => page.once(hasVideoTitle);

const hasVideoTitle = (page: Page): boolean =>
  page.marked('data-testid', 'detailpage-main').exists ||
  page.at('dv-action-box').exists ||
  page.at('aiv-content-title').exists;

const marked = (page: Page, name: 'title' | 'reviews-histogram-container'): PageBlock =>
  page.first(`[data-automation-id="${name}"]`);

const histogram = (page: Page) => page.once(readHistogram);
const readHistogram = (page: Page) => marked(page, 'reviews-histogram-container');

/** Returns a text of the page's own title: the embedded state is a list of titles by ASIN, with a single one. */
const stated = (page: Page, ...keys: [string, ...string[]]): string | undefined =>
  text(member(page.once(statedTitle), ...keys));

function statedTitle(page: Page): unknown {
  const titles = members(page.json('"headerDetail"'));
  return titles.length === 1 ? titles[0]?.[1] : undefined;
}

type Row = Omit<Specification, 'value'> & { value: string | undefined; block: PageBlock };

const rows = (page: Page): Row[] =>
  page
    .marked('data-testid', 'metadata-row')
    .all()
    .flatMap((row): Row[] => {
      const name = row.text('dt');
      return name === undefined ? [] : [{ name, value: row.text('dd'), block: row }];
    });

/** People are links to a search for their name. */
const PEOPLE = 'dd a[href*="phrase="]';

const contributors = (page: Page): Contributor[] =>
  page.once(rows).flatMap(({ name: role, block }) =>
    block.all(PEOPLE).flatMap((link): Contributor[] => {
      const [name, url] = [link.text(), link.relative(link.attr('href'))];
      return name === undefined ? [] : [{ name, role, ...(url !== undefined && { url }) }];
    }),
  );
