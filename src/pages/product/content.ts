/** Texts about the product: bullets, description, overview, documents. */
import type { ProductData } from '../../contract/data/product.ts';
import { Block, type Element, parseDocument } from '../../html/index.ts';
import { type FieldGroup, firstValue, onceEach, someOf } from '../engine/fields.ts';
import type { Page, PageBlock } from '../engine/page.ts';
import { isPicture } from './media.ts';
import { overviewRows, valueLabelled } from './rows.ts';

export const contentFields = {
  feature_bullets: (page) => someOf(bullets(page)),
  description,
  overview: (page) => someOf(page.once(overviewRows).map(({ name, value }) => ({ name, value }))),
  has_aplus: (page) => (page.once(aplus).exists ? page.once(aplus).has(MODULES) : undefined),
  aplus_text: (page) => prose(page.once(aplus)),
  aplus_image_urls: (page) => someOf(imageUrls(page.once(aplus))),
  brand_story: (page) => prose(firstBlock(page, BRAND_STORY_IDS)),
  important_information: (page) => someOf(importantInformation(page)),
  whats_in_the_box: (page) => someOf(boxContents(page)),
  documents: (page) => someOf(documents(page)),
} satisfies FieldGroup<ProductData>;

/** Returns the first block with content, else the first block. */
function firstBlock(
  page: Page,
  ids: readonly [string, ...string[]],
  content: '*' | typeof BULLETS | typeof MODULES | '.content' | 'li' = '*',
): PageBlock {
  const blocks = ids.flatMap((id) => page.at(id).all());
  return blocks.find((block) => block.has(content)) ?? blocks[0] ?? page.at(ids[0]);
}

const BULLETS = 'li:not(.aok-hidden):not(#replacementPartsFitmentBullet)';
const BULLET_IDS = [
  'feature-bullets',
  'productFactsDesktopExpander',
  'featurebullets_feature_div',
  'productFacts_feature_div',
  'productFactsMobile_feature_div',
] as const;
/** Tables of facts above the bullets can contain lists. */
const FACTS = 'table, .product-facts-detail, .a-col-right';

/** The text of a bullet contains that of a list inside of it. */
function bullets(page: Page): string[] {
  const items = firstBlock(page, BULLET_IDS, BULLETS).entries(BULLETS);
  const own = items.filter((item) => !item.closest(FACTS).exists && !item.has('.product-facts-detail'));
  return own.flatMap((item) => item.text() ?? []);
}

const BOOK_DESCRIPTION = 'bookDescription_feature_div';
const DESCRIPTION_IDS = [
  'productDescription',
  'drengr_desktopTabbedDescriptionOverviewContent_feature_div',
  'drengr_DesktopTabbedDescriptionOverviewContent_feature_div',
  'productDescription_feature_div',
  'mobile_productDescription',
  'productDescription_fullView',
  // The summary of the page for screen readers.
  'pqv-description',
];
/** Elements above the description: its heading, the variation that it describes, the name of its source. */
const ABOVE_DESCRIPTION = ['h2', '.disclaim', 'h3'] as const;

/** Returns the description. On pages of books up to about 2019, the product's block has reviews and the author's life. */
function description(page: Page): string | undefined {
  const book = page.at(BOOK_DESCRIPTION).first();
  const own = descriptionIn(book) ?? (book.exists ? hiddenDescription(page) : undefined);
  return own ?? firstValue(DESCRIPTION_IDS, (id) => descriptionIn(page.at(id).first())) ?? hiddenDescription(page);
}

const FOLDED = /(?:^|\s)a-expander-content(?:\s|$)/;
const CONTROL = /(?:^|\s)a-expander-(?:header|prompt)(?:\s|$)/;

/** Returns the text of a block with its folded part, and without the control that unfolds it. */
function unfolded(block: PageBlock): string | undefined {
  const { document, recorder, skip } = block.source;
  const source = {
    document,
    recorder,
    skip: (element: Element) => {
      const names = element.attr('class') ?? '';
      return CONTROL.test(names) || (!FOLDED.test(names) && skip?.(element) === true);
    },
  };
  return new Block(source, block.nodes, block.where).text();
}

const ENCODED = /bookDescEncodedData\s*=\s*["']([^"']*)["']/;
const FRAME = /iframeContent\s*=\s*["']([^"']*)["']/;

/** A script writes the description of a book, with a copy in `noscript`, or a frame with the one of any product. Seen 2015 to 2020. */
function hiddenDescription(page: Page): string | undefined {
  const plain = page.at(BOOK_DESCRIPTION).fullText('noscript');
  const encoded = page.scriptValue('bookDescEncodedData', ENCODED);
  const frame = () => blockOf(decoded(page.scriptValue('iframeContent', FRAME)));
  // The frame has the description in an element of its own, between other texts of the site.
  return (
    blockOf(plain)?.text() ??
    blockOf(decoded(encoded))?.text() ??
    frame()?.text('.productDescriptionWrapper', '#productDescription')
  );
}

