import { describe, expect, it } from 'vitest';
import { explainHtml } from '../../src/cli/pages/explain-html.ts';
import { parseDocument } from '../../src/html/index.ts';
import { explainPage } from '../../src/parse.ts';

const URL_OF_PAGE = 'https://www.amazon.com/dp/B0LANTERN1';
const product = (title: string, rest = '') =>
  `<html lang="en"><body><div id="dp"><input id="ASIN" name="ASIN" value="B0LANTERN1"><h1 id="title"><span id="productTitle">${title}</span></h1>${rest}</div></body></html>`;

function report(html: string, url = URL_OF_PAGE): string {
  return explainHtml(explainPage(html, { url: URL_OF_PAGE }), parseDocument(html), url);
}

describe('the page of explain --html', () => {
  it('marks what was read, and shows the rest', () => {
    const page = report(product('Camping Lantern', '<p>other text</p>'));
    expect(page).toContain('<p><mark>Camping Lantern</mark><b>title</b></p>');
    expect(page).toContain('<p>other text</p>');
  });

  it.each([
    ['nested elements', '<div>'.repeat(100_000)],
    ['nested inline elements with text', '<b>x'.repeat(100_000)],
    ['siblings', '<p>x</p>'.repeat(200_000)],
    ['siblings with the id of the title', '<span id="productTitle">x</span>'.repeat(100_000)],
    ['a huge attribute', `<p title="${'x'.repeat(2_000_000)}">x</p>`],
    ['a long text', 'word '.repeat(400_000)],
    ['characters that are longer when escaped', '&amp;&lt;&quot;'.repeat(200_000)],
    ['open tags in text', '&lt;'.repeat(300_000)],
  ])('is written for a page with many or long parts: %s', (_, rest) => {
    const html = product('Camping Lantern', rest);
    const page = report(html);
    expect(page.endsWith('</html>\n')).toBe(true);
    expect(page.length).toBeLessThan(20_000_000);
  });

  it('says that it leaves out the rest of a long page', () => {
    expect(report(product('Camping Lantern', '<p>text of a line</p>'.repeat(150_000)))).toContain('is left out');
    expect(report(product('Camping Lantern', '<p>text</p>'))).not.toContain('is left out');
  });

  it('runs nothing of the page: everything is escaped, and its policy forbids scripts and requests', () => {
    const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>\u202e';
    const page = report(
      product(hostile.replaceAll('<', '&lt;'), '<a href="javascript:alert(1)">link</a>'),
      `javascript:${hostile}`,
    );
    expect(page).not.toMatch(/<script|<img|<a |\u202e| href=/);
    expect(page).toMatch(
      /content-security-policy" content="default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'/,
    );
  });
});
