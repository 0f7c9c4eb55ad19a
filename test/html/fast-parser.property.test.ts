import fc from 'fast-check';
import { Parser } from 'parse5';
import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../src/html/index.ts';
import { isFastParserAvailable, MEMBERS } from '../../src/html/parser/availability.ts';
import { runsOf } from '../runs.ts';
import { noise, page } from './generated.ts';
import { linesOf } from './trees.ts';

/** Returns a parser without one member. */
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
    ['random sequences of characters', noise],
  ])('builds the same tree and indexes as the plain parser for %s', (_, pages) => {
    const options = { indexedAttributes: ['data-hook'] };
    fc.assert(
      fc.property(pages, (html) => {
        const fast = described(parseDocument(html, { ...options, isFast: true }));
        expect(fast).toEqual(described(parseDocument(html, { ...options, isFast: false })));
      }),
      runsOf(500),
    );
  });
});

/** Returns a document as comparable values: the tree as lines, and the indexed elements with their attributes. */
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
