/** Runs `buybox doctor`. */
import type { Command } from 'commander';
import type { MarketplaceEvent } from '../../../client/events.ts';
import { UNLIMITED_CREDITS } from '../../../contract/envelope.ts';
import { MarketplaceError } from '../../../contract/errors.ts';
import type { AnyEnvelope, Marketplace } from '../../../contract/marketplace.ts';
import { PAGE_TYPES, type PageType } from '../../../contract/page-types.ts';
import { counted } from '../../../display/text.ts';
import { MARKETPLACE_OPTIONS, type MarketplaceOptions } from '../../../marketplace/options.ts';
import { DEFAULTS, LOCAL_DEFAULTS } from '../../../options/defaults.ts';
import { shownValue } from '../../../options/secrets.ts';
import { variableOf } from '../../../options/table.ts';
import { readers } from '../../../pages/parse.ts';
import { pageUrl } from '../../../pages/urls/page-url.ts';
import { gapsOf, usageOf } from '../../../paging/walk.ts';
import { redisConnection } from '../../../redis/connection.ts';
import { version } from '../../../version.ts';
import { type BackendFlags, openMarketplace, settingsOf } from '../../flags/backend.ts';
import type { RedisFlags } from '../../flags/redis.ts';
import { tableLines } from '../../output/table.ts';
import { EXIT, type ExitCode } from '../../terminal/exit.ts';
import { hintFor } from '../../terminal/hints.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** The flags of `buybox doctor`. */
export interface DoctorFlags extends BackendFlags, RedisFlags {
  asin?: string;
  json?: boolean;
}

type SettingRow = Record<'setting' | 'value' | 'from', string>;
/** A check: what was found, and what to do. */
type Check = [check: string, state: State, found: string, advice?: string | undefined];
type State = 'ok' | 'warning' | 'failed' | 'skipped';
type Subjects = { [Name in 'asin' | 'seller' | 'node']?: string | undefined };

/** Settings with a default that decides what a page says, and settings whose value can be a secret. */
const { timeoutMs, retries } = DEFAULTS;
const DEFAULTED = { backend: 'local', marketplace: 'us', language: 'en', timeoutMs, retries };
const SECRET = ['apiKey', 'proxy', 'headers'];
const column = (label: keyof SettingRow) => ({ label, cell: (row: SettingRow) => row[label] });
/** The search comes first, because it names the product. */
const TYPES: readonly PageType[] = ['search', ...PAGE_TYPES.filter((type) => type !== 'search')];

const UNUSED_KEY: Check = [
  'backend',
  'warning',
  'local: the API key is not used',
  'To call a service, set the backend to remote (--backend, BUYBOX_BACKEND).',
];

/** Checks everything, prints it, and returns a failure if a check has failed. */
export async function diagnose(flags: DoctorFlags, command: Command, terminal: Terminal): Promise<ExitCode> {
  const settings = settingsOf(flags);
  const failure = (check: string, error: unknown): Check => {
    terminal.signal.throwIfAborted();
    const code = error instanceof MarketplaceError ? ` [${error.code}]` : '';
    const message = error instanceof Error ? error.message : String(error);
    const names = command.options.map(({ long }) => long ?? '');
    return [check, 'failed', `${message}${code}`, hintFor(error, names)];
  };
  const checks: Check[] = [['versions', 'ok', `buybox ${version} on Node ${process.versions.node}`]];
  if (settings.backend !== 'remote' && settings.apiKey !== undefined) checks.push(UNUSED_KEY);
  const events: MarketplaceEvent[] = [];
  const local: BackendFlags = settings.backend === 'remote' ? flags : { robots: 'report', ...flags };
  try {
    await using marketplace = await openMarketplace(local, terminal, { onEvent: (event) => void events.push(event) });
    checks.push(...(await pageChecks(marketplace, flags, settings, failure)));
    const codes = events.flatMap((event) => (event.type === 'blocked' ? [event.code] : []));
    const advice = 'Wait some minutes, make fewer calls, or use another proxy (--proxy).';
    checks.push(codes.length === 0 ? ['blocks', 'ok', 'none'] : ['blocks', 'warning', codes.join(', '), advice]);
    checks.push(robotsCheck(events, settings));
    const { concurrency, minGapMs } = { ...LOCAL_DEFAULTS.pace, ...settings.pace };
    const pace = settings.backend === 'remote' ? 'of the service' : `${concurrency} at once, ${minGapMs} ms apart`;
    checks.push(['pace', 'ok', `${pace}, ${counted(events.filter(({ type }) => type === 'queue').length, 'wait')}`]);
  } catch (error) {
    checks.push(failure('settings', error));
  }
  checks.push(await redisCheck(flags).catch((error: unknown) => failure('redis', error)));
  const ok = checks.every(([, state]) => state !== 'failed');
  print(ok, settingRows(settings, command), checks, flags, terminal);
  return ok ? EXIT.found : EXIT.failure;
}

function print(ok: boolean, settings: SettingRow[], checks: Check[], { json }: DoctorFlags, terminal: Terminal): void {
  const rows = checks.map(([check, state, found, advice]) => ({ check, state, found, ...(advice && { advice }) }));
  if (json) terminal.json({ ok, node: process.versions.node, buybox: version, settings, checks: rows });
  if (json) return;
  for (const line of [...tableLines(settings, [column('setting'), column('value'), column('from')], terminal), ''])
    terminal.out(line, 'styled');
  for (const [check, state, found, advice] of checks) {
    terminal.out(`${state.padEnd(8)} ${check}: ${found}`);
    if (advice !== undefined) terminal.out(`         to do: ${advice}`);
  }
}

