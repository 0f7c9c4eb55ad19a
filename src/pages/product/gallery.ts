/** The JSON of the image gallery. */
import type { Page } from '../page.ts';

/** The JSON is a string literal in a script: `parseJSON('{...}')`. */
const LITERAL = /parseJSON\('([^'\\]*(?:\\.[^'\\]*)*)'\)/;

/** Returns the part of the JSON with the videos and with the images of the other variations. */
export function galleryDetails(page: Page): unknown {
  const literal = page.scriptValue('ImageBlockBTF', LITERAL);
  if (literal === undefined) return undefined;
  try {
    return JSON.parse(literal.replace(/\\(.)/g, '$1'));
  } catch {
    return undefined;
  }
}
