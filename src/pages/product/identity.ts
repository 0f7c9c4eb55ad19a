/** The ASIN, the title, the brand and the contributors of the product. */
import type { Contributor, ProductData } from '../../contract/data/product.ts';
import { ParseError } from '../../contract/errors.ts';
import { type Phrases, readTemplate } from '../../locale/index.ts';
import { type FieldGroup, firstValue, someOf } from '../engine/fields.ts';
import type { Page, PageBlock } from '../engine/page.ts';
import { present } from '../parts/present.ts';
import { detectPageType } from '../urls/detect.ts';
import { isAsin } from '../urls/links.ts';
import { boxOf, productPart } from './buybox.ts';

export const identityFields = {
  asin: asinOf,
  title: (page) => firstValue(TITLES, (id) => page.at(id).text()),
  parent_asin: parentOf,
  url: canonicalUrl,
  brand: brandOf,
  contributors: (page) => someOf(contributorsOf(page)),
  format: formatOf,
} satisfies FieldGroup<ProductData>;

/** Ids of the title: on most pages, on mobile pages, of gift cards, of e-books on mobile pages. */
const TITLES = ['productTitle', 'title', 'gc-asin-title', 'ebooksTitle'];

/** Returns the ASIN that the page sells: its own, else the one in the URL. */
export function asinOf(page: Page): string {
  const asin = ownAsin(page) ?? detectPageType(page.url)?.asin;
  if (asin === undefined) throw new ParseError(`the page ${page.url} has no ASIN.`);
  return asin;
}

/** Returns the ASIN in the page: the one of the cart form, even if the URL or the canonical link has the parent's ASIN. */
export const ownAsin = (page: Page): string | undefined => page.once(readAsin);

function readAsin(page: Page): string | undefined {
  const box = boxOf(page);
  return (
    valid(box.at('ASIN').attr('value') ?? box.attr('value', 'input[name$="[asin]"]', 'input[name="ASIN.0"]')) ??
    valid(page.at('ASIN').attr('value')) ??
    page.scriptValue('landingAsin', LANDING_ASIN) ??
    valid(page.at('averageCustomerReviews').attr('data-asin')) ??
    valid(page.at('title_feature_div').attr('data-csa-c-asin'))
  );
}

const valid = (asin: string | undefined): string | undefined => (isAsin(asin) ? asin : undefined);

