/** The parts between the tiles: messages, pagination, suggestions. Each stands in a slot that names no item. */
import type { Page, PageBlock } from '../page.ts';

/** The widgets of one of the site's templates: `PAGINATION`, `TOP_BANNER_MESSAGE`. Until 2021 they stood in a column of the slot. */
export function widgets(page: Page, template: string): PageBlock {
  const slots = page.marked('data-asin', '').children();
  const named = `[class*="template=${template}"]`;
  const found = slots.filter(named);
  return found.exists ? found : slots.filter('.sg-col-inner').children().filter(named);
}
