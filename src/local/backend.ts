/** The local backend: builds the URL of a request, fetches and reads the page, and returns the envelope. */
import { closeAll } from '../client/close-all.ts';
import { type Backend, Runner } from '../client/runner.ts';
import { fieldsOf } from '../contract/fields.ts';
import { requestUrl } from '../contract/request-params.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { LOCAL_DEFAULTS } from '../options/defaults.ts';
import type { Checked } from '../options/table.ts';
import type { PageSource } from '../sources/page-source.ts';
import { offersOfCondition } from './condition-filter.ts';
import { lastOffersAgain } from './offers-past-end.ts';
import { pacerOf } from './pace/pacer.ts';
import { Packs } from './packs.ts';
import { PageReading } from './page-reading.ts';
import { resolveShortLink, type TargetPage, targetPage } from './requests.ts';
import type { LocalMarketplaceOptions } from './settings.ts';
import { WorkerPool } from './workers/worker-pool.ts';

/** The fields of offers that the backend itself needs: for the filter by condition, the counts, and the last page that is served again. */
const OFFERS = [
  'total_pages',
  'total_offers_count',
  ...['condition', 'is_amazon', 'is_fba', 'is_pinned'].map((name) => `product_sellers_info.${name}`),
];

/** The parts of a backend: checked options, and the page source that they describe. */
export type LocalSettings = Omit<Checked<LocalMarketplaceOptions>, 'pages'> & { pages: PageSource };

/** Opens the backend that fetches the sites' own pages and reads them. */
export const openLocalBackend = (settings: LocalSettings): Runner =>
  new Runner(settings, (ledger, now) => localBackend(settings, ledger, now));

function localBackend(options: LocalSettings, ledger: Ledger, now: () => number): Backend {
  const { baseUrl = LOCAL_DEFAULTS.baseUrl, concurrency, pages, sharedPace } = options;
  const packs = new Packs(ledger, options.packs ?? []);
  const workers = options.parseIn === 'workers' ? new WorkerPool() : undefined;
  const pacer = pacerOf(options, pages.pace);
  const reading = new PageReading({ ...options, pacer, workers, now });
  return {
    chargesKeysOnce: true,
    usage: () => packs.usage(),
    assertPossible: (name, params) => void targetPage(name, params),
    async connections() {
      const allowed = (await packs.connections()) ?? concurrency ?? LOCAL_DEFAULTS.concurrency;
      return Math.max(1, Math.min(concurrency ?? allowed, allowed));
    },
    /** Makes one attempt. Its credit is reserved before anything is fetched, charged for a response, and free again after a failure. */
    async attempt(call, params, signal) {
      const alsoRead = 'condition' in params ? OFFERS : undefined;
      const requested = { ...targetPage(call.endpoint, params), fields: fieldsOf(params), alsoRead };
      const lease = await packs.reserve(call, signal);
      try {
        const target = await resolveShortLink(requested, (page) => reading.resolve(call, page, signal));
        const read = (page: TargetPage) => reading.read(call, page, signal);
        const { page, source } = await lastOffersAgain(await read(target), target, read);
        const { found, page_type, data } = 'condition' in params ? offersOfCondition(page, params.condition) : page;
        const meta = {
          marketplace: target.marketplace.code,
          language: target.language,
          timing_ms: call.elapsedMs,
          request_url: requestUrl(baseUrl, call.endpoint, params),
          timestamp: new Date(now()).toISOString(),
          request_id: call.requestId,
        };
        const extensions = {
          ...(page.gaps.length === 0 ? {} : { gaps: page.gaps }),
          source,
          ...(call.queuedMs === undefined ? {} : { queued_ms: call.queuedMs }),
        };
        const usage = await lease.commit({ signal });
        return { success: true, found, page_type, data, meta: { ...meta, usage, ...extensions } };
      } catch (error) {
        // The error of the attempt is the one to report. A reservation that is not freed now is freed later.
        await lease.release().catch(() => undefined);
        throw error;
      }
    },
    close: () =>
      closeAll(
        () => workers?.close(),
        () => pages.close?.(),
        () => pacer?.close(),
        () => sharedPace?.close(),
        () => packs.close(),
      ),
  };
}
