/** The data that the page's picture gallery runs on. */
import type { Page } from '../page.ts';

/** The script that holds the gallery's data as a string literal: `parseJSON('{...}')`. */
const LITERAL = /parseJSON\('([^'\\]*(?:\\.[^'\\]*)*)'\)/;

/** Videos, and the pictures of the other variations: the part that the page loads late. */
export function galleryDetails(page: Page): unknown {
  const literal = page.scriptValue('ImageBlockBTF', LITERAL);
  if (literal === undefined) return undefined;
  try {
    return JSON.parse(literal.replace(/\\(.)/g, '$1'));
  } catch {
    return undefined;
  }
}
