import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Element, parseDocument } from '../../src/html/index.ts';
import { elementsBelow } from '../../src/html/tree.ts';
import { page } from './generated.ts';

const INDEXED = ['data-hook'];

function elementsOf(html: string): Element[] {
  return [...elementsBelow(parseDocument(html).root)];
}

describe('a document', () => {
  it('indexes every element with an id, repeated ones too, in document order', () => {
    const { byId } = parseDocument('<p id="a">1</p><div id="b"><p id="a">2</p></div><i ID=a>3</i>');
    expect(byId.get('a')?.map(({ name }) => name)).toEqual(['p', 'p', 'i']);
    expect(byId.get('b')).toHaveLength(1);
  });

  it('indexes what broken markup moves where it ends up', () => {
    const { byId, root } = parseDocument('<table><tr><td id="a"><tr></tr><b id="a">x</b></table>', {});
    expect(byId.get('a')).toEqual([...elementsBelow(root)].filter(({ attribs }) => attribs.id === 'a'));
    expect(byId.get('a')?.map(({ name }) => name)).toEqual(['b', 'td']);
  });

  it('has each index in step with the tree, whatever the markup', () => {
    fc.assert(
      fc.property(page, (html) => {
        const { root, byId, byAttribute, scripts } = parseDocument(html, { indexedAttributes: INDEXED });
        const elements = [...elementsBelow(root)];
        const by = (name: string) =>
          Map.groupBy(
            elements.filter(({ attribs }) => attribs[name] !== undefined),
            ({ attribs }) => attribs[name] ?? '',
          );
        expect(byId).toEqual(by('id'));
        expect(byAttribute.get('data-hook')).toEqual(by('data-hook'));
        expect(scripts).toEqual(elements.filter(({ name }) => name === 'script'));
      }),
    );
  });

  it('collects scripts, and survives a page that ends half-way', () => {
    const document = parseDocument('<html><head><script>var a</script><body><div id="x"><script>var b');
    expect(document.scripts).toHaveLength(2);
    expect(document.byId.get('x')).toHaveLength(1);
  });
});

describe('an element', () => {
  it('gives one attribute as it gives all', () => {
    fc.assert(
      fc.property(
        page,
        fc.constantFrom('id', 'class', 'href', 'data-hook', 'style', 'type', 'nothing'),
        (html, name) => {
          for (const element of elementsOf(html)) {
            const alone = element.attr(name);
            expect(alone).toBe(element.attribs[name]);
            expect(element.attr(name)).toBe(alone);
          }
        },
      ),
    );
  });

  it('resolves references in attributes, and takes the first of two', () => {
    const [link] = elementsOf('<a href="/s?a=1&amp;b=2&copy=3&quot;" HREF="x" title=\'"\' hidden>').slice(-1);
    expect(link?.attribs).toEqual({ href: '/s?a=1&b=2&copy=3"', title: '"', hidden: '' });
    expect(link?.attr('href')).toBe('/s?a=1&b=2&copy=3"');
  });
});

describe('hostile pages', () => {
  const SIZE = 100_000;
  it.each(
    [
      '<!--',
      '<!-- -->',
      '<a "',
      '<a b="',
      '</',
      '<',
      '&am',
      '<?',
      '<title></titl>',
      '<script><!-- <script>',
      '<script><!--</a>',
      '<div>',
      '<svg><![CDATA[>',
    ].map((part) => [part]),
  )('%s over and over is read in no time', (part) => {
    const start = performance.now();
    parseDocument(part.repeat(SIZE / part.length));
    // What took quadratic time would take minutes.
    expect(performance.now() - start).toBeLessThan(3_000);
  });

  it('a tag with thousands of attributes is read in no time', () => {
    const start = performance.now();
    const attributes = Array.from({ length: 20_000 }, (_, index) => `a${index}=b`).join(' ');
    expect(Object.keys(elementsOf(`<p ${attributes}>`).at(-1)?.attribs ?? {})).toHaveLength(20_000);
    expect(performance.now() - start).toBeLessThan(3_000);
  });
});
