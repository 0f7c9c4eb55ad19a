/** Selectors, compiled once and run inside a subtree. */
import { compile } from 'css-select';
import type { AnyNode, Element } from 'domhandler';
import { findAll, findOne } from 'domutils';

type Test = (node: Element) => boolean;

const compiled = new Map<string, Test>();

function testFor(selector: string): Test {
  const known = compiled.get(selector);
  if (known !== undefined) return known;
  const test = compile<AnyNode, Element>(selector) as Test;
  compiled.set(selector, test);
  return test;
}

/** All elements below `element` that match, in document order. */
export function selectAll(selector: string, element: { children: AnyNode[] }): Element[] {
  return findAll(testFor(selector), element.children);
}

/** The first element below `element` that matches. */
export function selectOne(selector: string, element: { children: AnyNode[] }): Element | null {
  return findOne(testFor(selector), element.children, true);
}

/** Whether the element itself matches. */
export function matches(selector: string, element: Element): boolean {
  return testFor(selector)(element);
}
