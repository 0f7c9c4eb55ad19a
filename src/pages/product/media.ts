/** Images and videos of the gallery. */
import type { Image, ProductData, Video } from '../../contract/data/product.ts';
import { parseLoose } from '../../html/index.ts';
import { type FieldGroup, firstValue, onceEach, someOf } from '../engine/fields.ts';
import type { Page, PageBlock } from '../engine/page.ts';
import { present } from '../parts/present.ts';
import { originalImageUrl } from '../urls/links.ts';
import { items, member, members, number, text } from './json.ts';

export const mediaFields = {
  image_url: (page) => page.once(images)[0]?.url,
  images: (page) => someOf(page.once(images)),
  images_count: imagesCount,
  videos: (page) => someOf(page.once(videos)),
  // Pages without the JSON show the number in the gallery: "6 VIDEOS". The label of a single video has no number.
  videos_count: (page) => page.once(videos).length || page.locale.count(page.at('videoCount').text()) || undefined,
  has_360_view: has360View,
} satisfies FieldGroup<ProductData>;

/** Returns all images of the selected variation: from the gallery's JSON, else from the rendered elements. */
function images(page: Page): Image[] {
  const listed = page.once(listedImages);
  return listed.length > 0 ? listed : renderedImages(page);
}

/**
 * `'colorImages': { 'initial': [{ hiRes, large, thumb, main, variant }] }`, where only the list is JSON. Books: `'imageGalleryData': [{ mainUrl, thumbUrl }]`.
 * Seen 2019 to 2022.
 */
function listedImages(page: Page): Image[] {
  const list =
    page.json("'colorImages': { 'initial'") ??
    member(page.json("'colorImages'"), 'initial') ??
    member(page.json('"colorImages"'), 'initial');
  const gallery = items(list).flatMap((entry) => {
    const url = text(member(entry, 'hiRes')) ?? largest(member(entry, 'main')) ?? text(member(entry, 'large'));
    return image(url, text(member(entry, 'thumb')), text(member(entry, 'variant')));
  });
  if (gallery.length > 0) return gallery;
  const covers = items(page.json("'imageGalleryData'") ?? page.json('"imageGalleryData"'));
  return covers.flatMap((entry) => image(text(member(entry, 'mainUrl')), text(member(entry, 'thumbUrl'))));
}

/** For pages without scripts: returns the thumbnails, each with the large image if it is rendered. The first one is the main image. */
function renderedImages(page: Page): Image[] {
  const main = mainImage(page);
  const large = largeImages(page);
  const found = page.once(thumbnails).flatMap(({ url, variant }, index) => {
    const item = large.get(`variant-${variant}`);
    const rendered = (index === 0 ? main : undefined) ?? (item && imageOf(item.first('img')));
    return image(rendered ?? originalImageUrl(url), url, variant);
  });
  if (found.length > 0) return found;
  const cards = page.once(carouselImages);
  return cards.length > 0 ? cards.flatMap((url) => image(url)) : image(main);
}

/** Returns the first large image of each class. */
function largeImages(page: Page): ReadonlyMap<string, PageBlock> {
  const images = page.at('main-image-container').all('li.image').toReversed();
  return new Map(images.flatMap((one) => (one.attr('class') ?? '').split(' ').map((name) => [name, one] as const)));
}

/** Blocks of the gallery on mobile pages, a carousel: the newest layout first. */
export const MOBILE_GALLERIES = ['imageBlock_feature_div', 'imageGallery_feature_div', 'image-block', 'immersive-main'];
/** A script replaces an element with the URL of an image (`data-a-hires`) by the image. */
const CAROUSEL_IMAGES = `[id^="image-block-product-image-"] :is(img, [data-a-hires]), li.a-carousel-card :is(img, [data-a-hires]),
  img.product-image, li.image img`;
const VIDEO_CARD = '[class*="video" i]';

/** Returns each image of a mobile page's gallery once. Those that are not shown yet have their URL in `data-src`. */
function carouselImages(page: Page): string[] {
  for (const id of MOBILE_GALLERIES) {
    const gallery = page.at(id);
    // Scripts put words such as "a-video" on the root of the page: only cards inside the gallery count.
    const cards = gallery.without(gallery.find(VIDEO_CARD)).all(CAROUSEL_IMAGES);
    const urls = cards.flatMap((img) => imageOf(img) ?? []);
    if (urls.length > 0) return onceEach(urls, originalImageUrl);
  }
  return [];
}

const thumbnails = (page: Page): { url: string; variant: string | undefined }[] => {
  const cards = page.at('altImages').all('li.item:not(.videoThumbnail)');
  return cards.flatMap((card) => {
    const action = parseLoose(card.attr('data-thumb-action', '[data-thumb-action]') ?? '');
    const url = card.attr('src', 'img');
    const isImage = (text(member(action, 'type')) ?? 'image') === 'image';
    return url?.startsWith('http') && isImage ? [{ url, variant: text(member(action, 'variant')) }] : [];
  });
};

