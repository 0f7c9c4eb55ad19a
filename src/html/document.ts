/** Parses pages. The tree is parse5's, but most of the page does not go through parse5's tokenizer: see parser/README.md. */
import type { Document } from 'domhandler';
import type { Token, TreeAdapter } from 'parse5';
import { LIMITS, PageLimit } from './limits.ts';
import { flatten } from './nesting.ts';
import { isFastParserAvailable } from './parser/availability.ts';
import { BodyParser } from './parser/body-parser.ts';
import { ElementIndex } from './parser/element-index.ts';
import { LaterAttributes, type TagPlace, TagText } from './parser/tag-text.ts';
import { TokenReader, UNREAD } from './parser/tokens.ts';
import { LimitedParser, type TreeNodes, treeAdapter } from './parser/tree-adapter.ts';
import { step } from './time-limit.ts';
import { append, type ChildNode, Element, fillEmptyLists, isTag, type Root } from './tree.ts';

/** The places of nodes in the text of a page, as offsets. */
export type Places = Map<ChildNode, Token.ElementLocation>;

export interface HtmlDocument {
  readonly root: Root;
  /** All elements with an id, in document order: real pages repeat ids. */
  readonly byId: ReadonlyMap<string, readonly Element[]>;
  /** The same for each indexed attribute, by its value. */
  readonly byAttribute: ReadonlyMap<string, ReadonlyMap<string, readonly Element[]>>;
  /** All script elements in document order. */
  readonly scripts: readonly Element[];
  /** All table elements in document order. */
  readonly tables: readonly Element[];
  /** The fast parser that built the tree: a document that is kept keeps its shapes, and so the code that V8 optimised for them. */
  readonly reader: TokenReader | undefined;
}

export interface ParseOptions {
  /** Attributes to index in addition to the id. */
  indexedAttributes?: readonly string[];
  /** Whether to use the fast parser. @default whether the installed parse5 has the members that it needs */
  isFast?: boolean;
  /** Whether white space between elements that browsers display on their own lines may be left out of the tree. @default false */
  dropsSpace?: boolean;
  /** Receives the place of each node in the text, whose line ends must be line feeds. The fast parser is not used then. */
  places?: Places;
}

/** Moving an element searches its siblings. */
const STEPS_PER_MOVE = 20;
const IS_FAST = isFastParserAvailable();

/** Parses a page as browsers do, however broken it is, and builds the indexes. */
export function parseDocument(
  text: string,
  { indexedAttributes = [], isFast = IS_FAST, dropsSpace = false, places }: ParseOptions = {},
): HtmlDocument {
  // Browsers treat every kind of line end as a line feed.
  const html = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  const index = new ElementIndex(indexedAttributes);
  // The meaning of a NUL depends on its place: only parse5's tokenizer knows all of these rules.
  const isPlain = !isFast || places !== undefined || html.includes('\0');
  const { root, isInOrder, reader } = isPlain ? parsePlain(html, index, places) : parseFast(html, index, dropsSpace);
  if (!isInOrder) index.renew(root);
  if (index.links.deepest > LIMITS.depth) {
    flatten(root);
    index.renew(root);
  }
  const { byId, byAttribute, scripts, tables } = index;
  return { root, byId, byAttribute, scripts, tables, reader };
}

/** Returns the root for use outside this library, where the tree may be changed. */
export function ownedRoot({ root }: HtmlDocument): Document {
  fillEmptyLists(root);
  return root;
}

/** A parsed page. `isInOrder` is `false` if elements were moved, so that the order of the index is not that of the tree. */
interface Parsed {
  root: Root;
  isInOrder: boolean;
  reader?: TokenReader;
}

function parsePlain(html: string, index: ElementIndex, places: Places | undefined): Parsed {
  const order = { isKept: true };
  const treeAdapter = { ...adapterOf(html, index, order), ...(places === undefined ? {} : placing(places)) };
  const root = LimitedParser.parse<TreeNodes>(html, { treeAdapter, sourceCodeLocationInfo: places !== undefined });
  return { root, isInOrder: order.isKept };
}

/** The part of an adapter that notes places. */
function placing(places: Places): Partial<TreeAdapter<TreeNodes>> {
  return {
    setNodeSourceCodeLocation(node, place) {
      if (place !== null) places.set(node, place);
    },
    getNodeSourceCodeLocation: (node) => places.get(node),
    updateNodeSourceCodeLocation: (node, end) => void Object.assign(places.get(node) ?? {}, end),
  };
}

function parseFast(html: string, index: ElementIndex, dropsSpace: boolean): Parsed {
  const order = { isKept: true };
  const tag = new TagText(html);
  const unread: TagPlace = { tag, at: 0, names: 0, classAt: 0, indexed: [] };
  const parser = new BodyParser({ treeAdapter: adapterOf(html, index, order, unread) });
  const reader = new TokenReader(html, unread, index, parser, dropsSpace);
  reader.run();
  return { root: parser.document, isInOrder: order.isKept, reader };
}

/** Elements that even an empty page can have. */
const FEWEST_ELEMENTS = 1_000;

/** Returns how many elements a page may have. */
const mostElements = ({ length }: string): number =>
  Math.min(LIMITS.elements, FEWEST_ELEMENTS + Math.ceil(length * LIMITS.elementsPerCharacter));

/**
 * @param html The page
 * @param order Reports whether the order of elements is that of their tags: parse5 repairs broken markup by moving elements
 * @param unread The place of the attributes of an element that is created with {@link UNREAD}
 */
function adapterOf(
  html: string,
  index: ElementIndex,
  order: { isKept: boolean },
  unread?: TagPlace,
): TreeAdapter<TreeNodes> {
  const most = mostElements(html);
  let count = 0;
  const moving =
    <Arguments extends unknown[]>(move: (...given: Arguments) => void) =>
    (...given: Arguments) => {
      step(STEPS_PER_MOVE);
      order.isKept = false;
      move(...given);
    };
  return {
    ...treeAdapter,
    appendChild(parent, node) {
      append(parent, node);
      // In a template, parse5 can append an element to another parent than the last one.
      if (order.isKept && isTag(node)) order.isKept = index.links.add(node);
    },
    insertBefore: moving(treeAdapter.insertBefore),
    detachNode: moving(treeAdapter.detachNode),
    adoptAttributes: moving((element, attributes) => {
      for (const { name, value } of attributes) {
        if (element.attr(name) === undefined) index.enter(element, name, value);
      }
      treeAdapter.adoptAttributes(element, attributes);
    }),
    createElement(name, namespace, attributes) {
      if (++count > most) throw new PageLimit('elements', most);
      const place = attributes === UNREAD ? unread : attributes instanceof LaterAttributes ? attributes : undefined;
      const element = new Element(name, namespace, place ?? attributes);
      if (place !== undefined) index.enterAll(element, place);
      else for (const attribute of attributes) index.enter(element, attribute.name, attribute.value);
      if (name === 'script') index.scripts.push(element);
      else if (name === 'table') index.tables.push(element);
      return element;
    },
  };
}
