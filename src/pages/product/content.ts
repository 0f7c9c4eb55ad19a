/** What the page says of the product, in its own words. */
import type { ProductData } from '../../contract/data/product.ts';
import { Block, parseDocument } from '../../html/index.ts';
import { type FieldGroup, someOf } from '../fields.ts';
import type { Page, PageBlock } from '../page.ts';
import { overviewRows } from './overview.ts';
import { valueLabelled } from './rows.ts';

export const contentFields = {
  feature_bullets: (page) => someOf(bullets(page)),
  description,
  overview: (page) => someOf(page.once(overviewRows).map(({ name, value }) => ({ name, value }))),
  has_aplus: (page) => (page.once(aplus).exists ? page.once(aplus).has(MODULES) : undefined),
  aplus_text: (page) => prose(page.once(aplus)),
  aplus_image_urls: (page) => someOf(imageUrls(page.once(aplus))),
  brand_story: (page) => prose(firstPlace(page, BRAND_STORY_PLACES)),
  important_information: (page) => someOf(importantInformation(page)),
  whats_in_the_box: (page) => someOf(boxContents(page)),
  documents: (page) => someOf(documents(page)),
} satisfies FieldGroup<ProductData>;

/** The first place that has something in it, else the first that is there at all. */
function firstPlace(page: Page, ids: readonly [string, ...string[]], content = '*'): PageBlock {
  const places = ids.flatMap((id) => page.at(id).all());
  return places.find((place) => place.has(content)) ?? places[0] ?? page.at(ids[0]);
}

const BULLETS = 'li:not(.aok-hidden):not(#replacementPartsFitmentBullet)';
const BULLET_PLACES = [
  'feature-bullets',
  'productFactsDesktopExpander',
  'featurebullets_feature_div',
  'productFacts_feature_div',
] as const;

function bullets(page: Page): string[] {
  return firstPlace(page, BULLET_PLACES, BULLETS).texts(BULLETS);
}

const DESCRIPTION_PLACES = [
  'productDescription',
  'bookDescription_feature_div',
  'drengr_desktopTabbedDescriptionOverviewContent_feature_div',
  'drengr_DesktopTabbedDescriptionOverviewContent_feature_div',
  'productDescription_feature_div',
  'mobile_productDescription',
];
/** Above the description: its heading, and the variation that it is written for. */
const ABOVE_DESCRIPTION = ['h2', '.disclaim'];

function description(page: Page): string | undefined {
  for (const id of DESCRIPTION_PLACES) {
    const place = page.at(id).first();
    const inner = place.first('.a-expander-content');
    const text = without(inner.exists ? inner : place, ABOVE_DESCRIPTION);
    if (text !== undefined) return text;
  }
  return hiddenDescription(page);
}

const ENCODED = /bookDescEncodedData\s*=\s*["']([^"']*)["']/;

/** Pages of books up to about 2019 write the description by a script, and a copy for readers without scripts (no page at hand shows it). */
function hiddenDescription(page: Page): string | undefined {
  const plain = page.at('bookDescription_feature_div').fullText('noscript');
  const encoded = page.scriptValue('bookDescEncodedData', ENCODED);
  return textOfMarkup(plain) ?? textOfMarkup(decoded(encoded));
}

