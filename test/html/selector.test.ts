import { compile, type Options } from 'css-select';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChildNode, type Element, isParent, isTag, isText, parseDocument } from '../../src/html/index.ts';
import { matches, selectAll, selectFirst } from '../../src/html/query.ts';
import { elementsBelow } from '../../src/html/tree.ts';

/** The nodes as css-select reads them. */
const adapter: NonNullable<Options<ChildNode, Element>['adapter']> = {
  isTag,
  getName: ({ name }) => name,
  getParent: ({ parent }) => parent,
  getChildren: (node) => (isParent(node) ? node.children : []),
  getSiblings: ({ parent }) => parent?.children ?? [],
  getAttributeValue: ({ attribs }, name) => attribs[name],
  hasAttrib: ({ attribs }, name) => attribs[name] !== undefined,
  getText: (node) => (isText(node) ? node.data : ''),
  removeSubsets: (nodes) => nodes,
};

/** What css-select finds. */
function wanted(selector: string, elements: readonly Element[]): Element[] {
  return elements.filter(compile<ChildNode, Element>(selector, { adapter, cacheResults: false }));
}

const classes = fc.subarray(['a', 'b', 'ab', 'a-b', 'c']).map((names) => names.join(' '));
const attribute = fc.oneof(
  classes.map((names) => `class="${names}"`),
  classes.map((names) => `class=" ${names.replaceAll(' ', '\n')}\t"`),
  fc.constantFrom(
    'id="x"',
    'id="y"',
    'id="xy"',
    'href="/dp/x"',
    'href="/s?x"',
    'type="Hidden"',
    'data-x=""',
    'hidden',
    'CLASS="a"',
  ),
);
const page = fc
  .array(
    fc.oneof(
      fc
        .tuple(fc.constantFrom('div', 'span', 'a', 'p', 'b', 'td', 'svg'), fc.array(attribute, { maxLength: 3 }))
        .map(([name, attributes]) => `<${name} ${attributes.join(' ')}>`),
      fc.constantFrom('</div>', '</span>', '</a>', '</p>', '</b>', 'text', '<!-- c -->'),
    ),
    { maxLength: 30, size: 'max' },
  )
  .map((parts) => parts.join(''));

const simple = fc.constantFrom(
  ...[
    'div',
    'span',
    'a',
    '*',
    '.a',
    '.b',
    '.ab',
    '.a-b',
    '#x',
    '#y',
    '[href]',
    '[href="/dp/x"]',
    '[href^="/dp/"]',
    '[href$="x"]',
    '[href*="s?"]',
    '[id*="X" i]',
    '[type="hidden"]',
    '[data-x=""]',
    '[class~="a"]',
    '[class*="a"]',
    ':not(.a)',
    ':not(.a, #x)',
    ':not(div .b)',
    ':has(.b)',
    ':has(> .b)',
    ':has(.a .b)',
    ':first-child',
    ':empty',
    '[id!="x"]',
    '[id|="x"]',
  ],
);
const compound = fc.array(simple, { minLength: 1, maxLength: 2 }).map((parts) =>
  // The name of a tag comes first.
  parts.toSorted((one, other) => Number(/^\W/.test(one)) - Number(/^\W/.test(other))).join(''),
);
const complex = fc
  .array(fc.tuple(compound, fc.constantFrom(' ', ' > ', ' + ', ' ~ ')), { minLength: 1, maxLength: 3 })
  .map((parts) =>
    parts.map(([part, combinator], index) => (index === parts.length - 1 ? part : part + combinator)).join(''),
  );
const selector = fc
  .array(complex, { minLength: 1, maxLength: 3 })
  .map((list) => list.join(', '))
  .filter((text) => !/^.*(?:div|span|a|\*)(?:div|span|a|\*)/.test(text.replace(/\[[^\]]*\]|[.#:][\w-]+/g, '|')));

describe('selectors', () => {
  it('find what css-select finds', () => {
    fc.assert(
      fc.property(page, selector, (html, text) => {
        const { root } = parseDocument(html);
        const all = [...elementsBelow(root)];
        const places = (elements: readonly (Element | undefined)[]) =>
          elements.map((element) => element && all.indexOf(element));
        const elements = wanted(text, all);
        expect(places(selectAll(root, text))).toEqual(places(elements));
        expect(places([selectFirst(root, text)])).toEqual(places([elements[0]]));
        expect(places(all.filter((element) => matches(text, element)))).toEqual(places(elements));
      }),
      { numRuns: 2_000 },
    );
  });

  it('are looked for below an element, their left parts everywhere', () => {
    const { byId } = parseDocument('<div class="a"><p id="x"><b class="b">1</b></p></div><b class="b">2</b>');
    const [scope] = byId.get('x') ?? [];
    expect(scope && selectAll(scope, '.a .b').map(({ name }) => name)).toEqual(['b']);
  });

  it('throw when they are none', () => {
    const { root } = parseDocument('<p>');
    expect(() => selectAll(root, 'p[')).toThrow();
    expect(() => selectAll(root, ':nothing')).toThrow('nothing');
  });
});
