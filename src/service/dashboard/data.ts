/** The data that the dashboard shows. The number of reads of the store does not depend on how much it has. */
import { isActive, type Pack } from '../../ledger/pack.ts';
import type { ServiceSettings } from '../options.ts';
import { type Counters, type CountFilter, type CountRow, sumCounts } from '../request-counts.ts';
import type { RequestRecord } from '../request-record.ts';
import type { ServiceStore, StoredKey } from '../store.ts';
import { creditsLeft, creditsPerDay, type ExpectedEnd, expectedEnd, RATE_DAYS } from './expected-end.ts';
import type { TimeRange } from './range.ts';

const HOUR_MS = 3_600_000;

/** A key with its packs and credits. */
export interface KeyView {
  key: StoredKey;
  packs: Pack[];
  remaining: number;
  /** Credits charged a day, in the last days. */
  perDay: number;
  end: ExpectedEnd;
}

/** The filters of counts and requests. */
export interface SiteFilter {
  keyId: string | undefined;
  endpoint: string | undefined;
  marketplace: string | undefined;
}

/** The counts of a range of time. */
export interface Activity {
  range: TimeRange;
  /** The sum of all of them. */
  total: Counters;
  byEndpoint: CountRow[];
  byMarketplace: CountRow[];
  /** By period and endpoint. */
  chart: CountRow[];
}

/** Returns all keys, oldest first. */
export async function keyViews(settings: ServiceSettings): Promise<KeyView[]> {
  const { store, now } = settings;
  const [keys, packs, charged] = [
    await store.listKeys(),
    await store.ledger.listPacks(),
    await store.counts({ ...rateRange(now()), by: ['keyId'] }),
  ];
  const packsOf = Map.groupBy(packs, ({ keyId }) => keyId);
  const creditsOf = new Map(charged.map(({ keyId, counters }) => [keyId, counters.credits]));
  return Promise.all(keys.map((key) => viewOf(settings, key, packsOf.get(key.id) ?? [], creditsOf.get(key.id) ?? 0)));
}

/** Returns one key; `undefined` if the store does not have it. */
export async function keyView(settings: ServiceSettings, id: string): Promise<KeyView | undefined> {
  const { store, now } = settings;
  const key = await store.findKey(id);
  if (key === undefined) return undefined;
  const [charged] = await store.counts({ ...rateRange(now()), keyId: id, by: [] });
  return viewOf(settings, key, await store.ledger.listPacks(id), charged?.counters.credits ?? 0);
}

/** Returns the counts of a range of time. */
export async function activityOf(store: ServiceStore, range: TimeRange, filter: SiteFilter): Promise<Activity> {
  const { unit, since, until } = range;
  const selected = { unit, since, until, ...filter };
  const sites = await store.counts({ ...selected, by: ['endpoint', 'marketplace'] });
  return {
    range,
    total: sumCounts(sites, [])[0]?.counters ?? {},
    byEndpoint: byRequests(sumCounts(sites, ['endpoint'])),
    byMarketplace: byRequests(sumCounts(sites, ['marketplace'])),
    chart: await store.counts({ ...selected, by: ['period', 'endpoint'] }),
  };
}

/** Returns the records of a request id: that of the call, if the log still has it, else of its latest repetition; and the others. */
export async function requestOf(
  store: ServiceStore,
  requestId: string,
): Promise<{ record: RequestRecord; others: RequestRecord[] } | undefined> {
  const { requests } = await store.recentRequests({ requestId, limit: 50 });
  const record = requests.find(({ replayed }) => !replayed) ?? requests[0];
  return record && { record, others: requests.filter((other) => other !== record) };
}

async function viewOf(
  { store, now }: ServiceSettings,
  key: StoredKey,
  packs: Pack[],
  charged: number,
): Promise<KeyView> {
  const valid = packs.filter((pack) => isActive(pack, now()) || pack.purchasedAt.getTime() > now());
  const perDay = creditsPerDay(charged, key.createdAt, now());
  // A ledger of somebody else may have credits without packs.
  const remaining = packs.length > 0 ? creditsLeft(packs, now()) : await store.ledger.remaining(key.id);
  const isUnlimited = remaining === Number.MAX_SAFE_INTEGER;
  return {
    key,
    packs,
    remaining,
    perDay,
    end: isUnlimited ? { kind: 'unlimited' } : expectedEnd(valid, perDay, now()),
  };
}

/** The hours by which the rate of credits is measured. */
function rateRange(now: number): Pick<CountFilter, 'unit' | 'since' | 'until'> {
  return { unit: 'hour', since: now - (RATE_DAYS * 24 - 1) * HOUR_MS, until: now };
}

function byRequests(rows: CountRow[]): CountRow[] {
  const requests = ({ counters }: CountRow) =>
    ['found', 'not_found', 'rejected', 'failed'].reduce((sum, name) => sum + (counters[name] ?? 0), 0);
  return rows.sort((a, b) => requests(b) - requests(a));
}
