/** What keeps reading fast, as counts: no query goes through a whole document, and what stands beside a page's blocks is never looked at. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Element, elementsBelow, type ParentNode } from '../../src/html/tree.ts';
import { parsePage } from '../../src/parse.ts';
import { rows, textOf } from '../fixtures/fixture.ts';

/** What the queries of a page looked at. */
const seen = vi.hoisted(() => ({ wholeDocuments: [] as string[], elements: 0 }));

vi.mock('../../src/html/query.ts', async (original) => {
  const query = await original<typeof import('../../src/html/query.ts')>();
  const look = (scope: ParentNode, selector: string, last?: Element) => {
    if (scope.parent === null || (scope.type === 'tag' && scope.name === 'html')) seen.wholeDocuments.push(selector);
    for (const element of elementsBelow(scope)) {
      seen.elements++;
      if (element === last) return;
    }
  };
  return {
    ...query,
    selectAll: (scope: ParentNode, selector: string) => {
      look(scope, selector);
      return query.selectAll(scope, selector);
    },
    selectFirst: (scope: ParentNode, selector: string) => {
      const found = query.selectFirst(scope, selector);
      look(scope, selector, found);
      return found;
    },
    firstBelow: (scope: ParentNode, selector: string, read: (element: Element) => unknown) => {
      let last: Element | undefined;
      const value = query.firstBelow(scope, selector, (element) => {
        last = element;
        return read(element);
      });
      look(scope, selector, value === undefined ? undefined : last);
      return value;
    },
  };
});

beforeEach(() => {
  seen.wholeDocuments = [];
  seen.elements = 0;
});

/** Texts longer than any refusal: in those all is looked at. */
const LONG = `<script>${'x'.repeat(30_000)}</script>`;
/** What stands around the blocks of every real page: menus, carousels of other items, links. */
const BESIDE =
  '<div class="nav"><a class="a-link-normal" href="/dp/B0OTHER001"><span class="a-price">$1.00</span></a></div>'.repeat(
    500,
  );

/** Brand stores, lists without results and the site's help have no ids to begin with. */
const WITHOUT_IDS = ['storefront/us-larkmoor-brand.html', 'search/us-no-results.html', 'seller/us-unknown.html'];
const pages = rows.filter(({ file }) => !file.startsWith('refusals/') && !WITHOUT_IDS.includes(file));

describe('reading a page', () => {
  it.each(pages)('$file: no field goes through the whole document', ({ url, file, fetched_at }) => {
    const context = { url, requestedAt: new Date(fetched_at) };
    const html = `${textOf(file)}${LONG}`;
    const { data } = parsePage(html, context);
    expect(seen.wholeDocuments).toEqual([]);
    const { elements } = seen;
    seen.elements = 0;
    expect(parsePage(`${html}${BESIDE}`, context).data).toEqual(data);
    expect(seen.elements).toBe(elements);
  });
});
