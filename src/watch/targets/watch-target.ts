/** From a line of text to the target of a watch. */
import { isRecord } from '../../contract/json.ts';
import { parsePlainLine } from '../../inputs/plain-line.ts';
import { type CheckedInput, checkedInput } from '../../inputs/requests.ts';
import { detectPageType } from '../../pages/urls/detect.ts';
import { addRule } from '../rules.ts';
import type { Rules, WatchTarget } from '../types.ts';

/** How the strings of CSV cells become options of a target. Other values stay as they are. */
const OPTIONS: Readonly<Record<string, (text: string) => unknown>> = {
  id: String,
  every: String,
  pages: (text) => (/^\d+$/.test(text) ? Number(text) : text),
  asins: (text) => text.toUpperCase().split(/[\s,;]+/),
  when: (text) => text.split(/[\s;]+/).reduce<Rules>((rules, rule) => addRule(rule, rules), {}),
};

/** A watch reads the pages of this library only: those of other URLs have no values to compare. */
export const TARGET_RULES = { isLocal: true } as const;

/** Returns the target that a text stands for, as a plain line of a file: an ASIN, `ASIN:de`, a URL, a seller id, a browse node, a keyword of several words. @throws BadRequestError */
export function targetOfText(text: string): WatchTarget {
  return targetOfInput(checkedInput(parsePlainLine(text.trim(), undefined), { ...TARGET_RULES, defaults: {} }));
}

/** Returns the target of an input. Options of targets are read, members of the user's own become `extra`. `storedTarget` checks the result. */
export function targetOfInput({ request, given }: CheckedInput): WatchTarget {
  const { endpoint, params: _, ...own } = request;
  const options: Record<string, unknown> = {};
  const extra = new Map<string, unknown>();
  for (const [name, value] of Object.entries(own)) {
    const read = Object.hasOwn(OPTIONS, name) ? OPTIONS[name] : undefined;
    if (name === 'extra' && isRecord(value)) for (const [key, one] of Object.entries(value)) extra.set(key, one);
    else if (read === undefined) extra.set(name, value);
    else if (value !== '') options[name] = typeof value === 'string' ? read(value.trim()) : value;
  }
  const { page, ...others } = given;
  const call = productOf(endpoint, page === undefined || page === 1 ? others : { ...others, page });
  return { ...call, ...options, ...(extra.size > 0 && { extra: Object.fromEntries(extra) }) } as WatchTarget;
}

/** The URL of a product is the product: its history is found by the ASIN. */
function productOf(endpoint: string, params: Record<string, unknown>): { endpoint: string; params: unknown } {
  const page = endpoint === 'scrape' && typeof params.url === 'string' ? detectPageType(params.url) : undefined;
  if (page?.page_type !== 'product' || page.asin === undefined) return { endpoint, params };
  const { url: _, ...others } = params;
  return { endpoint: 'product', params: { ...others, asin: page.asin, marketplace: page.marketplace } };
}
