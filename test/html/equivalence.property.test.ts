import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../src/html/index.ts';
import { linesOf, ownTextOf, spacedTextOf, textOf } from '../../src/html/text.ts';
import { elementsBelow } from '../../src/html/tree.ts';
import { runsOf } from '../runs.ts';
import { noise, page } from './generated.ts';
import { linesOf as treeLines, treeOf, treeOfParse5 } from './trees.ts';

/** At night `equivalence.long.test.ts` runs 100,000 of each. */
const runs = runsOf(500);

describe('the tree is the same as the tree of parse5', () => {
  it.each([
    ['a script in a comment of a script', '<script><!-- <script>a</script> --></script>b'],
    ['a comment in a script', '<script><!-- a </script> --> b'],
    ['markup in attributes', '<a title="<script>" href=\'</a>\' id=<p>b</a>'],
    ['a page that ends in a tag', '<div id="a"><p class="b'],
    ['a page that ends in a script', '<script>a </scr'],
    ['the first line feed of a text area', '<textarea>\n\na</textarea><pre>\nb</pre><pre>&#10;c</pre>'],
    ['character references without a semicolon', 'a &notit; &amp b<a title="&notit; &amp=c">'],
    ['carriage returns', '<p title="a\r\nb">c\rd\r\n</p>\r'],
    ['NUL characters', '<p\0 title="\0">a\0b</p><script>\0</script>'],
    ['misplaced table content', '<table><td>a<table>b<tr>c<td>d</table>e'],
    ['misnested formatting', '<p><b><i>a</p><p>b</b>c</i>d'],
    ['foreign content', '<svg viewbox="a"><title>b<p>c</title><script>d</script><![CDATA[<e>]]></svg><math><mi>f<p>g'],
    ['names with capitals', '<DIV ID=a><foreignObject></DIV><SCRIPT>a</sCrIpT >b'],
  ])('for %s', (_, html) => {
    expect(treeOf(html)).toEqual(treeOfParse5(html));
  });

  it('for generated pages', () => {
    fc.assert(
      fc.property(page, (html) => {
        expect(treeOf(html)).toEqual(treeOfParse5(html));
      }),
      runs,
    );
  });

  it('for random sequences of characters', () => {
    fc.assert(
      fc.property(noise, (html) => {
        expect(treeOf(html)).toEqual(treeOfParse5(html));
      }),
      runs,
    );
  });
});

describe('without needless white space', () => {
  const textsOf = (html: string, dropsSpace: boolean) =>
    [...elementsBelow(parseDocument(html, { dropsSpace }).root)].map((element) => [
      element.name,
      textOf(element),
      spacedTextOf(element),
      ownTextOf(element),
      linesOf(element),
    ]);

  it('the tree has fewer nodes', () => {
    const { root } = parseDocument('<div> <p> a <b>b</b> <i>c</i> </p> </div>', { dropsSpace: true });
    expect(treeOf('<div> <p> a <b>b</b> <i>c</i> </p> </div>').filter((line) => line === 'text " "')).toHaveLength(4);
    expect(treeLines(root).filter((line) => line === 'text " "')).toEqual(['text " "']);
  });

  it.each([
    ['formatting that is opened again', '<p><b>a</p> <div>b</b> <p> c'],
    ['formatting in tables', '<table> <tr> <td> <b>a <td> b</b> </table> c'],
    ['scripts', 'a<div> <script>1</script> <script>2</script> b</div> <style>c</style> d'],
    ['comments and odd markup', '<div> <!-- a --> b<p> <?c?> d</ p> e <f'],
    ['end tags of nothing', '<i>a</i> </div>b <i>c</i></div> <i>d</i>'],
    ['start tags that are ignored', '<i>a</i> <tr>b<i>c</i><td> <i>d</i> <form>e<form> <i>f</i> <form>g'],
    ['text that is moved out of a table', '<i>a</i> <table>b</table> c <table> d'],
    ['a page that ends in a tag', '<div> <p'],
    ['a page that ends in other markup', '<div> <!a'],
    ['a head', '<html> <head> <title> a </title> </head> <body> <select> <option> b'],
  ])('all elements have the same texts: %s', (_, html) => {
    expect(textsOf(html, true)).toEqual(textsOf(html, false));
  });

  it('all elements have the same texts', () => {
    fc.assert(
      fc.property(fc.oneof(page, noise), (html) => {
        expect(textsOf(html, true)).toEqual(textsOf(html, false));
      }),
      runs,
    );
  });
});
