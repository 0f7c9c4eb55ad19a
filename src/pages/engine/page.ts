/** A page of the marketplace: a document with its marketplace, its language and the time of its request. */
import type { FieldTree } from '../../contract/fields.ts';
import type { Gap } from '../../contract/generated/gap.ts';
import {
  Block,
  type BlockSource,
  type Element,
  type HtmlDocument,
  isText,
  jsonAfter,
  type Literal,
  type Look,
  parseLoose,
  type Reading,
  step,
} from '../../html/index.ts';
import type { Locale, Price } from '../../locale/index.ts';

/** The state that all blocks of a page share. */
interface PageFrame extends BlockSource {
  readonly locale: Locale;
  /** URL of the page, after redirects. */
  readonly url: string;
  /** Whether the HTML has a beginning but no end. Missing parts may be in the part that was cut off. */
  readonly isCut: boolean;
  /** The fields to read. `undefined` for all. */
  readonly fields: FieldTree | undefined;
  /** The fields that the caller asked for: some of {@link PageFrame.fields}. `undefined` for all. */
  readonly asked: FieldTree | undefined;
  /** Results that are read once per page, by their reader. */
  readonly shared: Map<unknown, unknown>;
  /** The contradictions that readers found, by landmark and detail. */
  readonly contradictions: Map<string, Gap>;
}

/** A script is searched for a marker at some characters for each nanosecond. */
const CHARACTERS_PER_STEP = 1_000;

/**
 * A result of {@link PageBlock.once}. It is a class because V8 allocates long-living object literals in its old generation. There each of them keeps the
 * tree of its page in memory, which makes garbage collection slow.
 */
class OnceResult {
  readonly value: unknown;
  readonly notes: readonly (Reading | Look)[];

  constructor(value: unknown, notes: readonly (Reading | Look)[]) {
    this.value = value;
    this.notes = notes;
  }
}

/** A block of a page: some of its elements, and readers for their values. */
export class PageBlock extends Block<PageFrame> {
  #once: Map<unknown, OnceResult> | undefined;

  get locale(): Locale {
    return this.source.locale;
  }

  /** URL of the page, after redirects. */
  get url(): string {
    return this.source.url;
  }

  /** Runs a reader on this block. Later calls with the same reader return the same result. */
  once<T>(read: (block: this) => T): T {
    const known = this.#once?.get(read);
    const { recorder } = this.source;
    if (known !== undefined) {
      for (const note of known.notes) recorder?.note(note);
      return known.value as T;
    }
    const mark = recorder?.mark ?? 0;
    const value = read(this);
    this.#once ??= new Map();
    this.#once.set(read, new OnceResult(value, recorder?.since(mark) ?? []));
    return value;
  }

  /**
   * Returns the first price in the descendants that match the selectors, in order of the selectors. Without selectors, the price of the block itself.
   * It is read from the text for screen readers, else from the visible parts (on newer pages that text is empty), else from the whole text.
   */
  price<Text extends string>(...selectors: Literal<Text>[]): Price | undefined {
    const blocks = selectors.length === 0 ? [this] : selectors.map((selector) => this.find(selector));
    for (const block of blocks) {
      for (const element of block.all()) {
        const price = element.priceOfElement();
        if (price !== undefined) return price;
      }
    }
    return undefined;
  }

  /** Returns the amount of {@link price}. */
  amount<Text extends string>(...selectors: Literal<Text>[]): number | undefined {
    return this.price(...selectors)?.amount;
  }

  private priceOfElement(): Price | undefined {
    const accessible = this.locale.price(this.fullText('.a-offscreen'));
    if (accessible !== undefined) return accessible;
    const parts = this.first('.a-price-whole');
    if (parts.exists) {
      const fraction = this.fullText('.a-price-fraction');
      const written = parts.ownText() ?? '';
      // The whole part can contain the fraction: "44.90". Seen 2020.
      const whole = fraction === undefined ? written : written.replace(/\P{Nd}/gu, '');
      const isFractionLost = fraction === undefined && /[.,\u066b]$/.test(parts.fullText() ?? '');
      if (whole !== '' && !isFractionLost) {
        const symbol = this.fullText('.a-price-symbol') ?? '';
        const text = `${symbol}${whole}${fraction === undefined ? '' : `.${fraction}`}`;
        this.note('selector', `${this.where} .a-price-whole`, text);
        return this.locale.price(text);
      }
    }
    return priceInParts(this) ?? this.locale.price(this.fullText());
  }

  /** Reports values that contradict each other. The reader leaves them out. */
  contradict(landmark: string, detail: string): void {
    this.source.contradictions.set(`${landmark}: ${detail}`, { landmark, kind: 'contradiction', detail });
  }

  /** Returns the ids of the whole document that match, in its order. It reads every id: call it once per page. */
  idsLike(pattern: RegExp): string[] {
    return [...this.source.document.byId.keys()].filter((id) => {
      step();
      return pattern.test(id);
    });
  }

  /** URL in the page's canonical link. */
  get canonicalLink(): string | undefined {
    return this.marked('rel', 'canonical').filter('link').attr('href');
  }

