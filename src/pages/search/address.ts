/** What the address of a page of results says of it. */
import { detectPageType, type PageAddress } from '../address.ts';
import type { Page } from '../page.ts';

/** Read once a page; `undefined` for an address that is none of the marketplace's. */
export function addressOfPage(page: Page): PageAddress | undefined {
  return page.once(readAddress);
}

function readAddress(page: Page): PageAddress | undefined {
  return detectPageType(page.url);
}
