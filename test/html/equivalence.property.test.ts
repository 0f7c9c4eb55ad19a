import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf } from '../runs.ts';
import { noise, page } from './generated.ts';
import { treeOf, treeOfParse5 } from './trees.ts';

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
