import { parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import { explainHtml } from '../../src/cli/commands/explain/page.ts';
import { explainElements } from '../../src/pages/index.ts';
import { product, URL_OF_PAGE } from './explain-page.ts';

/** Returns the file for a page. */
function report(html: string, url = URL_OF_PAGE): Promise<string> {
  return explainHtml(explainElements(html, { url: URL_OF_PAGE }), url);
}

/** Returns the copied page of a file: the document of its frame. */
function copyIn(file: string): string {
  const [, text = ''] = /srcdoc="([^"]*)"/.exec(file) ?? [];
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

interface Node {
  nodeName: string;
  attrs?: { name: string; value: string }[];
  childNodes?: Node[];
}

/** Returns the names of the elements below a node, and the names of their attributes. */
function namesIn(node: Node): string[] {
  const own = [node.nodeName, ...(node.attrs ?? []).map(({ name, value }) => `${name}=${value}`)];
  return [...own, ...(node.childNodes ?? []).flatMap(namesIn)];
}

describe('the page of explain --html', () => {
  it('copies the page, with the numbers of the values at their elements', async () => {
    const file = await report(product('Camping Lantern', '<p class="note" style="color: red">other text</p>'));
    const copy = copyIn(file);
    const [, number = ''] =
      /<h1 id="title"><span id="productTitle" data-read="(\d+)[^"]*">Camping Lantern<\/span>/.exec(copy) ?? [];
    expect(file).toMatch(new RegExp(`<tr data-number="${number}" data-path="title"`));
    expect(copy).toContain('<p class="note" style="color: red">other text</p>');
  });

  it('lists the missing fields with the places that were looked at', async () => {
    const file = await report(product('Camping Lantern'));
    expect(file).toMatch(/<li data-path="rating"><details><summary><b>rating<\/b>[\s\S]*?<code>#[^<]*#acrPopover/);
    expect(file).not.toContain('<li data-path="title"');
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
    ['a long style sheet', `<style>${'a{color:red}url('.repeat(300_000)}</style>`],
  ])('is written for a page with many or long parts: %s', async (_, rest) => {
    const page = await report(product('Camping Lantern', rest));
    expect(page.endsWith('</html>\n')).toBe(true);
    expect(page.length).toBeLessThan(20_000_000);
  });

  it('says that it leaves out the rest of a long page', async () => {
    const long = `<p class="${'x'.repeat(3_000)}">text</p>`.repeat(2_100);
    expect(await report(product('Camping Lantern', long))).toContain('is left out');
    expect(await report(product('Camping Lantern', '<p>text</p>'))).not.toContain('is left out');
  });

  it('runs nothing of the page: only named elements and attributes are copied, everything is escaped, and the policy forbids the rest', async () => {
    const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>\u202e';
    const parts = [
      '<a href="javascript:alert(1)" onclick="alert(1)" ping="https://evil.example/">link</a>',
      '<img src="https://evil.example/a.png" srcset="https://evil.example/b.png 2x" onerror="alert(1)">',
      '<img src="data:image/svg+xml,<svg onload=alert(1)>"><picture><source srcset="https://evil.example/c.png"></picture>',
      '<form action="https://evil.example/"><input name="q" autofocus formaction="https://evil.example/"><button>Go</button></form>',
      '<iframe src="https://evil.example/" srcdoc="<script>alert(1)</script>"></iframe><object data="x"></object><embed src="x">',
      '<svg onload="alert(1)"><use href="https://evil.example/#a"/><foreignObject><script>alert(1)</script></foreignObject><style>&lt;/style><script>alert(1)</script></style></svg>',
      '<math><mtext><style><img title="</style><img src=x onerror=alert(1)>"></style></mtext></math>',
      '<style>@import "https://evil.example/a.css"; p { background: url(https://evil.example/d.png) }</style>',
      '<p style="background: url(https://evil.example/e.png)" data-read="0">text</p><base href="https://evil.example/">',
      '<meta http-equiv="refresh" content="0;url=https://evil.example/"><link rel="stylesheet" href="https://evil.example/f.css">',
      '<video poster="https://evil.example/g.png" src="https://evil.example/h.mp4"></video><noscript><img src="x"></noscript>',
    ];
    const file = await report(product(hostile.replaceAll('<', '&lt;'), parts.join('')), `javascript:${hostile}`);
    expect(file).toMatch(
      /content-security-policy" content="default-src 'none'; script-src 'sha256-[^']+'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"/,
    );
    expect(file).toMatch(/<iframe title="Copy of the page" sandbox="allow-same-origin" /);
    expect(file).not.toContain('\u202e');
    expect(file.match(/<script/g)).toHaveLength(1);
    const copy = copyIn(file);
    expect(copy).toContain(`content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"`);
    expect(copy).not.toContain('evil.example');
    const names = namesIn(parse(copy) as Node);
    expect(
      names.filter((name) => /^(?:script|iframe|object|embed|base|link|use|math|video|source|noscript)$/i.test(name)),
    ).toEqual([]);
    expect(
      names.filter((name) =>
        /^(?:on\w+|href|srcset|action|formaction|ping|poster|autofocus|data-read=0$)=/i.test(name),
      ),
    ).toEqual([]);
    expect(names.filter((name) => name.startsWith('src='))).toEqual([]);
    // The one of the copy itself.
    expect(names.filter((name) => name.startsWith('http-equiv='))).toEqual(['http-equiv=content-security-policy']);
  });

  it('keeps images that are in the page', async () => {
    const image = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
    expect(copyIn(await report(product('Lantern', `<img alt="x" src="${image}">`)))).toContain(`src="${image}"`);
  });
});
