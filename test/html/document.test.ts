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
  it('indexes every element with an id in document order, also repeated ids', () => {
    const { byId } = parseDocument('<p id="a">1</p><div id="b"><p id="a">2</p></div><i ID=a>3</i>');
    expect(byId.get('a')?.map(({ name }) => name)).toEqual(['p', 'p', 'i']);
    expect(byId.get('b')).toHaveLength(1);
  });

  it('indexes elements that broken markup moves at their final position', () => {
    const { byId, root } = parseDocument('<table><tr><td id="a"><tr></tr><b id="a">x</b></table>', {});
    expect(byId.get('a')).toEqual([...elementsBelow(root)].filter(({ attribs }) => attribs.id === 'a'));
    expect(byId.get('a')?.map(({ name }) => name)).toEqual(['b', 'td']);
  });

  it('indexes attributes that a repeated html or body tag adds', () => {
    const html = '<html id="h"><body><p id="p">1</p><body id="b" data-hook="x"><html id="other" data-hook="x">';
    const { byId, byAttribute } = parseDocument(html, { indexedAttributes: INDEXED });
    expect([...byId.keys()]).toEqual(['h', 'b', 'p']);
    expect(
      byAttribute
        .get('data-hook')
        ?.get('x')
        ?.map(({ name }) => name),
    ).toEqual(['html', 'body']);
  });

  it('indexes attributes whose value is the name of another one', () => {
    const html = '<p data-hook="id" id="a">1</p><p id="data-hook" data-hook="b">2</p>';
    const { byId, byAttribute } = parseDocument(html, { indexedAttributes: INDEXED });
    expect([...byId.keys()]).toEqual(['a', 'data-hook']);
    expect([...(byAttribute.get('data-hook')?.keys() ?? [])]).toEqual(['id', 'b']);
  });

  it('indexes formatting elements that are opened again with their own attributes', () => {
    const { byId } = parseDocument('<p><a id="a"></p><span id="b" =c>1');
    expect(byId.get('a')?.map(({ name }) => name)).toEqual(['a', 'a']);
    expect(byId.get('b')?.map(({ name }) => name)).toEqual(['span']);
  });

  it('does not index elements that are no longer in the tree', () => {
    const { byId, scripts } = parseDocument('<div id="d"></div><script></script><frameset id="f">');
    expect([...byId.keys()]).toEqual(['f']);
    expect(scripts).toEqual([]);
  });

  it('has indexes that match the tree for any markup', () => {
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

  it('collects scripts, also of a page that is cut off', () => {
    const document = parseDocument('<html><head><script>var a</script><body><div id="x"><script>var b');
    expect(document.scripts).toHaveLength(2);
    expect(document.byId.get('x')).toHaveLength(1);
  });
});

describe('an element', () => {
  it('returns the same value with attr() and attribs', () => {
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

  it('has the class that a repeated html tag adds', () => {
    const [html] = elementsOf('<html><p></p><html class="late">');
    expect([html?.attr('class'), html?.attribs]).toEqual(['late', { class: 'late' }]);
  });

  it('resolves character references in attributes, and uses the first of two equal names', () => {
    const [link] = elementsOf('<a href="/s?a=1&amp;b=2&copy=3&quot;" HREF="x" title=\'"\' hidden>').slice(-1);
    expect(link?.attribs).toEqual({ href: '/s?a=1&b=2&copy=3"', title: '"', hidden: '' });
    expect(link?.attr('href')).toBe('/s?a=1&b=2&copy=3"');
  });
});

describe('hostile pages', () => {
  const SIZE = 30_000;
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
  )('reads a page that repeats %s in linear time', (part) => {
    const read = charactersRead(() => parseDocument(part.repeat(SIZE / part.length)));
    // In quadratic time it would be thousands of times.
    expect(read).toBeLessThan(10 * SIZE);
  });

  it('reads a tag with thousands of attributes in linear time', () => {
    const page = `<p ${Array.from({ length: 5_000 }, (_, index) => `a${index}=b`).join(' ')}>`;
    expect(Object.keys(elementsOf(page).at(-1)?.attribs ?? {})).toHaveLength(5_000);
    expect(charactersRead(() => parseDocument(page))).toBeLessThan(10 * page.length);
  });
});

/** Returns how many characters the methods of strings look at while a function runs. */
function charactersRead(run: () => void): number {
  const { charCodeAt, codePointAt, indexOf, lastIndexOf, slice } = String.prototype;
  let read = 0;
  Object.assign(String.prototype, {
    charCodeAt(this: string, at: number) {
      read++;
      return charCodeAt.call(this, at);
    },
    codePointAt(this: string, at: number) {
      read++;
      return codePointAt.call(this, at);
    },
    indexOf(this: string, part: string, from = 0) {
      const found = indexOf.call(this, part, from);
      read += (found === -1 ? this.length : found) - from;
      return found;
    },
    lastIndexOf(this: string, part: string) {
      const found = lastIndexOf.call(this, part);
      read += this.length - Math.max(found, 0);
      return found;
    },
    slice(this: string, ...range: [number, number]) {
      const part = slice.apply(this, range);
      read += part.length;
      return part;
    },
  });
  try {
    run();
  } finally {
    Object.assign(String.prototype, { charCodeAt, codePointAt, indexOf, lastIndexOf, slice });
  }
  return read;
}