function textOfMarkup(markup: string | undefined): string | undefined {
  if (markup === undefined) return undefined;
  const document = parseDocument(markup);
  return new Block({ document }, [document.root], '').text();
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** A block's text without what stands above it. */
function without(block: PageBlock, above: readonly string[]): string | undefined {
  let text = block.text() ?? '';
  for (const selector of above) {
    const heading = block.text(selector);
    if (heading !== undefined && text.startsWith(heading)) text = text.slice(heading.length).trim();
  }
  return text === '' ? undefined : text;
}

const APLUS_PLACES = [
  'aplus_feature_div',
  'dpx-aplus-product-description_feature_div',
  'aplusBatch_feature_div',
  'aplus3p_feature_div',
] as const;
const BRAND_STORY_PLACES = ['aplusBrandStory_feature_div', 'dpx-aplus-brand-story_feature_div'] as const;
const MODULES = '.aplus-module, .aplus-v2, .aplus-3p';
/** Buttons, links to the store, and the titles of video players. */
const CONTROLS = [
  '.a-carousel-left, .a-carousel-right, .a-carousel-header-row, .a-expander-prompt, .a-expander-header',
  'button, .a-button, a[href*="/stores/"], [class*="vse-"]',
].join(', ');

function aplus(page: Page): PageBlock {
  return firstPlace(page, APLUS_PLACES, MODULES);
}

/** The text of the modules, without the buttons in them. */
function prose(place: PageBlock): string | undefined {
  const modules = [place.find('.aplus-module'), place.first('.aplus-v2')].find((block) => block.exists);
  if (modules === undefined) return undefined;
  const controls = new Set(modules.all(CONTROLS).flatMap((control) => control.lines()));
  const text = modules
    .all()
    .flatMap((module) => module.lines())
    .filter((line) => !controls.has(line))
    .join('\n');
  return text === '' ? undefined : text;
}

/** Pictures are loaded late: the address waits beside a grey pixel. */
function imageUrls(place: PageBlock): string[] {
  const urls = place
    .find(MODULES)
    .all('img')
    .map((img) => img.attr('data-src') ?? img.attr('src'));
  return [
    ...new Set(urls.filter((url) => url !== undefined).filter((url) => url.startsWith('http') && !PIXEL.test(url))),
  ];
}

const PIXEL = /(?:grey|transparent)-pixel/;

function importantInformation(page: Page): { title: string; text: string }[] {
  const place = firstPlace(page, ['important-information', 'importantInformation_feature_div'], '.content');
  return place.all('.content').flatMap((part) => {
    const title = part.text('h3', 'h4', 'h5', '.a-text-bold', 'b');
    const text = part.text() ?? '';
    const body = title !== undefined && text.startsWith(title) ? text.slice(title.length).trim() : text;
    return title === undefined || body === '' ? [] : [{ title, text: body }];
  });
}

/** The list, else the row of the details: its parts stand between commas. */
function boxContents(page: Page): string[] {
  const list = firstPlace(page, ['witb-content-list', 'whatsInTheBoxDeck'], 'li').texts('li');
  if (list.length > 0) return list;
  const row = valueLabelled(page, page.locale.words.details.boxContents) ?? '';
  return row.split(BETWEEN_PARTS).filter((part) => part !== '');
}

/** Commas and semicolons that are not inside brackets or numbers. */
const BETWEEN_PARTS = / ?[,;、，；](?!\d)(?![^()]{0,80}\)) ?/;

/** Where manuals and the like are linked; the newest place has their addresses in inputs beside the links. */
const DOCUMENT_LINKS = [
  ['productDocuments_feature_div', 'a[href]'],
  ['product-docs-btf-links', 'a[id^="product-docs-btf-ingress-"]'],
  ['prodDetails', 'a[href$=".pdf"]'],
] as const;

function documents(page: Page): { title: string; url: string }[] {
  const found = DOCUMENT_LINKS.flatMap(([id, selector]) => page.at(id).all(selector)).flatMap((link) => {
    const place = link.attr('id')?.replace('product-docs-btf-ingress-', 'buffet-product-docs-btf-url-');
    const address = place === undefined ? undefined : page.at(place).attr('value');
    const [title, url] = [link.text(), link.absolute(address ?? link.attr('href'))];
    return title === undefined || url === undefined ? [] : [{ title, url }];
  });
  // The site has a file on several hosts.
  const files = found.map(({ url }) => url.slice(url.lastIndexOf('/')));
  return found.filter((_, at) => files.indexOf(files[at] ?? '') === at);
}
