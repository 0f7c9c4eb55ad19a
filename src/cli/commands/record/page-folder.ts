/** The folder that `buybox record` saves pages in. */
import { BadRequestError, MarketplaceError } from '../../../contract/errors.ts';
import {
  type PageRequest,
  type PageResponse,
  type PageSource,
  recordPages,
  savedPages,
} from '../../../entries/local.ts';
import { languageOfUrl, parsePage } from '../../../pages/index.ts';
import { decodeBody } from '../../../sources/charset.ts';
import { wrapPageSource } from '../../../sources/page-source.ts';

type PageKey = Pick<PageRequest, 'url' | 'marketplace' | 'language'>;

/** Holds the responses of a page source in memory until the caller knows which of them to save. */
export class PageFolder {
  /** The page source, with its responses held. */
  readonly pages: PageSource;
  readonly #held = new Map<string, PageResponse>();
  readonly #saved: PageSource;
  readonly #save: PageSource;

  constructor(folder: string, inner: PageSource) {
    this.#saved = savedPages(folder);
    this.#save = recordPages(folder, async ({ url }) => {
      const response = this.#held.get(url);
      if (response === undefined) throw new TypeError(`no response for ${url} is held`);
      this.discard(url);
      return response;
    });
    this.pages = wrapPageSource(inner, async (request) => {
      const response = await inner({ ...request, compressed: false });
      this.#held.set(request.url, response);
      return response;
    });
  }

  /** Whether the folder has the page, in the same language. A saved CAPTCHA page does not count. */
  async has(page: PageKey): Promise<boolean> {
    try {
      const { url, status, headers, body, fetchedAt } = await this.#saved(requestOf(page));
      parsePage(decodeBody(body, headers['content-type']), { url, status, requestedAt: fetchedAt });
      return languageOfUrl(url) === languageOfUrl(page.url);
    } catch (error) {
      // A damaged index is an error; a folder that does not exist yet has no pages.
      const isMissing = (error as { cause?: NodeJS.ErrnoException }).cause?.code === 'ENOENT';
      if (error instanceof MarketplaceError && (isMissing || !(error instanceof BadRequestError))) return false;
      throw error;
    }
  }

  /** Saves the held page of a URL. */
  async save(page: PageKey): Promise<void> {
    await this.#save(requestOf(page));
  }

  /** Discards the held page of a URL. */
  discard(url: string): void {
    this.#held.delete(url);
  }
}

function requestOf(page: PageKey): PageRequest {
  return { ...page, attempt: 1, session: '', signal: new AbortController().signal };
}
