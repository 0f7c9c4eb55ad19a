/** The pages that benchmarks read: real pages, or fixtures that are filled up to the size of real pages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { detectPageType, MarketplaceError, type PageContext, type PageType, parsePage } from '../src/entries/parse.ts';
import { FIXTURES_FOLDER } from '../src/package-folder.ts';
import { corpusFolders, htmlOf } from '../test/corpus/folders.ts';

/** A page to measure with. */
export interface BenchPage {
  name: string;
  type: PageType;
  html: string;
  context: PageContext;
}

interface Row {
  url: string;
  file: string;
  fetched_at: string;
}

const TYPES: ReadonlySet<PageType> = new Set(['product', 'search']);
/** Shorter real pages are refusals and fragments. */
const MIN_CHARACTERS = 100_000;

/**
 * Returns the product and search pages of the folders that `BUYBOX_CORPUS` names, or filled-up fixtures if the variable is not set. Only
 * pages that `parsePage` finds are returned: no robot checks, error pages or empty pages.
 *
 * @param only Name of the only page to return
 */
export function benchPages(only?: string): { source: string; pages: BenchPage[] } {
  const folders = corpusFolders();
  const isReal = folders.length > 0;
  const pages = (isReal ? folders.map(({ root }) => root) : [FIXTURES_FOLDER]).flatMap((folder) =>
    rowsOf(folder).flatMap((row, serial) =>
      only === undefined || only === row.file
        ? (pageOf(folder, row, (html) => (isReal ? html : filled(html, serial))) ?? [])
        : [],
    ),
  );
  const measured = pages.filter((page) => page.html.length >= MIN_CHARACTERS && isFound(page));
  return { source: isReal ? 'real pages' : 'generated pages', pages: measured };
}

function isFound({ html, context }: BenchPage): boolean {
  try {
    return parsePage(html, context).found;
  } catch (error) {
    if (error instanceof MarketplaceError) return false;
    throw error;
  }
}

function rowsOf(folder: string): Row[] {
  return JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'));
}

function pageOf(
  folder: string,
  { url, file, fetched_at }: Row,
  change: (html: string) => string,
): BenchPage | undefined {
  const type = detectPageType(url)?.page_type;
  if (type === undefined || !TYPES.has(type)) return undefined;
  const html = change(htmlOf(join(folder, file)));
  const context = { url, requestedAt: new Date(fetched_at) };
  return { name: file, type, html, context };
}

/** Adds to a fixture what real pages have around their content: scripts, styles, and carousels of other products. */
function filled(html: string, serial: number): string {
  const blocks = Array.from({ length: 60 + (serial % 5) * 20 }, (_, index) => [
    script(index),
    carousel(index),
    style(index),
  ]);
  const [head = '', body = ''] = halves(blocks.flat());
  return html.replace(/<body[^>]*>/, (tag) => `${tag}${head}`).replace('</body>', () => `${body}</body>`);
}

function halves(parts: readonly string[]): string[] {
  const middle = parts.length >> 1;
  return [parts.slice(0, middle).join('\n'), parts.slice(middle).join('\n')];
}

function script(serial: number): string {
  const lines = Array.from(
    { length: 60 },
    (_, index) =>
      `  P.when('A', 'ready').execute('m${serial}-${index}', function(A) { if (A.on && a < ${index}) { return "<div>" + A.state('k'); } });`,
  );
  return `<script type="text/javascript">\n(window.P || P).declare('block-${serial}', { "url": "/gp/x?a=1&b=${serial}" });\n${lines.join('\n')}\n</script>`;
}

function style(serial: number): string {
  return `<style>${Array.from({ length: 40 }, (_, index) => `.block-${serial} .item-${index} > a:hover { color: #0f${index % 10}; margin: 0 ${index}px }`).join('\n')}</style>`;
}

function carousel(serial: number): string {
  const cards = Array.from(
    { length: 24 },
    (_, index) => `
    <li class="a-carousel-card aok-float-left" role="listitem"><div id="card-${serial}-${index}" class="a-section p13n-grid-item" data-csa-c-item-id="amzn1.item.${serial}.${index}">
      <a class="a-link-normal aok-block" href="/item/${serial}/dp/X${index}?ref_=a&amp;pd_rd_i=${index}&amp;psc=1" tabindex="-1"><img alt="Thing no. ${index} &ndash; in blue" src="https://images.example.com/I/${serial}${index}.jpg" height="160"></a>
      <a class="a-link-normal" href="/item/${serial}/dp/X${index}"><span class="a-truncate a-size-base">Thing no. ${index}, with a long name &amp; many words</span></a>
      <div class="a-row"><i class="a-icon a-icon-star-small a-star-small-4-5"><span>4.${index % 10} / 5</span></i> <span class="a-size-small">${index}42</span></div>
      <span class="a-color-base"><span class="p13n-price">${index}.99</span></span></div></li>`,
  );
  return `<!-- block ${serial} --><div class="a-carousel-container block-${serial}" data-a-carousel='{"name":"c${serial}"}'><ol class="a-carousel">${cards.join('')}</ol></div>`;
}
