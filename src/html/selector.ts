/** Selectors -> tests of an element. The forms that pages are read with become plain checks of our nodes; css-select sees to all others. */
import { compile, type Options } from 'css-select';
import { type AttributeSelector, isTraversal, parse, type Selector } from 'css-what';
import { type ChildNode, classBit, type Element, isInside, isParent, isTag } from './tree.ts';

/** Whether an element matches; what stands left of a combinator is looked for in the whole document. */
export type Test = (element: Element) => boolean;

export function compileSelector(selector: string): Test {
  return anyOf(parse(selector).map(testOf)) ?? compile<ChildNode, Element>(selector, { adapter });
}

/** The test of one alternative of a list; `undefined` for what is left to css-select. */
function testOf(selector: readonly Selector[]): Test | undefined {
  let left: Test | undefined;
  let compound: (Test | undefined)[] = [];
  for (const token of selector) {
    if (!isTraversal(token)) {
      compound.push(simpleTest(token));
      continue;
    }
    const isLedBy = COMBINATORS[token.type];
    const test = allOf(left === undefined ? compound : [...compound, left]);
    if (isLedBy === undefined || test === undefined || compound.length === 0) return undefined;
    left = isLedBy(test);
    compound = [];
  }
  return compound.length === 0 ? undefined : allOf(left === undefined ? compound : [...compound, left]);
}

const COMBINATORS: Readonly<Record<string, (test: Test) => Test>> = {
  descendant: (test) => (element) => {
    for (let { parent } = element; parent !== null && isTag(parent); { parent } = parent) {
      if (test(parent)) return true;
    }
    return false;
  },
  child:
    (test) =>
    ({ parent }) =>
      parent !== null && isTag(parent) && test(parent),
  sibling: (test) => (element) => {
    for (let { prev } = element; prev !== null; { prev } = prev) if (isTag(prev) && test(prev)) return true;
    return false;
  },
  adjacent: (test) => (element) => {
    let { prev } = element;
    while (prev !== null && !isTag(prev)) ({ prev } = prev);
    return prev !== null && test(prev);
  },
};

function simpleTest(token: Selector): Test | undefined {
  switch (token.type) {
    case 'tag': {
      const name = token.name.toLowerCase();
      return token.namespace === null ? (element) => element.name === name : undefined;
    }
    case 'universal':
      return token.namespace === null ? () => true : undefined;
    case 'attribute':
      return attributeTest(token);
    case 'pseudo':
      if (!Array.isArray(token.data)) return undefined;
      if (token.name === 'not') return negated(anyOf(token.data.map(testOf)));
      return token.name === 'has' ? anyOf(token.data.map(relativeTest)) : undefined;
    default:
      return undefined;
  }
}

function attributeTest({ name: given, action, value, ignoreCase, namespace }: AttributeSelector): Test | undefined {
  const name = given.toLowerCase();
  if (namespace !== null) return undefined;
  if (action === 'exists') return (element) => element.attr(name) !== undefined;
  if (ignoreCase === true || (ignoreCase === null && IGNORING_CASE.has(name))) return undefined;
  if (action === 'equals') return (element) => element.attr(name) === value;
  if (value === '') return undefined;
  switch (action) {
    case 'start':
      return (element) => element.attr(name)?.startsWith(value) === true;
    case 'end':
      return (element) => element.attr(name)?.endsWith(value) === true;
    case 'any':
      return (element) => element.attr(name)?.includes(value) === true;
    case 'element':
      return name === 'class' ? classTest(value) : undefined;
    default:
      return undefined;
  }
}

function classTest(name: string): Test {
  const bit = classBit(name);
  return (element) => element.hasClass(name, bit);
}

/** The test of what stands in `:has(...)`: a child or a descendant. */
function relativeTest(selector: readonly Selector[]): Test | undefined {
  const [first, ...rest] = selector;
  const isChild = first?.type === 'child';
  const compound = isChild ? rest : selector;
  const test = compound.some(isTraversal) ? undefined : testOf(compound);
  if (test === undefined) return undefined;
  return isChild ? (element) => element.children.some((child) => isTag(child) && test(child)) : hasDescendant(test);
}

function hasDescendant(test: Test): Test {
  const has: Test = (element) => {
    for (let child = element.firstChild; child !== null; child = child.next) {
      if (isTag(child) && (test(child) || has(child))) return true;
    }
    return false;
  };
  return has;
}

function negated(test: Test | undefined): Test | undefined {
  return test === undefined ? undefined : (element) => !test(element);
}

/** All of them; `undefined` when one is. Most are one or two. */
function allOf(tests: readonly (Test | undefined)[]): Test | undefined {
  const all = known(tests);
  const [first, second] = all ?? [];
  if (all === undefined || first === undefined) return undefined;
  if (second === undefined) return first;
  if (all.length === 2) return (element) => first(element) && second(element);
  return (element) => all.every((test) => test(element));
}

/** Any of them; `undefined` when one is. */
function anyOf(tests: readonly (Test | undefined)[]): Test | undefined {
  const all = known(tests);
  const [first, second] = all ?? [];
  if (all === undefined || first === undefined) return undefined;
  if (second === undefined) return first;
  if (all.length === 2) return (element) => first(element) || second(element);
  return (element) => all.some((test) => test(element));
}

function known(tests: readonly (Test | undefined)[]): Test[] | undefined {
  const found = tests.filter((test) => test !== undefined);
  return found.length === tests.length ? found : undefined;
}

/** Attributes whose values HTML compares without regard to case: such selectors are left to css-select. */
const IGNORING_CASE: ReadonlySet<string> = new Set(
  (
    'accept accept-charset align alink axis bgcolor charset checked clear codetype color compact declare defer dir direction disabled enctype ' +
    'face frame hreflang http-equiv lang language link media method multiple nohref noresize noshade nowrap readonly rel rev rules scope ' +
    'scrolling selected shape target text type valign valuetype vlink'
  ).split(' '),
);

/** Our nodes, for css-select. */
const adapter: NonNullable<Options<ChildNode, Element>['adapter']> = {
  isTag,
  getName: ({ name }) => name,
  getParent: ({ parent }) => parent,
  getChildren: (node) => (isParent(node) ? node.children : []),
  getSiblings: ({ parent }) => parent?.children ?? [],
  getAttributeValue: (element, name) => element.attr(name),
  hasAttrib: (element, name) => element.attr(name) !== undefined,
  getText: textContent,
  removeSubsets: (nodes) => nodes.filter((node) => !nodes.some((other) => other !== node && isInside(node, other))),
};

function textContent(node: ChildNode): string {
  if (node.type === 'text') return node.data;
  return isParent(node) ? node.children.map(textContent).join('') : '';
}
