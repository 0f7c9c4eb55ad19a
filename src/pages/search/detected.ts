/** The facts in the URL of a page of results. */
import { type DetectedPage, detectPageType } from '../detect.ts';
import type { Page } from '../page.ts';

/** Returns the facts in the page's URL. `undefined` if its page type is unknown. They are read once per page. */
export function detectedPage(page: Page): DetectedPage | undefined {
  return page.once(detect);
}

function detect(page: Page): DetectedPage | undefined {
  return detectPageType(page.url);
}