function blockOf(markup: string | undefined): Block | undefined {
  if (markup === undefined) return undefined;
  const document = parseDocument(markup);
  return new Block({ document }, [document.root], '');
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Returns the text of a block without the elements above the description. */
function descriptionIn(block: PageBlock): string | undefined {
  let text = unfolded(block) ?? '';
  for (const selector of ABOVE_DESCRIPTION) {
    const heading = block.text(selector);
    if (heading !== undefined && text.startsWith(heading)) text = text.slice(heading.length).trim();
  }
  return text || undefined;
}

const APLUS_IDS = [
  'aplus_feature_div',
  'dpx-aplus-product-description_feature_div',
  'aplusBatch_feature_div',
  'aplus3p_feature_div',
] as const;
const BRAND_STORY_IDS = ['aplusBrandStory_feature_div', 'dpx-aplus-brand-story_feature_div'] as const;
const MODULES = '.aplus-module, .aplus-v2, .aplus-3p';
/** Buttons, links to the store and to larger images, titles of video players. */
const CONTROLS = `.a-carousel-left, .a-carousel-right, .a-carousel-header-row, .a-expander-prompt, .a-expander-header,
  button, .a-button, a[href*="/stores/"], a[href$=".jpg"], a[href$=".png"], [class*="vse-"]`;

const aplus = (page: Page): PageBlock => firstBlock(page, APLUS_IDS, MODULES);

/** A module can contain another one. Seen 2020. */
const OUTER_MODULE = '.aplus-module:not(.aplus-module *)';

/** Returns the text of the modules without their controls. */
function prose(block: PageBlock): string | undefined {
  const outer = block.find(OUTER_MODULE);
  const modules = outer.exists ? outer : block.first('.aplus-v2');
  const controls = new Set(modules.all(CONTROLS).flatMap((control) => control.lines()));
  const lines = modules.all().flatMap((module) => module.lines());
  return lines.filter((line) => !controls.has(line)).join('\n') || undefined;
}

/** Images are loaded later: `src` is a grey pixel, and `data-src` has the URL. */
function imageUrls(block: PageBlock): string[] {
  const images = block.find(MODULES).all('img');
  const urls = images.flatMap((img) => img.attr('data-src') ?? img.attr('src') ?? []);
  return [...new Set(urls.filter(isPicture))];
}

/** A page can have the last two without the others. Seen 2019. */
const INFORMATION_IDS = [
  'important-information',
  'importantInformation_feature_div',
  'importantInformation',
  'important-information_feature_div',
] as const;

function importantInformation(page: Page): { title: string; text: string }[] {
  const block = firstBlock(page, INFORMATION_IDS, '.content');
  return block.all('.content').flatMap((part) => {
    const title = part.text('h3', 'h4', 'h5', '.a-text-bold', 'b');
    const text = part.text() ?? '';
    const body = title !== undefined && text.startsWith(title) ? text.slice(title.length).trim() : text;
    return title === undefined || body === '' ? [] : [{ title, text: body }];
  });
}

/** Returns the list, else the parts of the detail row, which are separated by commas. */
function boxContents(page: Page): string[] {
  const list = firstBlock(page, ['witb-content-list', 'whatsInTheBoxDeck'], 'li').texts('li');
  if (list.length > 0) return list;
  const row = valueLabelled(page, page.locale.details.boxContents) ?? '';
  return row.split(BETWEEN_PARTS).filter((part) => part !== '');
}

/** Commas and semicolons that are not inside brackets or numbers. */
const BETWEEN_PARTS = / ?[,;、，；](?!\d)(?![^()]{0,80}\)) ?/;

/** The links to manuals. The newest layout has their URLs in inputs next to the links. */
const DOCUMENT_LINKS = [
  ['productDocuments_feature_div', 'a[href]'],
  ['product-docs-btf-links', 'a[id^="product-docs-btf-ingress-"]'],
  ['prodDetails', 'a[href$=".pdf"]'],
] as const;

function documents(page: Page): { title: string; url: string }[] {
  const found = DOCUMENT_LINKS.flatMap(([id, selector]) => page.at(id).all(selector)).flatMap((link) => {
    const inputId = link.attr('id')?.replace('product-docs-btf-ingress-', 'buffet-product-docs-btf-url-');
    const href = inputId === undefined ? undefined : page.at(inputId).attr('value');
    const [title, url] = [link.text(), link.absolute(href ?? link.attr('href'))];
    return title === undefined || url === undefined ? [] : [{ title, url }];
  });
  // The same file can be on several hosts.
  return onceEach(found, ({ url }) => url.slice(url.lastIndexOf('/')));
}