/** The settings that are set, and some others, with their sources: flag, environment, file, default. */
function settingRows(settings: MarketplaceOptions, command: Command): SettingRow[] {
  const given = new Map(Object.entries(settings).filter(([, value]) => value !== undefined));
  return Object.keys(MARKETPLACE_OPTIONS).flatMap((setting) => {
    if (!given.has(setting) && !(setting in DEFAULTED)) return [];
    const isFlag = command.getOptionValueSource(setting.replace(/Ms$/, '')) === 'cli';
    const set = process.env[variableOf(setting)] ? 'environment' : 'file';
    const value = shownValue(given.get(setting) ?? DEFAULTED[setting as keyof typeof DEFAULTED]);
    const from = isFlag ? 'flag' : given.has(setting) ? set : 'default';
    return [{ setting, value: SECRET.includes(setting) ? 'set (not shown)' : value, from }];
  });
}

/** Reads a page of each type, and checks the credits that are left after the last one. */
async function pageChecks(
  marketplace: Marketplace,
  { asin }: DoctorFlags,
  settings: MarketplaceOptions,
  failure: (check: string, error: unknown) => Check,
): Promise<Check[]> {
  const checks: Check[] = [];
  const subjects: Subjects = { asin };
  let left: number | undefined;
  for (const type of TYPES) {
    const check = `${type} page`;
    const start = performance.now();
    try {
      const envelope = await pageOf(type, marketplace, subjects, { marketplace: settings.marketplace });
      if (envelope === undefined) checks.push([check, 'skipped', 'no page before it named its subject']);
      else {
        checks.push(pageCheck(check, type, envelope, `${Math.round(performance.now() - start)} ms`));
        const { page_type, data } = envelope;
        if (page_type === 'search') subjects.asin ??= data?.shallow_parts[0]?.asin;
        if (page_type === 'product') subjects.seller ??= data?.seller?.id ?? undefined;
        if (page_type === 'product') subjects.node ??= data?.breadcrumbs?.at(-1)?.node_id;
        left = usageOf(envelope.meta)?.requests_remaining ?? left;
      }
    } catch (error) {
      checks.push(failure(check, error));
    }
  }
  return [...checks, creditCheck(left, settings)];
}

function pageOf(
  type: PageType,
  marketplace: Marketplace,
  { asin, seller: sellerId, node }: Subjects,
  site: Pick<MarketplaceOptions, 'marketplace'>,
): Promise<AnyEnvelope> | undefined {
  const scrape = (url: string) => marketplace.scrape({ url });
  if (type === 'search') return marketplace.search({ keyword: 'camping lantern' });
  if (type === 'bestseller') return scrape(pageUrl.bestseller(site));
  if (type === 'category') return node === undefined ? undefined : marketplace.category({ node });
  if (type === 'seller') return sellerId === undefined ? undefined : marketplace.seller({ sellerId });
  if (type === 'storefront')
    return sellerId === undefined ? undefined : scrape(pageUrl.storefront({ sellerId, ...site }));
  if (asin === undefined) return undefined;
  return type === 'reviews' ? scrape(pageUrl.reviews({ asin, ...site })) : marketplace[type]({ asin });
}

function pageCheck(check: string, type: PageType, { found, meta }: AnyEnvelope, time: string): Check {
  if (!found) return [check, 'warning', `not found, ${time}`, 'Name a product that exists with --asin.'];
  const gaps = gapsOf(meta);
  const all = new Set(readers[type].landmarks.map(({ name }) => name));
  for (const { landmark } of gaps) all.delete(landmark);
  const text = [`${time}, landmarks: ${[...all].join(', ')}`, ...gaps.map(({ detail }) => detail)].join('; ');
  if (gaps.length === 0) return [check, 'ok', text];
  return [check, 'warning', text, 'Keep the page with --record DIR, and read it with `buybox explain`.'];
}

/** The site's robots.txt on the pages above. */
function robotsCheck(events: readonly MarketplaceEvent[], { backend }: MarketplaceOptions): Check {
  if (backend === 'remote') return ['robots', 'skipped', 'the service asks the sites'];
  const rules = new Set(events.flatMap((event) => (event.type === 'robots' ? [event.rule] : [])));
  if (rules.size === 0) return ['robots', 'ok', 'nothing that was read is disallowed'];
  return [
    'robots',
    'warning',
    [...rules].join('; '),
    'Read "Responsible use": buybox docs responsible-use. --robots obey refuses such pages.',
  ];
}

function creditCheck(left = UNLIMITED_CREDITS, { ledger, budget }: MarketplaceOptions): Check {
  const place = ledger === undefined ? 'in memory' : shownValue(ledger);
  const found = `${place}, ${left === UNLIMITED_CREDITS ? 'no packs' : `${counted(left, 'credit')} left`}`;
  if (left === 0) return ['ledger', 'failed', found, 'Add a pack.'];
  if (budget === undefined || ledger !== undefined) return ['ledger', 'ok', found];
  return ['ledger', 'warning', found, 'The budget begins again in each process: set the ledger to a file.'];
}

async function redisCheck({ redis, redisPrefix: prefix }: RedisFlags): Promise<Check> {
  if (redis === undefined) return ['redis', 'skipped', 'no server is named (--redis)'];
  const connection = redisConnection(redis, { prefix, waitMs: 3_000 });
  await connection.ready().finally(() => connection.close());
  return ['redis', 'ok', 'the server takes writes'];
}
