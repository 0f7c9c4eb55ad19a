/** Pictures and videos of the gallery. */
import type { Image, ProductData, Video } from '../../contract/data/product.ts';
import { parseLoose } from '../../html/index.ts';
import { type FieldGroup, someOf } from '../fields.ts';
import type { Page, PageBlock } from '../page.ts';
import { galleryDetails } from './gallery.ts';
import { items, member, members, number, text } from './json.ts';

export const mediaFields = {
  image_url: (page) => page.once(images)[0]?.url ?? mainImage(page),
  images: (page) => someOf(page.once(images)),
  images_count: imagesCount,
  videos: (page) => someOf(page.once(videos)),
  videos_count: (page) => page.once(videos).length || undefined,
  has_360_view: has360View,
} satisfies FieldGroup<ProductData>;

/** Every picture of the variation that the page shows: from the gallery's data, else from what is drawn of it. */
function images(page: Page): Image[] {
  for (const read of [galleryImages, coverImages, drawnImages]) {
    const found = page.once(read);
    if (found.length > 0) return found;
  }
  const url = mainImage(page);
  return url === undefined ? [] : [{ url }];
}

/** `'colorImages': { 'initial': [{ hiRes, large, thumb, main, variant }] }`: the list alone is JSON, and quick to read. */
function galleryImages(page: Page): Image[] {
  const list =
    page.json("'colorImages': { 'initial'") ??
    member(page.json("'colorImages'"), 'initial') ??
    member(page.json('"colorImages"'), 'initial');
  return items(list).flatMap((entry) => {
    const url = text(member(entry, 'hiRes')) ?? largest(member(entry, 'main')) ?? text(member(entry, 'large'));
    return image(url, text(member(entry, 'thumb')), text(member(entry, 'variant')));
  });
}

/** Older pages of books: `'imageGalleryData': [{ mainUrl, thumbUrl }]`. */
function coverImages(page: Page): Image[] {
  const list = page.json("'imageGalleryData'") ?? page.json('"imageGalleryData"');
  return items(list).flatMap((entry) => image(text(member(entry, 'mainUrl')), text(member(entry, 'thumbUrl'))));
}

/** The thumbnails beside the main picture, of pages whose scripts were stripped; the large picture of the same place where it is drawn. */
function drawnImages(page: Page): Image[] {
  const large = page.at('main-image-container').all('li.image');
  return page
    .at('altImages')
    .all('[data-thumb-action]')
    .filter((thumb) => text(member(thumbAction(thumb), 'type')) === 'image')
    .flatMap((thumb) => {
      const variant = text(member(thumbAction(thumb), 'variant'));
      const thumbnail = thumb.attr('src', 'img');
      const place = large.find((item) => item.attr('class')?.split(' ').includes(`variant-${variant}`));
      const drawn = place === undefined ? undefined : imageOf(place.first('img'));
      return image(drawn ?? unsized(thumbnail), thumbnail, variant);
    });
}

const thumbAction = (thumb: PageBlock) => parseLoose(thumb.attr('data-thumb-action') ?? '');

/** A thumbnail's address names its size between two dots, `I/41x._AC_US40_.jpg`; without it the address is that of the whole picture. */
const unsized = (url: string | undefined) => url?.replace(/(\/I\/[^/.]+)\.[^/]+(\.\w+)$/, '$1$2');

function image(url: string | undefined, thumbnail: string | undefined, variant?: string): Image[] {
  if (url === undefined) return [];
  return [{ url, ...(thumbnail && { thumbnail_url: thumbnail }), ...(variant && { variant }) }];
}

/** The ids of the main picture: of most pages, of books, of e-books, of mobile pages and of old ones. */
const MAIN_IMAGES = [
  'landingImage',
  'imgBlkFront',
  'ebooksImgBlkFront',
  'audibleimageblock_feature_div',
  'main-image',
  'imgTagWrapperId',
  'prodImage',
];

function mainImage(page: Page): string | undefined {
  for (const id of MAIN_IMAGES) {
    const block = page.at(id);
    const url = imageOf(block.filter('img')) ?? imageOf(block.first('img'));
    if (url !== undefined) return url;
  }
  return text(member(page.state('desktop-landing-image-data'), 'landingImageUrl'));
}

/** The largest size that an `img` names. */
function imageOf(img: PageBlock): string | undefined {
  const named = [
    img.attr('data-old-hires'),
    largest(parseLoose(img.attr('data-a-dynamic-image') ?? '')),
    img.attr('src'),
  ];
  return named.find((url) => url?.startsWith('http'));
}

/** Of `{ address: [width, height] }` the address of the largest picture. */
function largest(sizes: unknown): string | undefined {
  const areas = members(sizes).map(([url, size]) => {
    const [width, height] = items(size).map(number);
    return { url, area: (width ?? 0) * (height ?? 0) };
  });
  return areas.sort((a, b) => b.area - a.area)[0]?.url;
}

/** All pictures: the last thumbnail of a long list is covered by how many are not shown, itself counted. */
function imagesCount(page: Page): number | undefined {
  const shown = page.once(images).length;
  if (shown === 0) return undefined;
  if (page.once(galleryImages).length > 0) return shown;
  const more = page.locale.number(page.at('altImages').text('.overlayRestOfImages .textMoreImages'));
  return more === undefined ? shown : shown - 1 + more;
}

function videos(page: Page): Video[] {
  return items(member(page.once(galleryDetails), 'videos')).flatMap((entry) => {
    const url = text(member(entry, 'url'));
    if (url === undefined) return [];
    const title = text(member(entry, 'title'));
    const thumbnail = text(member(entry, 'thumb')) ?? text(member(entry, 'slateUrl'));
    const seconds = number(member(entry, 'durationSeconds'));
    return [
      {
        ...(title && { title }),
        url,
        ...(thumbnail && { thumbnail_url: thumbnail }),
        ...(seconds !== undefined && seconds > 0 && { duration_seconds: seconds }),
      },
    ];
  });
}

/** The gallery says for every colour, or for the only one, whether it can be turned round. */
function has360View(page: Page): boolean | undefined {
  const enabled = members(page.json("'spin360ColorEnabled'") ?? member(page.once(galleryDetails), 'enable360Map'));
  return enabled.length === 0 ? undefined : enabled.some(([, value]) => number(value) === 1 || value === true);
}
