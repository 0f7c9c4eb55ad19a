/** The parts between the tiles: messages, pagination, suggestions. Each stands in a slot that names no item. */
import type { Page, PageBlock } from '../page.ts';

/** The widgets of one of the site's templates: `PAGINATION`, `TOP_BANNER_MESSAGE`. */
export function widgets(page: Page, template: string): PageBlock {
  return page.marked('data-asin', '').children().filter(`[class*="template=${template}"]`);
}
