/** What a site of the fixture marketplace answers. */
import { marketplaceCodeOfHost } from '../contract/sites.ts';
import type { PageResponse, PageSource } from '../local/page-source.ts';
import { languageOfUrl } from '../pages/index.ts';

/** What the site answers for a page that it does not have. */
const NOT_FOUND = `<!doctype html><html><head><title>Page Not Found</title></head><body>
<a href="/ref=cs_404_logo"><img src="/images/G/01/error/logo._TTD_.png" alt=""></a>
<a href="/ref=cs_404_link"><img src="/images/G/01/error/title._TTD_.png" alt="Sorry! We couldn't find that page."></a></body></html>`;

/** The page at an address of any of the sites; the 404 page for one that the source does not have. */
export async function pageAt(
  pages: PageSource,
  address: string,
): Promise<Pick<PageResponse, 'status' | 'body' | 'fetchedAt'>> {
  const url = withoutFilters(address);
  const marketplace = marketplaceCodeOfHost(new URL(url).hostname);
  if (marketplace === undefined) return { status: 404, body: NOT_FOUND };
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
  } catch {
    return { status: 404, body: NOT_FOUND };
  }
}

/** The pages of another source as a site serves them, in process. */
export function sitePages(pages: PageSource): PageSource {
  return async ({ url }) => ({ headers: {}, ...(await pageAt(pages, url)), url });
}

/** Offers are served unfiltered, whatever the condition: the backend applies the condition itself. */
function withoutFilters(address: string): string {
  const url = new URL(address);
  url.searchParams.delete('filters');
  return url.href;
}
