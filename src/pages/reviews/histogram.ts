/** The share of each number of stars, alike on product and reviews pages. */
import type { RatingHistogram } from '../../contract/data/shared.ts';
import type { Page, PageBlock } from '../page.ts';

/** Five meters, five stars first. A product without ratings shows five empty ones. */
export function ratingHistogram(page: Page): RatingHistogram | undefined {
  for (const table of page.at('histogramTable').all()) {
    const [five, four, three, two, one] = shares(table);
    if (five === undefined || four === undefined || three === undefined || two === undefined || one === undefined)
      continue;
    if (five + four + three + two + one === 0) continue;
    return { '5': five, '4': four, '3': three, '2': two, '1': one };
  }
  return undefined;
}

/** Of the meters; of older pages from the rows' texts: "65%". */
function shares(table: PageBlock): number[] {
  const meters = table
    .all('.a-meter')
    .map((meter) => percentOf(meter.attr('aria-valuenow') ?? meter.attr('aria-label')));
  const found = meters.filter((share) => share !== undefined);
  if (found.length >= STARS) return found;
  const rows = table.all('tr, li').map((row) => percentOf(PERCENT.exec(row.text() ?? '')?.[0]));
  return rows.filter((share) => share !== undefined);
}

const STARS = 5;
const PERCENT = /\d{1,3}\s?%|%\s?\d{1,3}/;

function percentOf(text: string | undefined): number | undefined {
  const digits = /\d+/.exec(text ?? '')?.[0];
  const share = digits === undefined ? undefined : Number(digits);
  return share !== undefined && share <= 100 ? share : undefined;
}
