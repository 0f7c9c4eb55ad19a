/** The folder of recorded pages: what it has, and what is put into it. */

import { BadRequestError, MarketplaceError } from '../../contract/errors.ts';
import { decodeBody } from '../../local/charset.ts';
import { inFrontOf } from '../../local/page-source.ts';
import type { PageRequest, PageResponse, PageSource } from '../../local.ts';
import { recordPages, savedPages } from '../../local.ts';
import { languageOfUrl, parsePage } from '../../pages/index.ts';

type Wanted = Pick<PageRequest, 'url' | 'marketplace' | 'language'>;

/** Holds the answers of a source until it is known whether they are pages, and then keeps those that are. */
export class Shelf {
  /** The source, with its answers held. */
  readonly pages: PageSource;
  readonly #held = new Map<string, PageResponse>();
  readonly #saved: PageSource;
  readonly #keep: PageSource;

  constructor(folder: string, inner: PageSource) {
    this.#saved = savedPages(folder);
    this.#keep = recordPages(folder, async ({ url }) => this.#take(url));
    this.pages = inFrontOf(inner, async (request) => {
      const answer = await inner({ ...request, compressed: false });
      this.#held.set(request.url, answer);
      return answer;
    });
  }

  /** Whether the folder has the page. A check for robots that was kept in its place is none. */
  async has(wanted: Wanted): Promise<boolean> {
    try {
      const { url, status, headers, body, fetchedAt } = await this.#saved(requestOf(wanted));
      parsePage(decodeBody(body, headers['content-type']), { url, status, requestedAt: fetchedAt });
      // Another language of the page is another page.
      return languageOfUrl(url) === languageOfUrl(wanted.url);
    } catch (error) {
      if (isNotThere(error)) return false;
      throw error;
    }
  }

  /** Puts the page of an address into the folder. */
  async keep(wanted: Wanted): Promise<void> {
    await this.#keep(requestOf(wanted));
  }

  /** Lets go of what was no page. */
  drop(url: string): void {
    this.#held.delete(url);
  }

  #take(url: string): PageResponse {
    const answer = this.#held.get(url);
    if (answer === undefined) throw new TypeError(`no answer of ${url} is held`);
    this.#held.delete(url);
    return answer;
  }
}

function requestOf(wanted: Wanted): PageRequest {
  return { ...wanted, attempt: 1, session: '', signal: new AbortController().signal };
}

/** A folder that is not there yet has no pages; one with a damaged index is a fault. */
function isNotThere(error: unknown): boolean {
  if (!(error instanceof MarketplaceError)) return false;
  return !(error instanceof BadRequestError) || (error.cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT';
}
