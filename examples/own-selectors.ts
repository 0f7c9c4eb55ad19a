/**
 * Reads what buybox has no field for: the headings and the product links of a page, with css-select and domutils.
 *
 *   node examples/own-selectors.ts page.html https://www.amazon.com/dp/B0LANTERN1
 *   node examples/own-selectors.ts --fixtures
 */
import { readFileSync } from 'node:fs';
import { parsePage } from 'buybox/parse';
import { selectAll } from 'css-select';
import type { AnyNode, Element } from 'domhandler';
import { getAttributeValue, textContent } from 'domutils';

export interface Outline {
  title: string | undefined;
  headings: string[];
  links: string[];
}

/** Returns the headings and links of a page next to its title. */
export function outlineOf(html: string, url: string): Outline {
  const { page_type, data, document } = parsePage(html, { url, document: true });
  const headings = selectAll<AnyNode, Element>('h1, h2, h3', document);
  const links = selectAll<AnyNode, Element>('a[href*="/dp/"]', document);
  return {
    title: page_type === 'product' ? data?.title : undefined,
    headings: headings.map((heading) => textContent(heading).replace(/\s+/g, ' ').trim()).filter((text) => text !== ''),
    links: [...new Set(links.flatMap((link) => getAttributeValue(link, 'href') ?? []))],
  };
}

if (process.argv[1] === import.meta.filename) {
  const [file = '', url = ''] = process.argv.slice(2);
  const isFixture = file === '--fixtures';
  const fixture = new URL('fixtures/product/us-lantern.html', import.meta.resolve('buybox/package.json'));
  const html = readFileSync(isFixture ? fixture : file, 'utf8');
  const { title, headings, links } = outlineOf(html, isFixture ? 'https://www.amazon.com/dp/B0LANTERN1' : url);
  console.log(title);
  for (const heading of headings) console.log(`heading: ${heading}`);
  for (const link of links) console.log(`link: ${link}`);
}
