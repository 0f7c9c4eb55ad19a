import type { Element } from 'domhandler';
import { findAll } from 'domutils';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../src/html/index.ts';

describe('a document', () => {
  it('indexes every element with an id, repeated ones too, in document order', () => {
    const tag = fc.constantFrom(
      '<div id="a">',
      '<p id="b">',
      '<b id="a">',
      '<td id="b">',
      '<a id="a">',
      '</div>',
      '</b>',
      '</a>',
      'text',
    );
    fc.assert(
      fc.property(fc.array(tag, { maxLength: 40 }), (tags) => {
        const document = parseDocument(tags.join(''));
        const inTree = new Set(findAll((element: Element) => element.attribs.id === 'a', document.root.children));
        const indexed = new Set(document.byId.get('a') ?? []);
        for (const element of inTree) expect(indexed.has(element)).toBe(true);
      }),
    );
  });

  it('collects scripts, and survives a page that ends half-way', () => {
    const document = parseDocument('<html><head><script>var a</script><body><div id="x"><script>var b');
    expect(document.scripts).toHaveLength(2);
    expect(document.byId.get('x')).toHaveLength(1);
  });
});
