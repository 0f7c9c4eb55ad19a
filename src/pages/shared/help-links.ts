/** Links behind a value that are not part of it: "Details", "(View shipping rates)". */
import type { PageBlock } from '../page.ts';

/** Links to help, and to what a seller says about its delivery. */
export const HELP_LINKS = 'a[href*="/help/"], a[href*="/aag/"]';
const BEFORE_LINK = /(?<![\s(（])[\s(（]+$/;
const AFTER_LINK = /^[\s)）.]*$/;

/** Returns a text without a link at its end: "0.8 ounces (View shipping rates)". */
export function withoutLink(text: string, link: PageBlock | undefined): string {
  const words = link?.unrecorded().text();
  const at = words === undefined ? -1 : text.lastIndexOf(words);
  if (words === undefined || at === -1 || !AFTER_LINK.test(text.slice(at + words.length))) return text;
  return text.slice(0, at).replace(BEFORE_LINK, '');
}
