import fc from 'fast-check';
import { Parser } from 'parse5';
import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../src/html/index.ts';
import { isFastParserAvailable, MEMBERS } from '../../src/html/parser/availability.ts';
import { noise, page } from './generated.ts';
import { linesOf } from './trees.ts';

/** A parser without one member. */
function parserWithout(path: string): object {
  const parser = new Parser();
  const names = path.split('.');
  let owner = parser as unknown as Record<string, unknown>;
  for (const name of names.slice(0, -1)) owner = owner[name] as Record<string, unknown>;
  Object.defineProperty(owner, names.at(-1) ?? '', { value: undefined });
  return parser;
}

describe('the fast parser', () => {
  it('is available with the installed parse5', () => {
    expect(isFastParserAvailable()).toBe(true);
  });

  it.each(Object.keys(MEMBERS))('is not available if parse5 has no %s', (path) => {
    expect(isFastParserAvailable(parserWithout(path))).toBe(false);
  });

  it('is not available if parse5 has no tokenizer', () => {
    expect(isFastParserAvailable({})).toBe(false);
  });

  it.each([
    ['generated pages', page],
    ['characters in any order', noise],
  ])('gives the tree and the indexes of the plain parser on %s', (_, pages) => {
    const options = { indexedAttributes: ['data-hook'] };
    fc.assert(
      fc.property(pages, (html) => {
        const fast = described(parseDocument(html, { ...options, isFast: true }));
        expect(fast).toEqual(described(parseDocument(html, { ...options, isFast: false })));
      }),
      { numRuns: 500 },
    );
  });
});

/** A document as values that can be compared: the tree as lines, and the names of the indexed elements. */
function described({ root, byId, byAttribute, scripts }: ReturnType<typeof parseDocument>) {
  const named = (index: typeof byId | undefined) =>
    [...(index ?? [])].map(([value, elements]) => [value, elements.map(({ name, attribs }) => [name, attribs])]);
  return {
    tree: linesOf(root),
    ids: named(byId),
    hooks: named(byAttribute.get('data-hook')),
    scripts: scripts.map(({ children }) => children.length),
  };
}
