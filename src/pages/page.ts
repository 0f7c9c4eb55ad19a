/** A page of the marketplace: a document with its marketplace, its language and the moment of its request. */
import {
  Block,
  type BlockSource,
  type Element,
  type HtmlDocument,
  isText,
  jsonAfter,
  parseDocument,
  parseLoose,
  type Reading,
  type Recorder,
} from '../html/index.ts';
import { createLocale, type Locale, type MarketplaceInfo, type Price } from '../locale/index.ts';
import { pageLanguage } from './shared/page-language.ts';

/** What all blocks of a page share. */
export interface PageFrame extends BlockSource {
  readonly locale: Locale;
  /** The address that the page was served from. */
  readonly url: string;
  /** Whether the text begins a document and does not end it: what is not there may have been cut off. */
  readonly isCut: boolean;
  /** What was read from the whole page once. */
  readonly shared: Map<unknown, unknown>;
}

/** Attributes by which the site marks its parts, beside ids. */
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

/** A review's `video-block` is a player, with the words of one that does not play. */
const HIDDEN_CLASS =
  /(?:^|\s)(?:aok-hidden|a-hidden|aok-offscreen|a-offscreen|a-popover-preload|a-icon-alt|video-block)(?:\s|$)/;
const HIDDEN_STYLE = /display:\s*none/i;

/** Elements that a shopper does not see: their text is asked for by name, or not at all. */
function isHidden(element: Element): boolean {
  const names = element.attr('class');
  const style = element.attr('style');
  return (names !== undefined && HIDDEN_CLASS.test(names)) || (style !== undefined && HIDDEN_STYLE.test(style));
}

/**
 * What {@link PageBlock.once} keeps. A class on purpose: V8 allocates object literals that live long in its old generation, and there each of these
 * keeps the tree of its page alive, which makes garbage collection slow.
 */
class OnceResult {
  readonly value: unknown;
  readonly readings: readonly Reading[];

  constructor(value: unknown, readings: readonly Reading[]) {
    this.value = value;
    this.readings = readings;
  }
}

/** A place on a page of the marketplace. */
export class PageBlock extends Block<PageFrame> {
  readonly #once = new Map<unknown, OnceResult>();

  get locale(): Locale {
    return this.source.locale;
  }

  /** The address that the page was served from. */
  get url(): string {
    return this.source.url;
  }

  /** What a reader makes of this block, read once and shared by all fields that need it. */
  once<T>(read: (block: this) => T): T {
    const known = this.#once.get(read);
    const { recorder } = this.source;
    if (known !== undefined) {
      for (const reading of known.readings) recorder?.note(reading);
      return known.value as T;
    }
    const mark = recorder?.mark ?? 0;
    const value = read(this);
    this.#once.set(read, new OnceResult(value, recorder?.since(mark) ?? []));
    return value;
  }

  /**
   * The first price of the descendants that match the selectors in turn, or of the block itself: from the accessible text, else from the
   * visible parts (newer pages leave the accessible text empty), else from the text.
   */
  price(...selectors: string[]): Price | undefined {
    const blocks = selectors.length === 0 ? [this] : selectors.map((selector) => this.find(selector));
    for (const block of blocks) {
      for (const element of block.all()) {
        const price = element.priceOfElement();
        if (price !== undefined) return price;
      }
    }
    return undefined;
  }

  /** {@link price} without its currency. */
  amount(...selectors: string[]): number | undefined {
    return this.price(...selectors)?.amount;
  }

  private priceOfElement(): Price | undefined {
    const accessible = this.locale.price(this.fullText('.a-offscreen'));
    if (accessible !== undefined) return accessible;
    const parts = this.first('.a-price-whole');
    if (parts.exists) {
      const fraction = this.fullText('.a-price-fraction');
      const written = parts.ownText() ?? '';
      // Pages of 2020 write the fraction within: "44.90".
      const whole = fraction === undefined ? written : written.replace(/\P{Nd}/gu, '');
      if (whole !== '') {
        const symbol = this.fullText('.a-price-symbol') ?? '';
        const text = `${symbol}${whole}${fraction === undefined ? '' : `.${fraction}`}`;
        this.note('selector', `${this.where} .a-price-whole`, text);
        return this.locale.price(text);
      }
    }
    return this.locale.price(this.fullText());
  }

