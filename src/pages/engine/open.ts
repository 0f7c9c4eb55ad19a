/** Opens a page: parses its HTML, and finds its language, which can differ from the requested one. */
import type { FieldTree } from '../../contract/fields.ts';
import {
  appendText,
  collapse,
  type Element,
  type HtmlDocument,
  isTag,
  parseDocument,
  type Recorder,
  TextCache,
} from '../../html/index.ts';
import { createLocale, type MarketplaceInfo } from '../../locale/index.ts';
import { type Page, PageBlock } from './page.ts';

/** Attributes that mark parts of the page, in addition to ids. */
const INDEXED_ATTRIBUTES = [
  'data-hook',
  'data-component-type',
  'data-feature-name',
  'data-a-state',
  'data-asin',
  'data-cel-widget',
  'data-testid',
  'data-a-carousel-options',
  'rel',
];

/** A review's `video-block` contains only the text of a video player. */
const HIDDEN_CLASS =
  /(?:^|\s)(?:aok-hidden|a-hidden|aok-offscreen|a-offscreen|a-popover-preload|a-icon-alt|video-block)(?:\s|$)/;
const HIDDEN_STYLE = /display:\s*none/i;

/** Whether an element is invisible. Its text is skipped unless a reader selects the element itself. */
export function isHidden(element: Element): boolean {
  const names = element.attr('class');
  const style = element.attr('style');
  return (names !== undefined && HIDDEN_CLASS.test(names)) || (style !== undefined && HIDDEN_STYLE.test(style));
}

/** The facts about a page that its HTML does not contain. */
interface PageOrigin {
  url: string;
  marketplace: MarketplaceInfo;
  /** Time of the request. Dates without a year are read relative to it. */
  requestedAt: Date;
  recorder?: Recorder | undefined;
  /** Whether the caller gets the tree. @default false */
  isWhole?: boolean | undefined;
  /** The fields to read. @default all */
  fields?: FieldTree | undefined;
  /** The fields that the caller asked for. @default all */
  asked?: FieldTree | undefined;
}

/** A page that is never dropped: see {@link openPage}. */
let kept: Page | undefined;
/** The unclosed `b` stays in parse5's list of formatting elements. */
const KEPT = '<!doctype html><!-- --><p id="a" class="b">a<b>';

/**
 * Parses the HTML of a page.
 *
 * V8 drops the code that it optimised for a class when a full garbage collection finds no object of the class. In a program that reads a page now and
 * then, each page would take three times as long. A small page keeps one of each.
 */
export function openPage(html: string, origin: PageOrigin): Page {
  if (kept === undefined) {
    kept = pageOf(KEPT, { ...origin, recorder: undefined });
    kept.once((page) => page.without(page.at('a')));
  }
  return pageOf(html, origin);
}

function pageOf(html: string, { url, marketplace, requestedAt, recorder, isWhole, fields, asked }: PageOrigin): Page {
  const document = parseDocument(html, {
    indexedAttributes: INDEXED_ATTRIBUTES,
    dropsSpace: recorder === undefined && isWhole !== true,
  });
  if (recorder !== undefined) recorder.document = document;
  const language = pageLanguage(document, url, marketplace);
  const locale = createLocale({ marketplace, language, requestedAt });
  const frame = {
    document,
    locale,
    url,
    skip: isHidden,
    texts: new TextCache(),
    recorder,
    fields,
    asked,
    isCut: isCut(html),
    shared: new Map(),
    contradictions: new Map(),
  };
  const page = new PageBlock(frame, [document.root], '');
  if (marketplace.code === 'in' && html.includes(CURRENCY_PICTURE)) nameCurrencies(page.unrecorded());
  return page;
}

/** India's site had its currency as a picture: `<span class="currencyINR"></span> 1,299`. Seen 2015 to 2018. */
const CURRENCY_PICTURE = 'class="currency';
const CURRENCY_CLASS = /^currency([A-Z]{3})$/;

/** Writes the code that the class names into each such element. */
function nameCurrencies(page: Page): void {
  for (const picture of page.all('[class^="currency"]')) {
    const code = CURRENCY_CLASS.exec(picture.attr('class') ?? '')?.[1];
    const [element] = picture.nodes;
    if (code !== undefined && element !== undefined && picture.fullText() === undefined)
      appendText(element, `${code} `);
  }
}

const BEGINNING = /<html[\s>]/i;
const END = /<\/html\s*>/i;
/** Number of characters at each end of the HTML that are searched for the tags. */
const REACH = 5_000;

/** Whether the HTML is cut. A fragment of a page has neither tag, and is not cut. */
const isCut = (html: string): boolean => BEGINNING.test(html.slice(0, REACH)) && !END.test(html.slice(-REACH));

const PATH_LANGUAGE = /^\/-\/([a-z]{2})(?:_[A-Z]{2})?(?:\/|$)/;

/**
 * Returns the language as two letters: of `<html lang>`, of the offers panel's `#aod-language`, of the URL (`/-/xx/` or `language=`), else the
 * default language of the marketplace.
 */
function pageLanguage(document: HtmlDocument, url: string, marketplace: MarketplaceInfo): string {
  const tag = htmlLanguage(document) ?? panelLanguage(document) ?? urlLanguageTag(url) ?? marketplace.locales.native;
  return tag.slice(0, 2).toLowerCase();
}

function htmlLanguage(document: HtmlDocument): string | undefined {
  for (const node of document.root.children) {
    if (isTag(node) && node.name === 'html') return languageTag(node.attribs.lang);
  }
  return undefined;
}

function panelLanguage(document: HtmlDocument): string | undefined {
  const attribs = document.byId.get('aod-language')?.[0]?.attribs;
  return languageTag(attribs?.value ?? attribs?.['data-language']);
}

/** Returns the language that a URL names, as two letters: `/-/en/`, `language=en_GB`. */
export const languageOfUrl = (url: string): string | undefined => urlLanguageTag(url)?.slice(0, 2).toLowerCase();

function urlLanguageTag(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { pathname, searchParams } = new URL(url);
  return languageTag(PATH_LANGUAGE.exec(pathname)?.[1] ?? searchParams.get('language') ?? undefined);
}

function languageTag(value: string | undefined): string | undefined {
  const tag = collapse(value ?? '');
  return /^[A-Za-z]{2}(?:[-_]|$)/.test(tag) ? tag : undefined;
}