  /** Returns the absolute URL of a link. `undefined` if it is not an HTTP URL. */
  absolute(href: string | undefined): string | undefined {
    if (href === undefined || !URL.canParse(href, this.source.url)) return undefined;
    const url = new URL(href, this.source.url);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined;
  }

  /** Returns a link without the host of the site. Browsers add the host to all links of a page that they save. */
  relative(href: string | undefined): string | undefined {
    const home = `https://www.${this.locale.marketplace.domain}/`;
    return href?.startsWith(home) ? href.slice(home.length - 1) : href;
  }

  /** Returns the JSON of the page's `a-state` element with this key. */
  state(key: string): unknown {
    const script = this.shared(readStates).get(key);
    this.look(`a-state ${key}`);
    if (script === undefined) return undefined;
    const text = scriptText(script);
    this.note('json', `a-state ${key}`, text.slice(0, 500), [script]);
    return parseLoose(text);
  }

  /** Returns the JSON after a marker, from the first script that has both. */
  json(marker: string): unknown {
    this.look(marker);
    for (const text of this.scriptsWith(marker)) {
      const value = jsonAfter(text, marker);
      if (value === undefined) continue;
      this.note('json', marker, () => JSON.stringify(value).slice(0, 500), []);
      return value;
    }
    return undefined;
  }

  /** Returns the first capture of a pattern in the scripts with a marker, for values outside of JSON: `"currentAsin" : "B0..."`. */
  scriptValue(marker: string, pattern: RegExp): string | undefined {
    this.look(marker);
    for (const text of this.scriptsWith(marker)) {
      step(1 + text.length / CHARACTERS_PER_STEP);
      const value = pattern.exec(text)?.[1];
      if (value === undefined) continue;
      this.note('json', marker, value.slice(0, 500), []);
      return value;
    }
    return undefined;
  }

  /** The texts of the scripts with a marker. Several fields look for the same marker: no script is searched twice for it. */
  private *scriptsWith(marker: string): Generator<string> {
    const searches = this.shared(noSearches);
    const search = searches.get(marker) ?? { found: [], next: 0 };
    searches.set(marker, search);
    yield* search.found;
    const texts = this.shared(readScripts);
    while (search.next < texts.length) {
      const text = texts[search.next++] as string;
      step(1 + text.length / CHARACTERS_PER_STEP);
      if (!text.includes(marker)) continue;
      search.found.push(text);
      yield text;
    }
  }

  private shared<T>(read: (document: HtmlDocument) => T): T {
    const { shared, document } = this.source;
    if (!shared.has(read)) shared.set(read, read(document));
    return shared.get(read) as T;
  }
}

/** The whole part of a price, and its fraction, each in an element of its own: "£" "34" "99". Seen 2015 to 2019. */
const WHOLE_PART = /^(?:\D{0,4}\s?)?(?:\d{1,3}(?:[.,'’\s]?\d{3})*|\d{1,2}(?:,\d{2})+,\d{3})[.,]?$/;
const FRACTION = /^\d{2}(?:\s?\D{1,4})?$/;
/** Texts of an element with one price in parts, and a remark. */
const MOST_PARTS = 12;

/** Returns a price whose fraction stands without a decimal mark behind its whole part: in an element of its own, usually raised. */
function priceInParts(block: PageBlock): Price | undefined {
  const texts = block
    .unrecorded()
    .all('span, sup, b, font, em, strong, i, small')
    .flatMap((part) => part.ownText() ?? []);
  if (texts.length > MOST_PARTS) return undefined;
  const own = block.unrecorded().ownText();
  const parts = own === undefined ? texts : [own, ...texts];
  const at = parts.findIndex((text) => /\d/.test(text));
  const [whole = '', fraction = '', behind = ''] = parts.slice(at);
  if (at < 0 || at > 1 || !WHOLE_PART.test(whole) || !FRACTION.test(fraction)) return undefined;
  const sign = at === 1 ? (parts[0] ?? '') : '';
  const after = behind.length <= 4 && !/\d/.test(behind) ? behind : '';
  const text = `${sign}${whole.replace(/(?<=\d)\D+(?=\d)/g, '').replace(/[.,]$/, '')}.${fraction}${after}`;
  const price = block.locale.price(text);
  if (price !== undefined) block.note('selector', block.where, text);
  return price;
}

/** How far the scripts were searched for a marker: the texts with it, and the position of the next script. */
interface ScriptSearch {
  readonly found: string[];
  next: number;
}

const noSearches = (): Map<string, ScriptSearch> => new Map();

/** The block of a whole page. */
export type Page = PageBlock;

function scriptText(script: Element): string {
  const { firstChild } = script;
  return firstChild !== null && isText(firstChild) ? firstChild.data : '';
}

/** Returns the texts of all scripts that have one. */
const readScripts = (document: HtmlDocument): string[] =>
  document.scripts.map(scriptText).filter((text) => text !== '');

/** Returns the `a-state` elements by key. The first element of a key wins. */
function readStates(document: HtmlDocument): Map<string, Element> {
  const states = new Map<string, Element>();
  for (const [attribute, [element]] of document.byAttribute.get('data-a-state') ?? []) {
    const key = (parseLoose(attribute) as { key?: unknown } | undefined)?.key;
    if (element !== undefined && typeof key === 'string' && !states.has(key)) states.set(key, element);
  }
  return states;
}
