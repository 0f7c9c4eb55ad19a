import { is } from 'css-select';
import { cloneNode, type Element as DomElement } from 'domhandler';
import { findAll } from 'domutils';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../src/html/index.ts';
import { matches, selectAll, selectFirst } from '../../src/html/query.ts';
import { elementsBelow } from '../../src/html/tree.ts';
import { runsOf } from '../runs.ts';
import { page as generatedPage } from './generated.ts';

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
    '[CLASS~="a"]',
    '[class~=""]',
    '[class~="a b"]',
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
  // In a selector the tag name comes first.
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

/** Returns the positions of elements in the list of all elements of a document. */
function positions(elements: readonly (DomElement | null | undefined)[], all: readonly DomElement[]): number[] {
  return elements.flatMap((element) => (element ? [all.indexOf(element)] : []));
}

const any = () => true;

describe('selectors', () => {
  it('find the elements that css-select finds in a copy made of plain domhandler nodes', () => {
    fc.assert(
      fc.property(page, selector, (html, text) => {
        const { root } = parseDocument(html);
        const all = findAll(any, root);
        const copies = findAll(any, cloneNode(root, true));
        const expected = copies.flatMap((element, position) =>
          is<DomElement, DomElement>(element, text) ? [position] : [],
        );
        expect(positions(selectAll(root, text), all)).toEqual(expected);
        expect(positions([selectFirst(root, text)], all)).toEqual(expected.slice(0, 1));
        expect(
          positions(
            selectAll(root, '*').filter((element) => matches(text, element)),
            all,
          ),
        ).toEqual(expected);
      }),
      runsOf(2_000),
    );
  }, 30_000);

  it("find the same elements with css-select's default adapter", () => {
    fc.assert(
      fc.property(page, selector, (html, text) => {
        const document = parseDocument(html);
        const { root } = document;
        const expected = findAll((element) => is<DomElement, DomElement>(element, text), root);
        expect(selectAll(root, text)).toEqual(expected);
        // The ids of the document leave out selectors that cannot match.
        expect(selectAll(root, text, { document })).toEqual(expected);
        expect(selectFirst(root, text, { document })).toBe(expected[0]);
      }),
      runsOf(500),
    );
  });

  it('find all elements below an element, however broken the markup is', () => {
    fc.assert(
      fc.property(generatedPage, (html) => {
        const { root } = parseDocument(html);
        for (const scope of [root, ...elementsBelow(root)]) {
          const expected = [...elementsBelow(scope)];
          const found = selectAll(scope, '*');
          expect(found.length).toBe(expected.length);
          expect(found.every((element, index) => element === expected[index])).toBe(true);
        }
      }),
      runsOf(500),
    );
  });

  it('can name ancestors outside the searched element', () => {
    const { byId } = parseDocument('<div class="a"><p id="x"><b class="b">1</b></p></div><b class="b">2</b>');
    const [scope] = byId.get('x') ?? [];
    expect(scope && selectAll(scope, '.a .b').map(({ name }) => name)).toEqual(['b']);
  });

  it('throw if they are invalid', () => {
    const { root } = parseDocument('<p>');
    expect(() => selectAll(root, 'p[')).toThrow();
    expect(() => selectAll(root, ':nothing')).toThrow('nothing');
  });
});
