/** Selectors, compiled once and run inside a subtree. */
import { compileSelector, type Test } from './selector.ts';
import { type Element, following, isTag, type ParentNode } from './tree.ts';

const compiled = new Map<string, Test>();

function testFor(selector: string): Test {
  const known = compiled.get(selector);
  if (known !== undefined) return known;
  const test = compileSelector(selector);
  compiled.set(selector, test);
  return test;
}

/** All elements below a node that match, in document order. */
export function selectAll(scope: ParentNode, selector: string): Element[] {
  const found: Element[] = [];
  firstBelow(scope, selector, (element) => void found.push(element));
  return found;
}

/** The first element below a node that matches. */
export function selectFirst(scope: ParentNode, selector: string): Element | undefined {
  return firstBelow(scope, selector, (element) => element);
}

/** What is read of the first element below a node that matches and gives something. */
export function firstBelow<T>(
  scope: ParentNode,
  selector: string,
  read: (element: Element) => T | undefined,
): T | undefined {
  const test = testFor(selector);
  for (let node = scope.firstChild; node !== null; node = following(node, scope)) {
    if (!isTag(node) || !test(node)) continue;
    const value = read(node);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Whether the element itself matches. */
export function matches(selector: string, element: Element): boolean {
  return testFor(selector)(element);
}
