import { parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import { isInside, outermost } from '../../src/html/document-order.ts';
import { Block, elementsBelow, isTag, jsonAfter, LIMITS, PageLimit, parseDocument } from '../../src/html/index.ts';
import { BodyParser } from '../../src/html/parser/body-parser.ts';
import { ElementIndex } from '../../src/html/parser/element-index.ts';
import { TagText } from '../../src/html/parser/tag-text.ts';
import { TokenReader } from '../../src/html/parser/tokens.ts';
import { treeAdapter } from '../../src/html/parser/tree-adapter.ts';
import { selectAll } from '../../src/html/query.ts';
import { Element } from '../../src/html/tree.ts';

function depthOf(html: string): number {
  let deepest = 0;
  for (const element of elementsBelow(parseDocument(html).root)) {
    let depth = 0;
    for (let node: unknown = element; node !== null; node = (node as { parent: unknown }).parent) depth++;
    deepest = Math.max(deepest, depth - 1);
  }
  return deepest;
}

function blockOf(html: string): Block {
  const document = parseDocument(html, { indexedAttributes: ['data-hook'] });
  return new Block({ document }, [document.root], '');
}

const many = (count: number, part: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => part(at)).join('');

describe('nested elements', () => {
  it.each([
    '<div>',
    '<span>',
    '<b>',
    '<ul><li>',
    '<table><tr><td>',
    '<svg><g>',
    '<template>',
    '<x-y>',
    '<a><p>',
    '<select><b>',
  ])('are at most so deep, however often %s is nested', (tag) => {
    expect(depthOf(tag.repeat(5_000))).toBeLessThanOrEqual(LIMITS.depth + 1);
    expect(depthOf(`\0${tag.repeat(5_000)}`)).toBeLessThanOrEqual(LIMITS.depth + 1);
  });

  it('keep their text, their order and their ids beyond the limit', () => {
    const inner = many(500, (at) => `a${at} <i id="n${at}">`);
    const page = blockOf(`<p id="all">${inner}end${'</i>'.repeat(500)}</p><p id="next">next</p>`);
    expect(page.at('all').text()).toBe(`${many(500, (at) => `a${at} `)}end`);
    expect(page.find('i').nodes).toHaveLength(500);
    expect(page.at('n499').text()).toBe('end');
    expect(page.at('all').has('#next')).toBe(false);
  });

  it('stay as they are up to the limit', () => {
    const html = `<body>${'<div>'.repeat(LIMITS.depth - 2)}x`;
    expect(depthOf(html)).toBe(LIMITS.depth);
  });

  it('are read from markup that nests twenty thousand of them', () => {
    expect(
      blockOf(`<p id="all">${'<i>'.repeat(20_000)}x`)
        .at('all')
        .text(),
    ).toBe('x');
  });
});

describe('the number of elements', () => {
  it('is limited for markup that repeats formatting elements in each paragraph', () => {
    const html = many(500, (at) => `<p><b id="b${at}">`);
    const made = (node: object): number =>
      ('childNodes' in node ? (node.childNodes as object[]) : []).reduce((sum, child) => sum + made(child), 1);
    expect(made(parse(html))).toBeGreaterThan(100_000);
    expect(() => parseDocument(html)).toThrow(PageLimit);
  });

  it('is limited for a whole page', () => {
    expect(() => parseDocument('<b></b>'.repeat(LIMITS.elements))).toThrow(`more than ${LIMITS.elements} elements`);
  });

  it('is not limited for short pages of tags without text', () => {
    expect(blockOf('<p><b><i>'.repeat(100)).find('p').nodes).toHaveLength(100);
  });
});

describe('a block', () => {
  it('has as entries only the outermost elements', () => {
    const page = blockOf('<li data-hook="e" id="a"><li data-hook="e" id="b"><ul><li data-hook="e" id="c"></ul>');
    expect(
      page
        .marked('data-hook', 'e')
        .entries()
        .map((entry) => entry.attr('id')),
    ).toEqual(['a', 'b']);
    expect(page.entries('ul, li').map((entry) => entry.attr('id'))).toEqual(['a', 'b']);
  });

  it('has at most so many entries, and so many elements that match', () => {
    const page = blockOf(`${'<i></i>'.repeat(LIMITS.entries + 1)}${'<b></b>'.repeat(LIMITS.matches + 1)}`);
    expect(() => page.entries('i')).toThrow(`more than ${LIMITS.entries} entries`);
    expect(() => page.all('b')).toThrow(`more than ${LIMITS.matches} elements that match b`);
    expect(page.all('i')).toHaveLength(LIMITS.entries + 1);
  });

  it('has no text if it is longer than any text of a page: a part of it would be wrong', () => {
    expect(blockOf(`<p>${'a '.repeat(LIMITS.text / 2 - 1)}`).text()).toHaveLength(LIMITS.text - 3);
    const long = blockOf(`<p>${'a '.repeat(LIMITS.text / 2 + 1)}`);
    expect([long.text(), long.find('p').ownText(), long.lines(), long.spacedText()]).toEqual([
      undefined,
      undefined,
      [],
      undefined,
    ]);
  });

  it('finds elements inside nested elements once, in the order of the page', () => {
    const page = blockOf(
      '<ul class="a"><li id="1"><ul class="a"><li id="2"></ul></ul><ul class="a"><li id="3"></ul><li id="4">',
    );
    expect(page.find('.a').find('li').attrs('id')).toEqual(['1', '2', '3']);
    expect(page.find('.a').at('2').exists).toBe(true);
    expect(page.find('.a').at('4').exists).toBe(false);
  });

  it('finds the elements with an id that are inside it', () => {
    const page = blockOf('<p id="x"></p><div class="a"><p id="x" class="b"></p></div><p id="x"></p>');
    expect(page.at('x').nodes).toHaveLength(3);
    expect(page.find('.a').at('x').attrs('class')).toEqual(['b']);
    expect(page.find('.b').at('x').exists).toBe(false);
  });
});

describe('attributes', () => {
  it('of a long tag are read once', () => {
    const page = blockOf(`<p ${many(5_000, (at) => `a${at}="${at}" `)} title="t">`);
    const [element] = page.find('p').nodes;
    expect(element && 'attr' in element && [element.attr('a7'), element.attr('title'), element.attr('none')]).toEqual([
      '7',
      't',
      undefined,
    ]);
  });

  it('have no classes if the attribute is longer than any class attribute', () => {
    const names = many(LIMITS.classes / 5, (at) => `c${at} `);
    expect(selectAll(blockOf(`<p class="x ${names}">`).nodes[0] as never, '.x')).toEqual([]);
    expect(
      selectAll(blockOf(`<p class="x ${names.slice(0, LIMITS.classes - 2)}">`).nodes[0] as never, '.x'),
    ).toHaveLength(1);
  });
});

describe('JSON in scripts', () => {
  it('is looked for at the first places of a marker only', () => {
    expect(jsonAfter(`${'"a": {'.repeat(LIMITS.markers)}"a": {"b": 1}`, '"a"')).toBeUndefined();
    expect(jsonAfter(`${'"a": {x y}'.repeat(LIMITS.markers - 1)}"a": {"b": 1}`, '"a"')).toEqual({ b: 1 });
    expect(jsonAfter(`${'"a": 1, '.repeat(1_000)}"a": {"b": 1}`, '"a"')).toEqual({ b: 1 });
  });

  it('is not nested deeper than any JSON of a page', () => {
    const nested = (depth: number) => jsonAfter(`"a": ${'['.repeat(depth)}${']'.repeat(depth)}`, '"a"');
    expect(nested(LIMITS.jsonDepth)).toBeDefined();
    expect(nested(LIMITS.jsonDepth + 1)).toBeUndefined();
  });
});

describe('the tokenizer', () => {
  it('keeps no text of unusual markup that it has read', () => {
    const html = `<svg>${'<![CDATA[a]]>'.repeat(1_000)}`;
    const order = new ElementIndex([]);
    const parser = new BodyParser({
      treeAdapter: { ...treeAdapter, createElement: (...given) => new Element(...given) },
    });
    const unread = { tag: new TagText(html), at: 0, names: 0, classAt: 0, indexed: [] };
    new TokenReader(html, unread, order, parser, false).run();
    expect(parser.tokenizer.preprocessor.html.length).toBeLessThan(100);
  });
});

describe('the order of elements', () => {
  it('is that of the document where parse5 appends an element to another parent than the last', () => {
    const { root } = parseDocument('<template><tr><div id="a"><td id="b"></template><p id="c">');
    const elements = [...elementsBelow(root)];
    expect(selectAll(root, '*')).toEqual(elements);
    expect(elements.map(({ order }) => order)).toEqual(elements.map((_, at) => at + 1));
  });

  it('tells what is inside of what', () => {
    const { root } = parseDocument('<table><b>1</b><tr><td><i><p>2</i></table><p>3');
    const elements = [...elementsBelow(root)];
    for (const one of elements) {
      for (const other of elements) {
        let parent = one.parent;
        while (parent !== null && parent !== other) parent = parent.parent;
        expect(isInside(one, other)).toBe(parent === other);
      }
    }
    expect(outermost(elements.filter(({ name }) => name !== 'html')).map(({ name }) => name)).toEqual(['head', 'body']);
    expect(elements.every(isTag)).toBe(true);
  });
});
