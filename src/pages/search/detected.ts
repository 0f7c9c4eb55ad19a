/** What the address of a page of results says of it. */
import { type DetectedPage, detectPageType } from '../detect.ts';
import type { Page } from '../page.ts';

/** Read once a page; `undefined` for an address that is none of the marketplace's. */
export function addressOfPage(page: Page): DetectedPage | undefined {
  return page.once(readAddress);
}

function readAddress(page: Page): DetectedPage | undefined {
  return detectPageType(page.url);
}
