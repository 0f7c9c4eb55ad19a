/** Finds elements by selectors. css-select compiles each selector once and decides; elements that cannot match are skipped before. */
import { compile, type Options } from 'css-select';
import { isTraversal, parse, type Selector } from 'css-what';
import type { ChildNode } from 'domhandler';
import * as domutils from 'domutils';
import { isCandidate, type Needs, needsOf } from './candidates.ts';
import type { Skip } from './text.ts';
import { type Element, isTag, type ParentNode } from './tree.ts';

/** A selector: what a candidate needs, and css-select's test of a candidate. */
interface Compiled {
  readonly needs: readonly Needs[];
  readonly test: (element: Element) => boolean;
}

/** domutils, but one attribute is read without the others. Without a cache: a compiled selector outlives its pages. */
const options: Options<ChildNode, Element> = {
  adapter: {
    ...domutils,
    isTag,
    getAttributeValue: (element, name) => element.attr(name),
    hasAttrib: (element, name) => element.attr(name) !== undefined,
  } as NonNullable<Options<ChildNode, Element>['adapter']>,
  cacheResults: false,
};

const compiled = new Map<string, Compiled>();

function compiledOf(selector: string): Compiled {
  const known = compiled.get(selector);
  if (known !== undefined) return known;
  const parsed = parse(selector);
  const isReusable = !parsed.some(hasRelativeHas);
  const needs = parsed.map(needsOf);
  const made = { needs, test: compile<ChildNode, Element>(parsed, options) };
  if (isReusable) compiled.set(selector, made);
  return made;
}

/** css-select's test for `:has(> a)` keeps the last element that it was given, and so its whole page. Such tests are not kept. */
function hasRelativeHas(selector: readonly Selector[]): boolean {
  return selector.some(
    (token) =>
      token.type === 'pseudo' &&
      Array.isArray(token.data) &&
      (token.data.some(hasRelativeHas) ||
        (token.name === 'has' && token.data.some((inner) => inner.some(isTraversal)))),
  );
}

/** All elements below a node that match, in document order. */
export function selectAll(scope: ParentNode, selector: string, leftOut?: Skip): Element[] {
  const found: Element[] = [];
  firstBelow(scope, selector, (element) => void found.push(element), leftOut);
  return found;
}

/** The first element below a node that matches. */
export function selectFirst(scope: ParentNode, selector: string, leftOut?: Skip): Element | undefined {
  return firstBelow(scope, selector, (element) => element, leftOut);
}

/**
 * Reads the elements below a node that match, in turn, and returns the first value that is not `undefined`. Elements that are left out are skipped with
 * everything below them.
 */
export function firstBelow<T>(
  scope: ParentNode,
  selector: string,
  read: (element: Element) => T | undefined,
  leftOut?: Skip,
): T | undefined {
  const { needs, test } = compiledOf(selector);
  const { end } = scope;
  // This loop is the hottest of all: most blocks leave nothing out.
  if (leftOut !== undefined)
    return firstKept(scope, (element) => isCandidate(element, needs) && test(element), read, leftOut);
  for (let element = scope.nextElement; element !== end && element !== null; element = element.nextElement) {
    if (!isCandidate(element, needs) || !test(element)) continue;
    const value = read(element);
    if (value !== undefined) return value;
  }
  return undefined;
}

function firstKept<T>(
  { nextElement, end }: ParentNode,
  isMatch: (element: Element) => boolean,
  read: (element: Element) => T | undefined,
  leftOut: Skip,
): T | undefined {
  let element = nextElement;
  while (element !== end && element !== null) {
    const isLeftOut = leftOut(element);
    const value = !isLeftOut && isMatch(element) ? read(element) : undefined;
    if (value !== undefined) return value;
    element = isLeftOut ? element.end : element.nextElement;
  }
  return undefined;
}

/** Whether the element itself matches. */
export function matches(selector: string, element: Element): boolean {
  const { needs, test } = compiledOf(selector);
  return isCandidate(element, needs) && test(element);
}
