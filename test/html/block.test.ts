import { describe, expect, it } from 'vitest';
import { Block, parseDocument } from '../../src/html/index.ts';

function blockOf(html: string): Block {
  const document = parseDocument(html, { indexedAttributes: ['data-hook'] });
  return new Block({ document, skip: ({ attribs }) => attribs.class === 'hidden' }, [document.root], '');
}

describe('a block', () => {
  it('finds its tables, in the order of the document, moved ones too', () => {
    const page = blockOf(
      '<table id="a"></table><div id="box"><table id="b"><p>moved</p><tr><td><table id="c"></table></td></tr></table></div>',
    );
    expect(page.tables.all().map((table) => table.attr('id'))).toEqual(['a', 'b', 'c']);
    expect(
      page
        .at('box')
        .tables.all()
        .map((table) => table.attr('id')),
    ).toEqual(['b', 'c']);
    expect(page.at('missing').tables.exists).toBe(false);
  });

  it('reads text with a blank between the words of different elements', () => {
    const page = blockOf('<p>#<b>1</b>Best <i>Seller</i><i>in</i><script>x</script></p><p>位<b>1</b>(a)</p>');
    expect(page.all('p').map((block) => block.spacedText())).toEqual(['#1 Best Seller in', '位1(a)']);
    expect(page.spacedText('b', 'i')).toBe('1');
  });

  it('finds all elements with an id inside it, in document order', () => {
    const page = blockOf('<p id="a">1</p><div id="box"><p id="a">2</p><p id="a">3</p></div>');
    expect(page.at('a').texts()).toEqual(['1', '2', '3']);
    expect(page.at('box').at('a').texts()).toEqual(['2', '3']);
    expect(page.at('box').at('box').exists).toBe(false);
    expect(page.at('nothing').text()).toBeUndefined();
    expect(blockOf('<p id="">1</p>').at('').exists).toBe(false);
  });

  it('finds elements by an indexed attribute, and throws for other attributes', () => {
    const page = blockOf('<i data-hook="x">1</i><div id="box"><b data-hook="x">2</b></div>');
    expect(page.marked('data-hook', 'x').texts()).toEqual(['1', '2']);
    expect(page.at('box').marked('data-hook', 'x').texts()).toEqual(['2']);
    expect(() => page.marked('data-other', 'x')).toThrow('data-other is not indexed');
  });

  it('returns the first text that is not empty, in the order of the selectors', () => {
    const page = blockOf('<div id="box"><b> </b><b>bold</b><i>italic</i></div>');
    expect(page.at('box').text('u', 'b', 'i')).toBe('bold');
    expect(page.at('box').text('i')).toBe('italic');
    expect(page.at('box').text('u')).toBeUndefined();
  });

  it('has as its first element the first with text, else the first', () => {
    const page = blockOf(
      '<p id="a"> </p><p id="a"><b class="hidden">x</b></p><p id="a">2</p><img id="b" alt="1"><img id="b">',
    );
    expect(page.at('a').first().text()).toBe('2');
    expect(page.at('b').first().attr('alt')).toBe('1');
    expect(page.at('c').first().exists).toBe(false);
  });

  it('collapses white space, and leaves out scripts, invisible marks and skipped elements', () => {
    const page = blockOf(
      '<div id="box">a\u00a0\n b<script>x</script><style>y</style>\u200e<span class="hidden">z</span><p>c</p>d</div>',
    );
    expect(page.at('box').text()).toBe('a b c d');
    expect(page.at('box').fullText()).toBe('a bz c d');
    expect(page.at('box').text('.hidden')).toBe('z');
    expect(page.at('box').ownText()).toBe('a b d');
  });

  it('reads lines that end at block elements and line breaks', () => {
    const page = blockOf('<div id="box">a <b>b</b><br>c<ul><li>d</li><li> </li><li>e</li></ul></div>');
    expect(page.at('box').lines()).toEqual(['a b', 'c', 'd', 'e']);
  });

  it('reads attributes', () => {
    const page = blockOf('<div id="box"><a href="">x</a><a href="/1">y</a><a href="/2">z</a></div>');
    expect(page.at('box').attr('href', 'a')).toBe('/1');
    expect(page.at('box').attrs('href', 'a')).toEqual(['/1', '/2']);
    expect(page.at('box').attr('id')).toBe('box');
  });

  it('finds and reads nothing in what is left out', () => {
    const page = blockOf(
      '<div id="box">a<div id="out"><p data-hook="x">b<i class="hidden">c</i></p></div><p data-hook="x">d<i class="hidden">e</i></p></div>',
    );
    const rest = page.at('box').without(page.at('out'));
    expect(rest.text()).toBe('a d');
    expect(rest.fullText()).toBe('a de');
    expect(rest.lines()).toEqual(['a', 'd']);
    expect([rest.text('p'), rest.first('p').text(), rest.has('#out'), rest.find('p').texts()]).toEqual([
      'd',
      'd',
      false,
      ['d'],
    ]);
    expect(rest.fullText('i')).toBe('e');
    expect(rest.children().texts()).toEqual(['d']);
    expect([rest.at('out').exists, rest.marked('data-hook', 'x').texts()]).toEqual([false, ['d']]);
    expect(rest.without(rest.find('p')).text()).toBe('a');
    expect(page.at('box').text('p')).toBe('b');
  });

  it('finds ancestors, the next element, children and matching elements', () => {
    const page = blockOf('<section id="s"><p id="a">1</p> text <p id="b" class="x">2</p></section>');
    expect(page.at('a').closest('section').attr('id')).toBe('s');
    expect(page.at('a').next().attr('id')).toBe('b');
    expect(page.at('b').next().exists).toBe(false);
    expect(page.at('s').children().all()).toHaveLength(2);
    expect(page.at('s').find('p').filter('.x').texts()).toEqual(['2']);
    expect(page.at('s').has('.x')).toBe(true);
  });

  it('finds an element once if it is inside several elements of the block', () => {
    const page = blockOf('<div class="o"><div class="o"><b>x</b></div></div>');
    expect(page.find('.o').find('b').texts()).toEqual(['x']);
  });
});
