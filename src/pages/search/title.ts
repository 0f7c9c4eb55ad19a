/** What an item is: its name, brand, binding and picture. */
import type { SearchResultEntry } from '../../contract/data/search.ts';
import { isOneOf } from '../../locale/index.ts';
import type { FieldGroup } from '../fields.ts';
import { someOf } from '../fields.ts';
import { part } from './parts.ts';
import { asinOf, type Tile } from './results.ts';

/** Rows for title, brand, binding and picture. */
export const titleFields = {
  title: (tile) => tile.once(headings).title?.text() ?? pictureText(tile),
  brand: (tile) => tile.once(headings).brand?.text() ?? specifiedBrand(tile),
  url: (tile) => tile.absolute(`/dp/${asinOf(tile)}`),
  format: (tile) => part(tile, 'price').text('a.a-text-bold'),
  image_url: (tile) => imageUrl(tile),
  image_urls: (tile) => someOf(sourceSet(picture(tile).attr('srcset'))),
} satisfies FieldGroup<SearchResultEntry, Tile>;

interface Headings {
  title: Tile | undefined;
  /** The line above the title in departments where the brand counts most. */
  brand: Tile | undefined;
}

/** Further headings stand in hidden panels about certificates. */
const PANEL = '.a-popover-preload, [id^="pc-side-sheet"]';

function headings(tile: Tile): Headings {
  const shown = part(tile, 'title')
    .all('h2, h5')
    .filter((heading) => !heading.closest(PANEL).exists && heading.fullText() !== undefined);
  const [first] = shown;
  return { title: shown.at(-1), brand: shown.length > 1 ? first : undefined };
}

function picture(tile: Tile): Tile {
  return part(tile, 'image').first('img.s-image, img');
}

function pictureText(tile: Tile): string | undefined {
  return picture(tile).attr('alt');
}

/** A picture that is loaded late has a placeholder for its source. */
function imageUrl(tile: Tile): string | undefined {
  const image = picture(tile);
  const addresses = [image.attr('src'), image.attr('data-src'), ...sourceSet(image.attr('srcset'))];
  return addresses.find((address) => address?.startsWith('http'));
}

/** An address and its size. An address can hold commas, but no blanks. */
const SOURCE = /(\S+)\s+([\d.]+)[wx]/g;

/** The addresses of a source set, largest first. */
function sourceSet(sources: string | undefined): string[] {
  return [...(sources ?? '').matchAll(SOURCE)]
    .map(([, address = '', size]) => ({ address: address.replace(/^,/, ''), size: Number(size) }))
    .sort((a, b) => b.size - a.size)
    .map(({ address }) => address);
}

/** "Brand: Apple", among the specifications that lists of electronics show. */
function specifiedBrand(tile: Tile): string | undefined {
  const { words } = tile.locale;
  const specifications = part(tile, 'details').all('.s-product-specs-view > *, .s-product-grid-adjustment > *');
  return specifications
    .find((row) => isOneOf(row.text('.a-color-secondary'), words.search.brand))
    ?.text('.a-text-bold');
}
