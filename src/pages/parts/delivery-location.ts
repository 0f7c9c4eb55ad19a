/** The delivery location: a page shows the prices and promises for it. A signed-in shopper's name is next to it, and is never returned. */
import { regionNamed, wordsOf } from '../../locale/index.ts';
import type { Page } from '../engine/page.ts';

/**
 * Returns the location as the page names it, without the words before it. `undefined` if the page names none, or if the text can be the name of the
 * shopper.
 */
export const deliveryLocation = (page: Page): string | undefined => page.once(readLocation);

/** Returns the location. If its line is not understood, the text in the place of the location: "Select your address". */
export const shownLocation = (page: Page): string | undefined =>
  deliveryLocation(page) ?? visible(quiet(page), quiet(page).at(SECOND_LINE).text());

const en = wordsOf('en');

const FIRST_LINE = 'glow-ingress-line1';
const SECOND_LINE = 'glow-ingress-line2';
/** Ids of lines with words, name and location together: next to the delivery block, and in the header of mobile pages. */
const LINES = [
  'contextualIngressPtLabel_deliveryShortLine',
  'contextualIngressPtLabel',
  'contextualIngressPt',
  'glow-ingress-single-line',
];
/** A line with the address, sometimes after the name. Seen 2017. */
const ADDRESS = 'unifiedLocation_feature_div';

function readLocation(page: Page): string | undefined {
  const block = quiet(page);
  const sources: [id: string, read: () => string | undefined][] = [
    ...LINES.map((id): [string, () => string | undefined] => [id, () => inLine(block, id)]),
    [FIRST_LINE, () => inHeader(block)],
    [ADDRESS, () => inAddress(block)],
  ];
  for (const [id, read] of sources) {
    const place = visible(block, read());
    if (place === undefined) continue;
    page.note('selector', `#${id}`, place, block.at(id).nodes);
    return place;
  }
  return undefined;
}

/** Reads without a recorder, which would show the name. */
const quiet = (page: Page): Page => page.once(unrecorded);
const unrecorded = (page: Page): Page => page.unrecorded();

/** Two lines: "Deliver to" and the location, "Deliver to NAME" and the location, or "Delivering to LOCATION" and a link that changes it. */
function inHeader(page: Page): string | undefined {
  const rest = withoutLead(page, page.at(FIRST_LINE).text());
  const second = page.at(SECOND_LINE).text();
  if (rest === undefined || second === undefined) return undefined;
  if (!isLink(page, second)) return second;
  return rest === '' ? undefined : rest;
}

/** One line: "Deliver to LOCATION", "Deliver to NAME - LOCATION", "Delivering to LOCATION - Update location". */
function inLine(page: Page, id: string): string | undefined {
  const line = page.at(id).first();
  const [, ...more] = line.children().texts();
  const behind = more.join(' ');
  const rest = behind === '' || isLink(page, behind) ? withoutLead(page, line.text()) : behind;
  const parts = rest?.split(BETWEEN_PARTS).filter((part) => part !== '') ?? [];
  const shown = parts.filter((part) => !isLink(page, part));
  // A line with a link has no name.
  return shown.length === parts.length ? parts.at(-1) : shown.length === 1 ? shown[0] : undefined;
}

const BETWEEN_PARTS = /\s[-–—](?:\s|$)/;

/** "NAME- CITY - POSTAL CODE". The first part can be the name, unless it is a postal code. */
function inAddress(page: Page): string | undefined {
  const label = page.at(ADDRESS).text('.lux-location-label');
  const [first = '', ...parts] = label?.split(/\s?-\s|\s-/) ?? [];
  if (parts.length > 0) return parts.join(' ');
  return POSTAL_CODE.test(first) || isCountryToShipTo(page, first) ? first : undefined;
}

/** Whether the line says "Ship to: Germany". The name of a country is not that of a shopper. */
function isCountryToShipTo(page: Page, place: string): boolean {
  const address = page.at(ADDRESS);
  const label = address.text('.lux-location-label') ?? '';
  const line = address.at('locationUX').text()?.replace(label, '').trim();
  return withoutLead(page, line) === '' && regionNamed(place, page.locale.language) !== undefined;
}

const POSTAL_CODE = /^\d[\d -]{2,}$/;

/** Returns a line without "Deliver to". `undefined` for another line, such as a greeting. */
function withoutLead(page: Page, line = ''): string | undefined {
  const lower = line.toLowerCase();
  const leads = [...page.locale.words.product.deliverTo, ...en.product.deliverTo].toSorted(
    (a, b) => b.length - a.length,
  );
  for (const lead of leads.map((one) => one.toLowerCase())) {
    if (lower.startsWith(lead)) return line.slice(lead.length).trim();
    if (lower.endsWith(lead)) return line.slice(0, -lead.length).trim();
  }
  return undefined;
}

const isLink = (page: Page, text: string | undefined): boolean =>
  page.locale.says(text, ({ product }) => product.changeLocation);

/** Ids of the greeting in the header: "Hello, NAME". */
const GREETINGS = [
  'nav-link-accountList-nav-line-1',
  'nav-link-accountList',
  'nav-link-yourAccount',
  'nav-greeting-name',
];

/** Returns the text, unless it is in the greeting, or next to "Deliver to" with another text as the location. */
function visible(page: Page, text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  const greetings = GREETINGS.flatMap((id) => page.at(id).texts());
  const isGreeted = greetings.some((greeting) => greeting.includes(text));
  const inHeaderLine = withoutLead(page, page.at(FIRST_LINE).text());
  const second = page.at(SECOND_LINE).text();
  const isName = inHeaderLine === text && second !== undefined && second !== text && !isLink(page, second);
  return isGreeted || isName ? undefined : text;
}
