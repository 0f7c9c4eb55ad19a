/** Detects the page of a URL that must be one that can be read. Loads no parser. */
import { BadRequestError } from '../contract/errors.ts';
import { shown } from '../contract/shown.ts';
import { type DetectedPage, detectPageType } from './detect.ts';
import { unsupportedUrl } from './unsupported.ts';

/** The most characters of a URL in a message. */
const LONGEST_URL = 300;

/** Detects the page of a URL. @throws BadRequestError `UNSUPPORTED_URL` if it is not a page that can be read */
export function detectOrThrow(url: string): DetectedPage {
  const detected = detectPageType(url);
  if (detected !== undefined) return detected;
  const kind = unsupportedUrl(url);
  const what =
    kind === undefined ? 'not a supported page of a supported marketplace' : `${kind}, which is not supported`;
  throw new BadRequestError(
    `url: ${shown(url, LONGEST_URL)} is ${what}: expected the full URL of a product, search, offers, seller, category, best-seller, storefront or reviews page.`,
    { code: 'UNSUPPORTED_URL', parameter: 'url' },
  );
}
