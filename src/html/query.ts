/** Finds elements by selectors. Each is compiled once, by css-select if it is more than a name and classes. Elements that cannot match are skipped before. */
import { compile, type Options } from 'css-select';
import { isTraversal, parse, type Selector } from 'css-what';
import type { ChildNode } from 'domhandler';
import * as domutils from 'domutils';
import { LIMITS } from './limits.ts';
import { isSpace } from './parser/characters.ts';
import { nameBit } from './parser/tag-text.ts';
import type { Skip } from './text.ts';
import { step } from './time-limit.ts';
import { classBits, type Element, isTag, type ParentNode } from './tree.ts';

/** The properties that an element must have to match one alternative of a selector. */
interface Needs {
  name: string | undefined;
  /** The bits of its attributes' names. */
  attributes: number;
  /** The bits of its classes. */
  classes: number;
}

/** Only the part after the last combinator is about the element itself. */
function needsOf(selector: readonly Selector[]): Needs {
  const needs: Needs = { name: undefined, attributes: 0, classes: 0 };
  for (const token of selector.slice(selector.findLastIndex(isTraversal) + 1)) {
    if (token.type === 'tag') needs.name = token.name.toLowerCase();
    if (token.type !== 'attribute' || token.action === 'not') continue;
    const name = token.name.toLowerCase();
    needs.attributes |= nameBit(name.charCodeAt(0), name.length);
    needs.classes |= classBits(classOf(token) ?? '');
  }
  return needs;
}

/** Returns the ids in a selector, of the element itself and of those around it. Not those in `:is(...)` and the like. */
const idsOf = (selector: readonly Selector[]): string[] =>
  selector.flatMap((token) =>
    token.type === 'attribute' && token.name === 'id' && token.action === 'equals' && token.ignoreCase !== true
      ? [token.value]
      : [],
  );

/** Where elements are looked for. */
export interface Area {
  /** The document with the elements: its ids show which selectors cannot match. */
  readonly document?: { readonly byId: ReadonlyMap<string, unknown> };
  /** Returns whether an element is left out with everything below it. */
  readonly leftOut?: Skip | undefined;
}

/** One alternative of a selector: the ids in it, what a candidate needs, and the test of a candidate that has it. */
interface Alternative extends Needs {
  readonly ids: readonly string[];
  readonly test: (element: Element) => boolean;
}

/** domutils, but one attribute is read without the others. Without a cache: a compiled selector outlives its pages. */
const options: Options<ChildNode, Element> = {
  adapter: {
    ...domutils,
    // css-select asks this of each node that it visits around or below a candidate.
    isTag(node): node is Element {
      step();
      return isTag(node);
    },
    getSiblings: (node) => {
      const siblings = domutils.getSiblings(node);
      return siblings.length > LIMITS.siblings ? [node] : siblings;
    },
    getAttributeValue: (element, name) => element.attr(name),
    hasAttrib: (element, name) => element.attr(name) !== undefined,
  } as NonNullable<Options<ChildNode, Element>['adapter']>,
  cacheResults: false,
};

const compiled = new Map<string, readonly Alternative[]>();
/** The source has fewer selectors. */
const MOST_COMPILED = 2_000;

function compiledOf(selector: string): readonly Alternative[] {
  const known = compiled.get(selector);
  if (known !== undefined) return known;
  const parsed = parse(selector);
  const isReusable = !parsed.some(hasRelativeHas);
  const made = parsed.map((one) => ({ ...needsOf(one), ids: idsOf(one), test: testOf(one) }));
  if (isReusable && compiled.size < MOST_COMPILED) compiled.set(selector, made);
  return made;
}

/** Returns the test of a candidate. css-select makes it, unless the selector has only a name and classes, as most have. */
function testOf(selector: readonly Selector[]): (element: Element) => boolean {
  const classes: string[] = [];
  for (const token of selector) {
    const name = classOf(token);
    if (name !== undefined) classes.push(name);
    // The name of a candidate is that of the selector: see isMatch.
    else if (token.type !== 'tag' || token.namespace !== null)
      return compile<ChildNode, Element>([[...selector]], options);
  }
  return (element) => classes.every((name) => hasClass(element.attr('class') ?? '', name));
}

