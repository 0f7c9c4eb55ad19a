/** Notes everything that the readers ask a page for, found or not: the slots of the attacks follow from it. */

import { explainPage, MarketplaceError } from '../../src/entries/parse.ts';
import { Block } from '../../src/html/index.ts';
import { PageBlock } from '../../src/pages/engine/page.ts';
import type { PageInput } from '../mutation/page.ts';

/** The selectors and names that readers asked for. */
export interface Asked {
  /** Selectors from the root of the page, with the attribute that was read, if one was: `#buybox .a-price`, `#feature a@href`. */
  readonly paths: Set<string>;
  /** Texts that readers looked for in scripts. */
  readonly markers: Set<string>;
  /** Keys of `a-state` elements. */
  readonly states: Set<string>;
  /** Texts that values were read from. */
  readonly texts: Set<string>;
}

type Method = (this: AnyBlock, ...given: string[]) => unknown;
interface AnyBlock {
  where: string;
}
type Prototype = Record<string, Method>;

const onlySelectors = (...given: (string | undefined)[]) => given.map((selector) => ({ selector, attribute: '' }));
const withAttribute = (attribute: string, ...selectors: (string | undefined)[]) =>
  (selectors.length === 0 ? [undefined] : selectors).map((selector) => ({ selector, attribute: `@${attribute}` }));

/** The methods of a block that look for elements, and what their parameters say. */
const LOOKUPS: Readonly<Record<string, (...given: string[]) => { selector: string | undefined; attribute: string }[]>> =
  {
    find: onlySelectors,
    first: onlySelectors,
    has: onlySelectors,
    text: onlySelectors,
    spacedText: onlySelectors,
    fullText: onlySelectors,
    ownText: onlySelectors,
    texts: onlySelectors,
    lines: onlySelectors,
    attr: withAttribute,
    attrs: withAttribute,
    at: (id) => onlySelectors(`#${id}`),
    marked: (name, value) => onlySelectors(`[${name}=${JSON.stringify(value)}]`),
  };

/** Begins a script of each page: a text search in a text with it is a search in scripts. */
const CANARY = '/*canary*/';

/** Reads pages, and returns what their readers asked for. */
export function askedOf(inputs: readonly PageInput[]): Asked {
  const asked: Asked = { paths: new Set(), markers: new Set(), states: new Set(), texts: new Set() };
  const restore = watch(asked);
  try {
    for (const { html, context } of inputs) readWithCanary(html, context, asked);
  } finally {
    restore();
  }
  return asked;
}

function readWithCanary(html: string, context: PageInput['context'], { texts }: Asked): void {
  try {
    const page = html.replace(/<body[^>]*>/i, (body) => `${body}<script>${CANARY}</script>`);
    for (const { text } of explainPage(page, context).fields) if (text !== '') texts.add(text.slice(0, 300));
  } catch (error) {
    if (!(error instanceof MarketplaceError)) throw error;
  }
}

function watch(asked: Asked): () => void {
  const undo: (() => void)[] = [];
  const replace = (prototype: object, name: string, wrap: (method: Method) => Method) => {
    const before = (prototype as Prototype)[name];
    if (before === undefined) throw new Error(`there is no method ${name} to watch`);
    (prototype as Prototype)[name] = wrap(before);
    undo.push(() => {
      (prototype as Prototype)[name] = before;
    });
  };
  // With a list of selectors a path would mean something else.
  replace(
    Block.prototype,
    'below',
    (below) =>
      function (step) {
        return below.call(this, isOf(step));
      },
  );
  for (const [name, lookups] of Object.entries(LOOKUPS)) {
    replace(
      Block.prototype,
      name,
      (method) =>
        function (...given) {
          for (const { selector, attribute } of lookups(...given)) {
            asked.paths.add(`${this.where}${selector === undefined ? '' : ` ${isOf(selector)}`}${attribute}`.trim());
          }
          return method.apply(this, given);
        },
    );
  }
  replace(
    PageBlock.prototype,
    'state',
    (state) =>
      function (key) {
        asked.states.add(key);
        return state.call(this, key);
      },
  );
  for (const name of ['json', 'scriptValue']) {
    replace(
      PageBlock.prototype,
      name,
      (method) =>
        function (marker, ...rest) {
          asked.markers.add(marker);
          return method.call(this, marker, ...rest);
        },
    );
  }
  for (const name of ['includes', 'indexOf']) {
    replace(
      String.prototype,
      name,
      (search) =>
        function (...given) {
          const text = this as unknown as string;
          if (text.startsWith(CANARY) && typeof given[0] === 'string') asked.markers.add(given[0]);
          return search.apply(this, given);
        },
    );
  }
  replace(
    RegExp.prototype,
    'exec',
    (exec) =>
      function (text) {
        const { source } = this as unknown as RegExp;
        if (String(text).startsWith(CANARY)) for (const [word] of source.matchAll(WORDS)) asked.markers.add(word);
        return exec.call(this, text);
      },
  );
  return () => {
    for (const one of undo.reverse()) one();
  };
}

/** Words of a pattern with their quotes: of `/"ASINList"\s*:/` `"ASINList"`. */
const WORDS = /["']?[A-Za-z_]{5,}["']?/g;

function isOf(selector: string): string {
  if (selector.startsWith('#') && !/^[\w#.:() >~+*=^$"'[\],-]+$/.test(selector.slice(1)))
    return `[id=${JSON.stringify(selector.slice(1))}]`;
  return selector.includes(',') ? `:is(${selector})` : selector;
}
