/** The overview: a short table next to the images. */
import type { Page, PageBlock } from '../page.ts';

export interface OverviewRow {
  name: string;
  value: string;
  /** The key of the attribute, the same in every language: `item_weight`. */
  key: string | undefined;
  /** The element of the row. */
  row: PageBlock;
  /** The selector of such rows. */
  at: string;
}

const KEY = /(?:^|\s)po-([a-z_.]+)/;

const OVERVIEWS = ['productOverview_feature_div', 'productOverview_hoc_view_div', 'topHighlight', 'poExpander'];

/** Returns the rows of the overview. */
export function overviewRows(page: Page): OverviewRow[] {
  const table = OVERVIEWS.flatMap((id) => page.at(id).all()).find((block) => block.has('tr'));
  return (table?.all('tr') ?? []).flatMap((row): OverviewRow[] => {
    const [name, value] = row
      .children()
      .filter('th, td')
      .all()
      .map((cell) => cell.fullText('.a-truncate-full') ?? cell.text());
    return name === undefined || value === undefined
      ? []
      : [{ name, value, key: KEY.exec(row.attr('class') ?? '')?.[1], row, at: row.where }];
  });
}
