/** Small pages and page sources for the tests of the local backend. */
import type { PageRequest, PageResponse, PageSource } from '../../src/entries/local.ts';

export const ASIN = 'B0TESTASIN';

/** Returns a product page with only a title. */
export function productPage(title = 'A kettle', asin = ASIN): string {
  return `<!doctype html><html lang="en-us"><head><title>${title}</title><link rel="canonical" href="https://www.amazon.com/dp/${asin}"></head>
<body><div id="dp"><div id="ppd"><div id="centerCol"><span id="productTitle">${title}</span></div><div id="rightCol"><div id="desktop_buybox"><form id="addToCart">
<input type="hidden" id="ASIN" name="ASIN" value="${asin}"></form><div id="availability"><span>In Stock</span></div></div></div></div></div></body></html>`;
}

export const CAPTCHA_PAGE = `<!doctype html><html lang="en"><head><title>Amazon.com</title></head><body>
<form method="get" action="/errors/validateCaptcha"><input id="captchacharacters" name="field-keywords"></form></body></html>`;

export const NOT_FOUND_PAGE = `<!doctype html><html><head><title>Page Not Found</title></head><body>
<a href="/ref=cs_404_link"><img src="/images/G/01/error/title._TTD_.png" alt="Sorry!"></a></body></html>`;

export const FAILURE_PAGE = `<!doctype html><html><head><title>503 - Service Unavailable Error</title></head><body>
<a href="/ref=cs_503_link"><img src="/images/G/01/error/500_503.png" alt="Sorry!"></a></body></html>`;

/** Returns a page source that returns the given bodies in turn, then always the last one. It records the requests. */
export function sourceOf(
  ...bodies: (string | Error | Partial<PageResponse>)[]
): PageSource & { requests: PageRequest[] } {
  const requests: PageRequest[] = [];
  const source = async (request: PageRequest): Promise<PageResponse> => {
    const body = bodies[Math.min(requests.length, bodies.length - 1)] ?? '';
    requests.push(request);
    if (body instanceof Error) throw body;
    const response = typeof body === 'string' ? { body } : body;
    return { url: request.url, status: 200, headers: {}, body: '', ...response };
  };
  return Object.assign(source, { requests });
}