  /** The link that names the page's own address. */
  get canonicalLink(): string | undefined {
    return this.marked('rel', 'canonical').filter('link').attr('href');
  }

  /** An address on the page made absolute; `undefined` for what is none. */
  absolute(href: string | undefined): string | undefined {
    if (href === undefined || !URL.canParse(href, this.source.url)) return undefined;
    const url = new URL(href, this.source.url);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined;
  }

  /** An address on the page as the site writes its own: without its host, which a browser puts before all addresses of a page that it saves. */
  relative(href: string | undefined): string | undefined {
    const home = `https://www.${this.locale.marketplace.domain}/`;
    return href?.startsWith(home) ? href.slice(home.length - 1) : href;
  }

  /** The JSON of the page's `a-state` block with a key. */
  state(key: string): unknown {
    const script = this.shared(readStates).get(key);
    if (script === undefined) return undefined;
    const text = scriptText(script);
    this.note('json', `a-state ${key}`, text.slice(0, 500));
    return parseLoose(text);
  }

  /** The JSON that follows a marker, in the page's first script that has both. */
  json(marker: string): unknown {
    for (const text of this.shared(readScripts)) {
      if (!text.includes(marker)) continue;
      const value = jsonAfter(text, marker);
      if (value === undefined) continue;
      this.note('json', marker, () => JSON.stringify(value).slice(0, 500));
      return value;
    }
    return undefined;
  }

  /** The first capture of a pattern in the page's scripts that hold a marker, for values that are no JSON: `"currentAsin" : "B0..."`. */
  scriptValue(marker: string, pattern: RegExp): string | undefined {
    for (const text of this.shared(readScripts)) {
      if (!text.includes(marker)) continue;
      const value = pattern.exec(text)?.[1];
      if (value === undefined) continue;
      this.note('json', marker, value.slice(0, 500));
      return value;
    }
    return undefined;
  }

  private shared<T>(read: (document: HtmlDocument) => T): T {
    const { shared, document } = this.source;
    if (!shared.has(read)) shared.set(read, read(document));
    return shared.get(read) as T;
  }
}

/** Where a page comes from. */
export interface PageOrigin {
  url: string;
  marketplace: MarketplaceInfo;
  /** The moment of the request: dates without a year count from it. */
  requestedAt: Date;
  recorder?: Recorder | undefined;
}

/** The block of a whole page. */
export type Page = PageBlock;

/** Parses the text of a page. */
export function openPage(html: string, { url, marketplace, requestedAt, recorder }: PageOrigin): Page {
  const document = parseDocument(html, { indexedAttributes: INDEXED_ATTRIBUTES });
  const language = pageLanguage(document, url, marketplace);
  const locale = createLocale({ marketplace, language, requestedAt });
  const frame = { document, locale, url, skip: isHidden, recorder, isCut: isCut(html), shared: new Map() };
  return new PageBlock(frame, [document.root], '');
}

const BEGINNING = /<html[\s>]/i;
const END = /<\/html\s*>/i;
/** How far from either end of a text they stand at most. */
const REACH = 5_000;

/** A fragment neither begins a document nor ends it. */
function isCut(html: string): boolean {
  return BEGINNING.test(html.slice(0, REACH)) && !END.test(html.slice(-REACH));
}

function scriptText(script: Element): string {
  const { firstChild } = script;
  return firstChild !== null && isText(firstChild) ? firstChild.data : '';
}

function readScripts(document: HtmlDocument): string[] {
  return document.scripts.map(scriptText).filter((text) => text !== '');
}

/** The blocks by key; the first wins. */
function readStates(document: HtmlDocument): Map<string, Element> {
  const states = new Map<string, Element>();
  for (const [attribute, [element]] of document.byAttribute.get('data-a-state') ?? []) {
    const key = (parseLoose(attribute) as { key?: unknown } | undefined)?.key;
    if (element !== undefined && typeof key === 'string' && !states.has(key)) states.set(key, element);
  }
  return states;
}