/** Returns the class that a part of a selector asks for, if it asks for nothing else. */
const classOf = (token: Selector): string | undefined =>
  token.type === 'attribute' &&
  token.name.toLowerCase() === 'class' &&
  token.namespace === null &&
  token.action === 'element' &&
  token.ignoreCase !== true &&
  /^\S+$/.test(token.value)
    ? token.value
    : undefined;

function hasClass(names: string, name: string): boolean {
  for (let at = names.indexOf(name); at !== -1; at = names.indexOf(name, at + 1)) {
    const end = at + name.length;
    const isWhole =
      (at === 0 || isSpace(names.charCodeAt(at - 1))) && (end === names.length || isSpace(names.charCodeAt(end)));
    if (isWhole) return true;
  }
  return false;
}

/** css-select's test for `:has(> a)` keeps the last element that it was given, and so its whole page. Such tests are not kept. */
const hasRelativeHas = (selector: readonly Selector[]): boolean =>
  selector.some(
    (token) =>
      token.type === 'pseudo' &&
      Array.isArray(token.data) &&
      (token.data.some(hasRelativeHas) ||
        (token.name === 'has' && token.data.some((inner) => inner.some(isTraversal)))),
  );

/** All elements below a node that match, in document order. */
export function selectAll(scope: ParentNode, selector: string, area?: Area): Element[] {
  const found: Element[] = [];
  firstBelow(scope, selector, (element) => void found.push(element), area);
  return found;
}

/** The first element below a node that matches. */
export const selectFirst = (scope: ParentNode, selector: string, area?: Area): Element | undefined =>
  firstBelow(scope, selector, (element) => element, area);

/**
 * Reads the elements below a node that match, in turn, and returns the first value that is not `undefined`. Elements that are left out are skipped with
 * everything below them.
 */
export function firstBelow<T>(
  scope: ParentNode,
  selector: string,
  read: (element: Element) => T | undefined,
  { document, leftOut }: Area = {},
): T | undefined {
  const alternatives = possible(compiledOf(selector), document?.byId);
  if (alternatives.length === 0) return undefined;
  const { end } = scope;
  // This loop is the hottest of all: most blocks leave nothing out.
  if (leftOut !== undefined) return firstKept(scope, alternatives, read, leftOut);
  let visited = 0;
  let value: T | undefined;
  for (let element = scope.nextElement; element !== end && element !== null; element = element.nextElement) {
    visited++;
    if (!isMatch(element, alternatives)) continue;
    value = read(element);
    if (value !== undefined) break;
  }
  step(visited);
  return value;
}

/** Leaves out the alternatives with an id that the document lacks: a page has few of the ids that layouts have had. */
function possible(alternatives: readonly Alternative[], byId: ReadonlyMap<string, unknown> | undefined) {
  const lacks = ({ ids }: Alternative) => byId !== undefined && ids.some((id) => !byId.has(id));
  return alternatives.some(lacks) ? alternatives.filter((one) => !lacks(one)) : alternatives;
}

function firstKept<T>(
  { nextElement, end }: ParentNode,
  alternatives: readonly Alternative[],
  read: (element: Element) => T | undefined,
  leftOut: Skip,
): T | undefined {
  let element = nextElement;
  while (element !== end && element !== null) {
    step();
    const isLeftOut = leftOut(element);
    const isFound = !isLeftOut && isMatch(element, alternatives);
    const value = isFound ? read(element) : undefined;
    if (value !== undefined) return value;
    element = isLeftOut ? element.end : element.nextElement;
  }
  return undefined;
}

/** Whether the element itself matches. */
export function matches(selector: string, element: Element): boolean {
  step();
  return isMatch(element, compiledOf(selector));
}

/** Whether an element matches. Only elements that have what an alternative needs are tested: a test takes long. */
function isMatch(element: Element, alternatives: readonly Alternative[]): boolean {
  const { name, nameBits } = element;
  // Most elements lack an attribute: the name, a text, is last.
  for (let index = 0; index < alternatives.length; index++) {
    const one = alternatives[index] as Alternative;
    if (
      (nameBits & one.attributes) === one.attributes &&
      (one.classes === 0 || (element.classBits & one.classes) === one.classes) &&
      (one.name === undefined || one.name === name) &&
      one.test(element)
    )
      return true;
  }
  return false;
}
