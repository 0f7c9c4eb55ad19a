/** Calls a service and parses pages, in any runtime. The results can be compared as JSON. */
import { parsePage } from 'buybox/parse';
import { createRemoteMarketplace, MarketplaceError } from 'buybox/remote';

const ASIN = 'B0LANTERN1';

export async function check({ service, canned, closed, apiKey, pages }) {
  const call = async (baseUrl, { params = { asin: ASIN }, ...options } = {}) => {
    const marketplace = createRemoteMarketplace({ baseUrl, apiKey: async () => apiKey, retries: 0, ...options });
    return outcomeOf(marketplace.product(params)).finally(() => marketplace.close());
  };
  return {
    found: await call(service),
    missing: await call(service, { params: { asin: 'B0NOTFOUND' } }),
    blocked: await call(service, { params: { asin: 'B0CAPTCHA1' } }),
    wrongKey: await call(service, { apiKey: async () => 'bb_wrong_key_0000000000' }),
    noKey: await call(service, { apiKey: false }),
    wrongParameter: await call(service, { params: { asin: 'short' } }),
    scraped: await scraped(service, apiKey),
    retried: await call(`${canned}/twice`, { retries: 1 }),
    unavailable: await call(`${canned}/503`),
    redirect: await call(`${canned}/redirect`),
    timedOut: await call(`${canned}/never`, { timeoutMs: 300 }),
    aborted: await aborted(canned, apiKey),
    endless: await call(`${canned}/endless`, { maxBytes: 100_000 }),
    announced: await call(`${canned}/announced`, { maxBytes: 100_000 }),
    bomb: await call(`${canned}/bomb`, { maxBytes: 100_000 }),
    cut: await call(`${canned}/cut`),
    unreachable: await call(closed),
    budget: await overBudget(service, apiKey),
    parsed: pages.map(({ url, html, requestedAt }) => parsePage(html, { url, requestedAt: new Date(requestedAt) })),
  };
}

async function outcomeOf(promise) {
  try {
    const { found, data } = await promise;
    return { found, data };
  } catch (error) {
    const isOurs = error instanceof MarketplaceError;
    if (!isOurs) return { thrown: String(error?.name ?? error), message: String(error?.message) };
    const { name, code, status, retryable, message, parameter } = error;
    return { name, code, status, retryable, message, ...(parameter === undefined ? {} : { parameter }) };
  }
}

async function scraped(baseUrl, apiKey) {
  const marketplace = createRemoteMarketplace({ baseUrl, apiKey: async () => apiKey });
  return outcomeOf(marketplace.scrape({ url: `https://www.amazon.com/dp/${ASIN}` }));
}

async function aborted(canned, apiKey) {
  const marketplace = createRemoteMarketplace({ baseUrl: `${canned}/never`, apiKey: async () => apiKey });
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Error('the caller left')), 50);
  return outcomeOf(marketplace.product({ asin: ASIN }, { signal: controller.signal }));
}

async function overBudget(baseUrl, apiKey) {
  const budget = { credits: 1, per: 'total' };
  const marketplace = createRemoteMarketplace({ baseUrl, apiKey: async () => apiKey, budget });
  await marketplace.product({ asin: ASIN });
  return outcomeOf(marketplace.product({ asin: ASIN }));
}
