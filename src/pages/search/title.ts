/** The title, the brand, the binding and the image of a tile. */
import type { SearchResultEntry } from '../../contract/data/search.ts';
import { isOneOf } from '../../locale/index.ts';
import { type FieldGroup, someOf } from '../engine/fields.ts';
import { asinOf } from './results.ts';
import { formatName, PANEL, part, type Tile } from './tile-parts.ts';

/** Rows for title, brand, binding and image. */
export const titleFields = {
  title: (tile) => tile.once(headings).title?.text() ?? imageText(tile),
  brand: (tile) => tile.once(headings).brand?.text() ?? specifiedBrand(tile),
  url: (tile) => tile.absolute(`/dp/${asinOf(tile)}`),
  format: (tile) => formatName(part(tile, 'price')),
  image_url: imageUrl,
  image_urls: (tile) => someOf(sourceSet(imageOf(tile).attr('srcset'))),
} satisfies FieldGroup<SearchResultEntry, Tile>;

interface Headings {
  title: Tile | undefined;
  /** The line above the title, in departments such as clothing. */
  brand: Tile | undefined;
}

/** Hidden panels have headings too. */
function headings(tile: Tile): Headings {
  const shown = part(tile, 'title')
    .all('h2, h5')
    .filter((heading) => !heading.closest(PANEL).exists && heading.fullText() !== undefined);
  const [first] = shown;
  return { title: shown.at(-1), brand: shown.length > 1 ? first : undefined };
}

function imageOf(tile: Tile): Tile {
  const area = part(tile, 'image');
  const picture = area.first('img.s-image');
  return picture.exists ? picture : area.first('img');
}

const imageText = (tile: Tile): string | undefined => imageOf(tile).attr('alt');

/** Whether a tile shows its picture. */
export const hasImage = (tile: Tile): boolean => imageUrl(tile) !== undefined;

/** The `src` of an image that is loaded later is a placeholder. */
function imageUrl(tile: Tile): string | undefined {
  const image = imageOf(tile);
  const urls = [image.attr('src'), image.attr('data-src'), ...sourceSet(image.attr('srcset'))];
  return urls.find((url) => url?.startsWith('http'));
}

/** A URL and its size. A URL can contain commas, but no blanks. */
const SOURCE = /(?<!\S)(?:[\d.]+[wx],)?(\S+)\s+(?=([\d.]+)[wx])/g;

/** Returns the URLs of a source set, largest first. */
const sourceSet = (sources: string | undefined): string[] =>
  [...(sources ?? '').matchAll(SOURCE)]
    .map(([, url = '', size]) => ({ url: url.replace(/^,/, ''), size: Number(size) }))
    .sort((a, b) => b.size - a.size)
    .map(({ url }) => url);

/** Reads the brand in the specifications of electronics: "Brand: Apple". */
function specifiedBrand(tile: Tile): string | undefined {
  const { words } = tile.locale;
  return part(tile, 'details')
    .find('.s-product-specs-view, .s-product-grid-adjustment')
    .children()
    .all()
    .find((row) => isOneOf(row.text('.a-color-secondary'), words.search.brand))
    ?.text('.a-text-bold');
}
