/** The targets of the conformance suite, and the pages that all of them serve. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AnyEnvelope, type CallFunction, callOf, marketplaceFrom } from '../../src/contract/marketplace.ts';
import {
  InternalError,
  type Marketplace,
  MarketplaceError,
  type MarketplaceOptions,
  ParseError,
  TransportError,
  UnavailableError,
} from '../../src/entries/index.ts';
import {
  createLocalMarketplace,
  type LocalPack,
  type PageSource,
  type SavedPage,
  savedPages,
} from '../../src/entries/local.ts';
import { FIXTURE_TIME } from '../../src/entries/testing.ts';
import { FIXTURES_FOLDER } from '../../src/package-folder.ts';
import { sitePages } from '../../src/testing/site.ts';

/** The fixed time of all targets: when the fixtures were saved. With it, envelopes can be compared. */
export const now = (): number => FIXTURE_TIME;

/** Options of both backends, and options that one of them ignores. */
export type CommonSettings = Omit<MarketplaceOptions, 'backend' | 'baseUrl' | 'apiKey' | 'pages'>;

/** Options for opening a marketplace of a target. */
export interface Opening {
  /** Number of its credits. Unlimited, or many, if not set. */
  credits?: number;
  settings?: CommonSettings;
}

/** A marketplace and its resources. */
export interface Opened extends AsyncDisposable {
  marketplace: Marketplace;
}

/** An implementation of `Marketplace` that serves the fixture pages. */
export interface Target {
  name: string;
  /**
   * Tests only what a transport can change, because another target tests the rest: of the lists of cases the first call of each endpoint and those with other
   * characters than ASCII, and no call that is refused before it is sent. At night it tests all.
   */
  isTransport?: boolean;
  open(opening?: Opening): Promise<Opened>;
}

/** All fixtures. */
export const fixtures: readonly SavedPage[] = JSON.parse(readFileSync(join(FIXTURES_FOLDER, 'index.json'), 'utf8'));

/** Errors that the page source throws for these products. */
export const faults: Readonly<Record<string, () => MarketplaceError>> = {
  B0FAULT001: () => new TransportError('the connection was reset'),
  B0FAULT002: () => new ParseError('the HTML is not a page'),
  B0FAULT003: () => new UnavailableError('out of order'),
  B0FAULT004: () => new UnavailableError('sign in first', { code: 'SIGN_IN_REQUIRED' }),
  B0FAULT005: () => new UnavailableError('slow down', { retryAfterMs: 2_000 }),
  B0FAULT006: () => new UnavailableError('another one', { code: 'CODE_OF_ITS_OWN' }),
  B0FAULT007: () => new TransportError('too late', { code: 'TIMEOUT' }),
};

/** A service hides the message of this error from its callers: only its class can be compared. */
export const INTERNAL_FAULT = 'B0FAULT008';
/** Fails once. The next attempt returns "not found". */
export const FLAKY = 'B0FLAKY001';
/** Never gets a response. */
export const SILENT = 'B0SILENT01';
/** A seller whose page is that of another one. */
export const WRONG_SELLER = 'A1WRONGSELLER';

/** Returns the pages of another source, and fails for the products above. */
export function withFaults(pages: PageSource): PageSource {
  let flakyCalls = 0;
  return Object.assign(
    async (request: Parameters<PageSource>[0]) => {
      const asin = /\/dp\/(\w{10})/.exec(request.url)?.[1] ?? '';
      const fault = faults[asin];
      if (fault !== undefined) throw fault();
      if (asin === INTERNAL_FAULT) throw new InternalError('a secret of the operator');
      if (asin === FLAKY && flakyCalls++ === 0) throw new UnavailableError('not now');
      if (asin === SILENT) await new Promise((_, reject) => onAbort(request.signal, reject));
      return pages({ ...request, url: request.url.replace(WRONG_SELLER, 'A1LARKMOOR0US') });
    },
    pages.close === undefined ? {} : { close: pages.close },
  );
}

function onAbort(signal: AbortSignal, reject: (reason: unknown) => void): void {
  if (signal.aborted) reject(signal.reason);
  else signal.addEventListener('abort', () => reject(signal.reason));
}

/** A page source of saved pages. */
export function fixturePages(): PageSource {
  return withFaults(sitePages(savedPages(FIXTURES_FOLDER)));
}

/** The local backend in process. It runs behind the services, and all targets are compared with it. Without a limit of credits it reads a page once in a process. */
export function referenceMarketplace({ credits }: Pick<Opening, 'credits'> = {}): Marketplace {
  const marketplace = createLocalMarketplace({ pages: fixturePages(), now, retries: 0, ...packsOf(credits) });
  return credits === undefined ? withMemory(marketplace, remembered) : marketplace;
}

/** Behind a service they are always given. */
const DEFAULTS = { marketplace: 'us', language: 'en' };
const remembered = new Map<string, AnyEnvelope>();

/** Returns a marketplace that answers a call which succeeded before with the same envelope, under another id. */
export function withMemory(marketplace: Marketplace, remembered: Map<string, AnyEnvelope>): Marketplace {
  const call = callOf(marketplace) as (...args: Parameters<CallFunction>) => Promise<AnyEnvelope>;
  const remember = async (...args: Parameters<CallFunction>) => {
    const [name, params] = args;
    const key = JSON.stringify([name, Object.entries({ ...DEFAULTS, ...params }).sort()]);
    const known = remembered.get(key);
    if (known !== undefined) return { ...known, meta: { ...known.meta, request_id: randomUUID() } };
    const envelope = await call(...args);
    remembered.set(key, envelope);
    return envelope;
  };
  return marketplaceFrom(remember as CallFunction, () => marketplace.close());
}

/** Returns a pack with a number of credits. No pack, and so no limit, without a number. */
export function packsOf(credits: number | undefined): { packs?: LocalPack[] } {
  if (credits === undefined) return {};
  const pack = { requests: credits, purchasedAt: new Date(FIXTURE_TIME - 1_000), validDays: 30, connections: 10 };
  return { packs: [pack] };
}

/** Returns the result or the `MarketplaceError` of a call. */
export async function outcomeOf(call: Promise<unknown>): Promise<unknown> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof MarketplaceError)) throw error;
    return error;
  }
}
