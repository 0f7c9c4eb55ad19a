/** The widgets between the tiles: messages, pagination, suggestions. Their slots have an empty ASIN. */
import type { Page, PageBlock } from '../page.ts';

/** Returns the widgets of a template. They can be in a column of the slot. Seen 2020 to 2021. */
export function widgets(
  page: Page,
  template: 'PAGINATION' | 'TOP_BANNER_MESSAGE' | 'MESSAGING' | 'VISUAL_NAVIGATION',
): PageBlock {
  const slots = page.marked('data-asin', '').children();
  const named = `[class*="template=${template}"]` as const;
  const found = slots.filter(named);
  return found.exists ? found : slots.filter('.sg-col-inner').children().filter(named);
}