const LANDING_ASIN = /["']?landingAsin["']?\s*[:=]\s*["']([A-Z0-9]{10})["']/;
const PARENT_ASIN = /["']?parentAsin["']?\s*[:=]\s*["']([A-Z0-9]{10})["']/;

/** The parent of a product without variations is the product itself. */
function parentOf(page: Page): string | undefined {
  const parent = page.scriptValue('parentAsin', PARENT_ASIN);
  if (parent === undefined || parent !== asinOf(page)) return parent;
  return page.scriptValue('landingAsin', LANDING_ASIN) === undefined ? undefined : parent;
}

/** Returns the canonical link if it is that of a product, else the canonical form of the page's URL. */
export function canonicalUrl(page: Page): string | undefined {
  const url = page.absolute(page.canonicalLink);
  return url !== undefined && detectPageType(url)?.page_type === 'product'
    ? url
    : detectPageType(page.url)?.canonical_url;
}

/** The last: Seen 2017. */
const LINKS = ['bylineInfo', 'amznStoresBylineLogoTextContainer', 'brand'];

/** Returns the line under the title. The shorter id, for music and films: Seen 2017. */
function bylineOf(page: Page): PageBlock {
  const [byline] = [...page.at('bylineInfo').all(), ...page.at('byline').all()];
  return byline ?? page.at('bylineInfo');
}

/** Links to people: an author's page, a search for an author or an artist. */
const PEOPLE = 'a[href*="/author/"], a[href*="/e/B0"], a[href*="field-author="], a[href*="field-artist="]';
/** A logo, and a link to the store, outside of the line. Their references say that they are in the place of the line. */
const STORE_LINKS = 'a[href*="ref_=ast_bln"], a[href*="ref=ast_bln"]';

/** Returns the brand. Books, music and films have contributors instead. */
function brandOf(page: Page): ProductData['brand'] | undefined {
  const linked = firstValue(brandLinks(page), (link) => {
    const name = brandName(page, link);
    const url = page.relative(link.attr('href'));
    return name === undefined ? undefined : present({ name, url });
  });
  if (linked !== undefined) return linked;
  const byline = bylineOf(page);
  const name = isAboutMedia(byline) ? undefined : brandName(page, byline);
  return name === undefined ? undefined : { name: withoutBy(name, page.locale.words.product.brandBy) };
}

function* brandLinks(page: Page): Generator<PageBlock> {
  for (const id of LINKS) {
    const byline = page.at(id).first();
    yield byline.tag === 'a' ? byline : byline.has('.author') ? byline.at('') : byline.first('a');
  }
  yield* productPart(page).all(STORE_LINKS);
}

const isFormat = (page: PageBlock, text: string | undefined): boolean =>
  page.locale.saysInAnyLanguage(text, ({ product }) => product.format);

/** Removes the small word of "by Acme". With a capital letter ("De Longhi") it is part of the name. */
function withoutBy(name: string, words: Phrases): string {
  const by = words.find((word) => name.startsWith(`${word} `));
  return by === undefined ? name : name.slice(by.length).trim();
}

/** Whether a byline is that of a book, a film or an album: it names people and the format, also without links. */
function isAboutMedia(byline: PageBlock): boolean {
  const isNamed = byline.filter('.bylineHidden').exists || byline.has(`.author, .contribution, ${PEOPLE}`);
  return isNamed || isFormat(byline, byline.text());
}

/**
 * Returns the name in the text of the link ("Visit the X Store"), else the name in the overview or in the URL of the link, else the whole text. A link
 * can be a picture, whose title has the text.
 */
function brandName(page: Page, link: PageBlock): string | undefined {
  const text = link.text() ?? link.attr('title', 'img');
  const href = link.attr('href') ?? '';
  if (text === undefined) return link.has('img') ? (brandOfHref(href) ?? link.attr('alt', 'img')) : undefined;
  const inTemplate = firstValue(page.locale.allWords, ({ product }) => readTemplate(text, product.brandByline).brand);
  if (inTemplate !== undefined) return inTemplate;
  const named = page.at('productOverview_feature_div').text('.po-brand .po-break-word') ?? brandOfHref(href);
  return named ?? (/\/stores?\//.test(href) ? undefined : text);
}

/** A brand without a store has a link to a search for its products. */
function brandOfHref(href: string): string | undefined {
  const query = new URLSearchParams(href.split('?')[1] ?? '');
  const names = ['field-brandtextbin', 'field-lbr_brands_browse-bin', 'field-keywords'];
  return firstValue(names, (name) => query.get(name)?.trim() || undefined);
}

/** Returns all contributors, with those that are hidden until "more" is clicked. Mobile pages have links without roles: Seen 2018. */
function contributorsOf(page: Page): Contributor[] {
  const people = bylineOf(page).all('.author').flatMap(readContributor);
  if (people.length > 0) return people;
  const links = bylineOf(page).all(PEOPLE);
  return links.flatMap((link) => contributor(link.text(), undefined, link.attr('href')));
}

const contributor = (name: string | undefined, role: string | undefined, url: string | undefined): Contributor[] =>
  name === undefined ? [] : [present({ name, role, url })];

/** Before the link there can be a card that is shown on hover. */
function readContributor(author: PageBlock): Contributor[] {
  const links = ['.contributorNameID', 'a.a-link-normal'] as const;
  const role = /[(（]([^()（）]+)[)）]/.exec(author.text('.contribution') ?? '')?.[1];
  return contributor(author.text(...links) ?? author.ownText(), role, author.attr('href', ...links));
}

/** The language in front of a binding: "(Français) Relié". Seen 2020. */
const LANGUAGE_NOTE = /^[(（][^()（）]*[)）]\s*/;

/** "Hardcover – Illustrated, 7 April 2016": the binding, then the edition and the date. */
function subtitleOf(page: Page): string[] {
  const parts = page.at('productSubtitle').text()?.replace(LANGUAGE_NOTE, '');
  return parts?.split(/\s[–—-]\s/) ?? [];
}

/** Returns the binding: from the subtitle, the byline, or the selected format. */
function formatOf(page: Page): string | undefined {
  return (
    subtitleOf(page)[0] ??
    bylineFormat(page) ??
    page.at('tmmSwatches').text('.selected .slot-title', '.selected .a-button-text > span') ??
    page.at('mediaMatrixButton').text('.dimension-label')
  );
}

/** `Format:` and the format after it. Films have their age rating before it. */
function bylineFormat(page: Page): string | undefined {
  const labels = bylineOf(page).children().filter('.a-color-secondary').all();
  const label = labels.find((one) => isFormat(page, one.text()));
  return label?.next().text();
}

/** Returns the edition: the subtitle's text before the date. */
export function namedEdition(page: Page): string | undefined {
  const parts = subtitleOf(page)[1]?.split(/,\s+/) ?? [];
  const dated = parts.findIndex((part) => /\d/.test(part));
  return parts.slice(0, dated).join(', ') || undefined;
}
