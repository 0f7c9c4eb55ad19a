/** Keeps the page of a call for its dead letter. */
import { gzipSync } from 'node:zlib';
import { BlockedError, ParseError } from '../contract/errors.ts';
import type { ObservedResponse } from '../contract/marketplace.ts';

/** Longer pages are not compressed [characters]. */
const LONGEST_PAGE = 20_000_000;

/** Remembers the last page of a call. */
export class PageKeeper {
  #page: string | undefined;

  /** Takes a response. Only the local backend has pages: responses with a page URL. */
  readonly take = ({ url, body }: ObservedResponse): void => {
    this.#page = url === undefined ? undefined : body;
  };

  /** Returns the page compressed, if the error is about the page and it is small enough. */
  pageOf(error: unknown, maxBytes: number): Buffer | undefined {
    const isAboutPage = error instanceof ParseError || error instanceof BlockedError;
    if (!isAboutPage || this.#page === undefined || this.#page.length > LONGEST_PAGE) return undefined;
    const compressed = gzipSync(this.#page);
    return compressed.length <= maxBytes ? compressed : undefined;
  }
}
