/** Serves saved pages like the marketplaces' sites. */
import { BadRequestError } from '../contract/errors.ts';
import { marketplaceCodeOfHost } from '../contract/sites.ts';
import { functionFor } from '../options/checks.ts';
import type { OptionTable } from '../options/table.ts';
import { languageOfUrl } from '../pages/index.ts';
import { FETCHED_AT } from '../sources/http/headers.ts';
import type { PageResponse, PageSource } from '../sources/page-source.ts';

/** The 404 page. */
export const NOT_FOUND_PAGE = `<!doctype html><html><head><title>Page Not Found</title></head><body>
<a href="/ref=cs_404_logo"><img src="/images/G/01/error/logo._TTD_.png" alt=""></a>
<a href="/ref=cs_404_link"><img src="/images/G/01/error/title._TTD_.png" alt="Sorry! We couldn't find that page."></a></body></html>`;

/** The check of the option that the site's pages come from. */
export const PAGES_OPTIONS: OptionTable<{ pages?: PageSource | undefined }> = {
  pages: { check: functionFor<PageSource>('a page source') },
};

/** Returns the page at a URL of any site; the 404 page if the source does not have it. @throws BadRequestError `INVALID_CONFIGURATION` of the source */
export async function pageAt(
  pages: PageSource,
  url: string,
): Promise<Pick<PageResponse, 'status' | 'body' | 'fetchedAt'>> {
  const marketplace = marketplaceCodeOfHost(new URL(url).hostname);
  if (marketplace === undefined) return { status: 404, body: NOT_FOUND_PAGE };
  const language = languageOfUrl(url) === 'en' ? 'en' : 'native';
  try {
    return await pages({
      url,
      marketplace,
      language,
      attempt: 1,
      session: 'fixture',
      signal: AbortSignal.timeout(10_000),
    });
  } catch (error) {
    // A mistake of the test, such as a line of a script that is not possible. A site has no page that is not a fixture.
    const isMistake = error instanceof BadRequestError && error.code === 'INVALID_CONFIGURATION';
    if (isMistake && error.parameter !== 'fixtures') throw error;
    return { status: 404, body: NOT_FOUND_PAGE };
  }
}

/** Returns the headers of a page over HTTP. One says when the page was fetched, so that a marketplace reads it at that time. */
export function headersOf({ fetchedAt }: Pick<PageResponse, 'fetchedAt'>): Record<string, string> {
  return {
    'content-type': 'text/html;charset=UTF-8',
    ...(fetchedAt === undefined ? {} : { [FETCHED_AT]: fetchedAt.toISOString() }),
  };
}

/** Returns a page source that serves the pages of another one like a site, in process. */
export function sitePages(pages: PageSource): PageSource {
  return async ({ url }) => ({ headers: {}, ...(await pageAt(pages, url)), url });
}