const image = (url: string | undefined, thumbnail_url?: string, variant?: string): Image[] =>
  url === undefined ? [] : [present({ url, thumbnail_url, variant })];

/** Ids of the main image: on most pages, of books, of e-books, on mobile pages. The last: Seen 2015 to 2017. */
const MAIN_IMAGES = [
  'landingImage',
  'imgBlkFront',
  'ebooksImgBlkFront',
  'audibleimageblock_feature_div',
  'main-image',
  'image-block-product-image-0',
  'image-block-iv-product-image-0',
  'imgTagWrapperId',
  'prodImage',
];

function mainImage(page: Page): string | undefined {
  const inBlock = (block: PageBlock) => imageOf(block.filter('img')) ?? imageOf(block.first('img'));
  const shown = firstValue(MAIN_IMAGES, (id) => inBlock(page.at(id)));
  return shown ?? text(member(page.state('desktop-landing-image-data'), 'landingImageUrl'));
}

/** Returns the URL of the largest size of an `img`. */
function imageOf(img: PageBlock): string | undefined {
  const named = [
    img.attr('data-old-hires'),
    img.attr('data-a-hires'),
    largest(parseLoose(img.attr('data-a-dynamic-image') ?? '')),
    img.attr('src'),
    img.attr('data-src'),
  ];
  return named.find((url) => url !== undefined && isPicture(url));
}

/** Whether a URL is not that of a pixel in the place of a picture that is loaded later. */
export const isPicture = (url: string): boolean => url.startsWith('http') && !/(?:grey|transparent)-pixel/.test(url);

/** Returns the URL with the largest size in `{ url: [width, height] }`. */
function largest(sizes: unknown): string | undefined {
  const areas = members(sizes).map(([url, size]) => {
    const [width, height] = items(size).map(number);
    return { url, area: (width ?? 0) * (height ?? 0) };
  });
  return areas.sort((a, b) => b.area - a.area)[0]?.url;
}

/** E-books and audiobooks without a gallery have only a cover. */
const ONLY_COVERS = ['ebooksImgBlkFront', 'audibleimageblock_feature_div'];

/** Rows that scripts fill are cut after this number of images. Rows from the server (`itemNo0`) show that they are cut. */
const LONGEST_ROW = 6;

/** For rendered images: the last thumbnail of a cut row shows the number of further images, itself included. `undefined` if the row can be cut. */
function imagesCount(page: Page): number | undefined {
  const listed = page.once(listedImages).length;
  if (listed > 0) return listed;
  if (ONLY_COVERS.some((id) => page.at(id).exists)) return 1;
  const shown = page.once(thumbnails).length;
  if (shown === 0) return page.once(carouselImages).length || undefined;
  const more = page.locale.number(page.at('altImages').text('.overlayRestOfImages .textMoreImages'));
  if (more !== undefined) return shown - 1 + more;
  const row = page.at('altImages').all('li.item');
  const isWhole = row.length < LONGEST_ROW || row.some((item) => item.attr('class')?.includes('itemNo'));
  return shown > 0 && isWhole ? shown : undefined;
}

const videos = (page: Page): Video[] =>
  items(member(page.once(galleryDetails), 'videos')).flatMap((entry) => {
    const url = text(member(entry, 'url'));
    if (url === undefined) return [];
    const title = text(member(entry, 'title'));
    const thumbnail_url = text(member(entry, 'thumb')) ?? text(member(entry, 'slateUrl'));
    const seconds = number(member(entry, 'durationSeconds')) ?? 0;
    return [present({ title, url, thumbnail_url, duration_seconds: seconds > 0 ? seconds : undefined })];
  });

/** The gallery's JSON has a flag for each colour, or for the only one. */
function has360View(page: Page): boolean | undefined {
  const enabled = members(page.json("'spin360ColorEnabled'") ?? member(page.once(galleryDetails), 'enable360Map'));
  return enabled.length === 0 ? undefined : enabled.some(([, value]) => number(value) === 1 || value === true);
}

/** The JSON is a string literal in a script: `parseJSON('{...}')`. */
const LITERAL = /parseJSON\('([^'\\]*(?:\\.[^'\\]*)*)'\)/;

/** Returns the part of the JSON with the videos and with the images of the other variations. */
export function galleryDetails(page: Page): unknown {
  const literal = page.scriptValue('ImageBlockBTF', LITERAL);
  if (literal === undefined) return undefined;
  try {
    return JSON.parse(literal.replace(/\\(.)/g, '$1'));
  } catch {
    return undefined;
  }
}
