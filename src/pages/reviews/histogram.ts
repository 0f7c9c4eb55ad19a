/** The share of each star rating, on product and reviews pages. */
import type { RatingHistogram } from '../../contract/data/shared.ts';
import { firstValue } from '../engine/fields.ts';
import type { Page, PageBlock } from '../engine/page.ts';

/** Returns the shares of the page's histogram. */
export const ratingHistogram = (page: Page): RatingHistogram | undefined =>
  histogramIn(page.at('histogramTable').entries());

/** Reads five meters, five stars first, or in the order of the stars in their rows. The page of a product without ratings shows five empty meters. */
export function histogramIn(tables: readonly PageBlock[]): RatingHistogram | undefined {
  return firstValue(tables, (table) => {
    const histogram = histogramOfShares(shares(table));
    const sum = Object.values(histogram ?? {}).reduce((total, share) => total + share, 0);
    if (sum === 0 || Math.abs(sum - 100) <= ROUNDING) return sum === 0 ? undefined : histogram;
    table.contradict('histogramTable', `the shares of the five ratings add up to ${sum} %`);
    return undefined;
  });
}

/** Returns the histogram with these shares, five stars first. `undefined` if one of them is missing. */
export function histogramOfShares(shares: readonly (number | undefined)[]): RatingHistogram | undefined {
  const [five, four, three, two, one] = shares;
  if (five === undefined || four === undefined || three === undefined || two === undefined || one === undefined)
    return undefined;
  return { '5': five, '4': four, '3': three, '2': two, '1': one };
}

/** A share, and the number of stars that the link and the text of its row name. */
interface Share {
  share: number;
  linked: number | undefined;
  written: number | undefined;
}

/** Reads the attributes of the meters; else the text of the rows: "65%". The text: Seen 2015 to 2021. */
function shares(table: PageBlock): number[] {
  const { percent } = table.locale;
  const meters = few(table.all('.a-meter')).flatMap((meter): Share[] => {
    const value = meter.attr('aria-valuenow');
    const share =
      percent(value) ?? percent(BARE_SHARE.test(value ?? '') ? `${value}%` : whole(meter.attr('aria-label')));
    return share === undefined ? [] : [{ share, ...starsOf(meter.closest(ROW)) }];
  });
  if (meters.length >= STARS) return inOrder(meters);
  const rows = few(table.all(ROW)).flatMap((one): Share[] => {
    const share = percent(one.text());
    return share === undefined ? [] : [{ share, ...starsOf(one) }];
  });
  return inOrder(rows);
}

/** "58.3333333333333%", with a point in every language. Seen 2015. */
const LONG_SHARE = /^(\d{1,2}[.,]\d{3,20})\s?%$/;

/** Returns a label with a whole share instead of one with many decimals. */
function whole(label: string | undefined): string | undefined {
  const share = LONG_SHARE.exec(label ?? '')?.[1];
  return share === undefined ? label : `${Math.round(Number(share.replace(',', '.')))}%`;
}

const ROW = 'tr, li';

/** Returns the meters or rows of a histogram. A list with many is another one. */
const few = (blocks: readonly PageBlock[]): readonly PageBlock[] => (blocks.length > MOST ? [] : blocks);

/** Meters or rows of a histogram. Real pages: 20. */
const MOST = 100;
/** The number of stars in a row: a digit that is not a share. */
const STAR = /(?<![\p{Nd}.,%\u066a]\s?)[1-5](?![\p{Nd}.,]|\s?[%\u066a])/u;

const STAR_NAMES = ['one', 'two', 'three', 'four', 'five'];

/** "5 star 65%". */
function starsOf(row: PageBlock): Omit<Share, 'share'> {
  const name = /[?&]filterByStar=([a-z]+)_star(?:&|#|$)/.exec(row.attr('href', 'a[href*="filterByStar="]') ?? '')?.[1];
  const linked = STAR_NAMES.indexOf(name ?? '') + 1;
  const written = Number(STAR.exec(row.text() ?? '')?.[0]);
  return { linked: linked || undefined, written: written || undefined };
}

/** Puts five shares in the order of the stars that their rows name. If only some rows have a link, these must be in their place. */
function inOrder(rows: readonly Share[]): number[] {
  const named = rows.map(({ share, linked, written }) => ({ share, stars: linked ?? written ?? 0 }));
  const isKnown = rows.length === STARS && new Set(named.flatMap(({ stars }) => stars || [])).size === STARS;
  if (isKnown) return named.sort((one, other) => other.stars - one.stars).map(({ share }) => share);
  const isFiveFirst = rows.every(({ linked }, at) => linked === undefined || linked === STARS - at);
  return isFiveFirst ? rows.map(({ share }) => share) : [];
}

const STARS = 5;
/** Five rounded shares can add up to a little more or less than 100 [percentage points]. */
const ROUNDING = 3;
/** A share without a percent sign. */
const BARE_SHARE = /^\d{1,3}$/;
