/** Counts the elements that queries visit: no query searches a whole document, and elements outside the page's blocks are never visited. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { parsePage } from '../../src/entries/parse.ts';
import { type Element, elementsBelow, type ParentNode } from '../../src/html/tree.ts';
import { rows, textOf } from '../fixtures/fixture.ts';

/** The work of the queries of a page: selectors that searched a whole document, and the number of elements. */
const visits = vi.hoisted(() => ({ wholeDocuments: [] as string[], elements: 0 }));

vi.mock('../../src/html/query.ts', async (original) => {
  const query = await original<typeof import('../../src/html/query.ts')>();
  const visit = (scope: ParentNode, selector: string, last?: Element) => {
    if (scope.parent === null || (scope.type === 'tag' && scope.name === 'html')) visits.wholeDocuments.push(selector);
    for (const element of elementsBelow(scope)) {
      visits.elements++;
      if (element === last) return;
    }
  };
  return {
    ...query,
    selectAll: (scope: ParentNode, selector: string) => {
      visit(scope, selector);
      return query.selectAll(scope, selector);
    },
    selectFirst: (scope: ParentNode, selector: string) => {
      const found = query.selectFirst(scope, selector);
      visit(scope, selector, found);
      return found;
    },
    firstBelow: (scope: ParentNode, selector: string, read: (element: Element) => unknown) => {
      let last: Element | undefined;
      const value = query.firstBelow(scope, selector, (element) => {
        last = element;
        return read(element);
      });
      visit(scope, selector, value === undefined ? undefined : last);
      return value;
    },
  };
});

beforeEach(() => {
  visits.wholeDocuments = [];
  visits.elements = 0;
});

/** Makes a page longer than every refusal page: a refusal page is searched as a whole. */
const LONG = `<script>${'x'.repeat(30_000)}</script>`;
/** Markup that real pages have outside the blocks: menus, carousels of other products, links. */
const OUTSIDE =
  '<div class="nav"><a class="a-link-normal" href="/dp/B0OTHER001"><span class="a-price">$1.00</span></a></div>'.repeat(
    500,
  );

/** These pages have no ids at which a query could start. */
const WITHOUT_IDS = ['storefront/us-larkmoor-brand.html', 'search/us-no-results.html', 'seller/us-unknown.html'];
const pages = rows.filter(({ file }) => !file.startsWith('refusals/') && !WITHOUT_IDS.includes(file));

describe('reading a page', () => {
  it.each(pages)('$file: no query searches the whole document', ({ url, file, fetched_at }) => {
    const context = { url, requestedAt: new Date(fetched_at) };
    const html = `${textOf(file)}${LONG}`;
    const { data } = parsePage(html, context);
    expect(visits.wholeDocuments).toEqual([]);
    const { elements } = visits;
    visits.elements = 0;
    expect(parsePage(`${html}${OUTSIDE}`, context).data).toEqual(data);
    expect(visits.elements).toBe(elements);
  });
});
