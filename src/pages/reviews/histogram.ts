/** The share of each star rating, on product and reviews pages. */
import type { RatingHistogram } from '../../contract/data/shared.ts';
import type { Page, PageBlock } from '../page.ts';

/** Returns the shares of the page's histogram. */
export function ratingHistogram(page: Page): RatingHistogram | undefined {
  return histogramIn(page.at('histogramTable').all());
}

/** Reads five meters, five stars first, or in the order of the stars in their rows. The page of a product without ratings shows five empty meters. */
export function histogramIn(tables: readonly PageBlock[]): RatingHistogram | undefined {
  for (const table of tables) {
    if (!isFiveFirst(table)) continue;
    const [five, four, three, two, one] = shares(table);
    if (five === undefined || four === undefined || three === undefined || two === undefined || one === undefined)
      continue;
    const sum = five + four + three + two + one;
    if (sum === 0) continue;
    if (Math.abs(sum - 100) > ROUNDING) {
      table.contradict('histogramTable', `the shares of the five ratings add up to ${sum} %`);
      continue;
    }
    return { '5': five, '4': four, '3': three, '2': two, '1': one };
  }
  return undefined;
}

const STAR_NAMES = ['five', 'four', 'three', 'two', 'one'];

/** Whether the links of the rows, as far as they have any, name five stars first. */
function isFiveFirst(table: PageBlock): boolean {
  const names = table.all('.a-meter').map((meter) => {
    const href = meter.closest('tr, li').attr('href', 'a[href*="filterByStar="]') ?? '';
    return /[?&]filterByStar=([a-z]+)_star(?:&|#|$)/.exec(href)?.[1];
  });
  return names.every((name, at) => name === undefined || name === STAR_NAMES[at]);
}

/** A share, and the text of its row: "5 star 65%". */
interface Share {
  share: number;
  row: string | undefined;
}

/** Reads the attributes of the meters; else the text of the rows: "65%". The text: Seen 2015 to 2021. */
function shares(table: PageBlock): number[] {
  const { percent } = table.locale;
  const meters = table.all('.a-meter').flatMap((meter): Share[] => {
    const value = meter.attr('aria-valuenow');
    const share = percent(value) ?? percent(BARE_SHARE.test(value ?? '') ? `${value}%` : meter.attr('aria-label'));
    return share === undefined ? [] : [{ share, row: meter.closest(ROW).text() }];
  });
  if (meters.length >= STARS) return inOrder(meters);
  const rows = table.all(ROW).flatMap((one): Share[] => {
    const row = one.text();
    const share = percent(row);
    return share === undefined ? [] : [{ share, row }];
  });
  return inOrder(rows);
}

const ROW = 'tr, li';
/** The number of stars in a row: a digit that is not a share. */
const STAR = /(?<![\p{Nd}.,%\u066a]\s?)[1-5](?![\p{Nd}.,]|\s?[%\u066a])/u;

/** Puts five shares in the order of the stars that their rows name. */
function inOrder(rows: readonly Share[]): number[] {
  const starred = rows.map(({ share, row }) => ({ share, stars: Number(STAR.exec(row ?? '')?.[0]) }));
  const isKnown = rows.length === STARS && new Set(starred.flatMap(({ stars }) => stars || [])).size === STARS;
  const sorted = isKnown ? starred.sort((one, other) => other.stars - one.stars) : starred;
  return sorted.map(({ share }) => share);
}

const STARS = 5;
/** Five rounded shares can add up to a little more or less than 100 [percentage points]. */
const ROUNDING = 3;
/** A share without a percent sign. */
const BARE_SHARE = /^\d{1,3}$/;
