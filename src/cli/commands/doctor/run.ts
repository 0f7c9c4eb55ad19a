/** Runs `buybox doctor`. */
import type { Command } from 'commander';
import type { MarketplaceEvent } from '../../../client/events.ts';
import { UNLIMITED_CREDITS } from '../../../contract/envelope.ts';
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
import { unknownVariables } from '../../flags/config.ts';
import type { RedisFlags } from '../../flags/redis.ts';
import { tableLines } from '../../output/table.ts';
import { EXIT, type ExitCode, reasonOf } from '../../terminal/exit.ts';
import { hintFor } from '../../terminal/hints.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** The flags of `buybox doctor`. */
export interface DoctorFlags extends BackendFlags, RedisFlags {
  asin?: string;
  json?: boolean;
}

type SettingRow = Record<'setting' | 'value' | 'from', string>;
/** The result of a check: what was found, and what to do. */
type Finding = [state: 'ok' | 'warning' | 'failed' | 'skipped', found: string, advice?: string | undefined];
type Subjects = { [Name in 'asin' | 'seller' | 'node']?: string | undefined };

const { timeoutMs, retries } = DEFAULTS;
/** Settings that are listed with their default, too: pages depend on them. */
const DEFAULTED = { backend: 'local', marketplace: 'us', language: 'en', timeoutMs, retries };
/** Settings whose value can be a secret. */
const SECRET = ['apiKey', 'proxy', 'headers'];
const column = (label: keyof SettingRow) => ({ label, cell: (row: SettingRow) => row[label] });
/** The search comes first, because it names the product. */
const TYPES: readonly PageType[] = ['search', ...PAGE_TYPES.filter((type) => type !== 'search')];
const KEEP_PAGE = 'Keep the page with --record DIR, and read it with `buybox explain`.';

/** Checks everything, prints it, and returns a failure if a check has failed. */
export async function diagnose(flags: DoctorFlags, command: Command, terminal: Terminal): Promise<ExitCode> {
  const settings = settingsOf(flags);
  const isRemote = settings.backend === 'remote';
  const checks: [check: string, ...Finding][] = [];
  const add = async (check: string, find: () => Finding | Promise<Finding>) => {
    try {
      checks.push([check, ...(await find())]);
    } catch (error) {
      terminal.signal.throwIfAborted();
      const names = command.options.map(({ long }) => long ?? '');
      checks.push([check, 'failed', reasonOf(error), hintFor(error, names)]);
    }
  };
  await add('versions', () => ['ok', `buybox ${version} on Node ${process.versions.node}`]);
  if (!isRemote && settings.apiKey !== undefined) {
    const advice = 'To call a service, set the backend to remote (--backend, BUYBOX_BACKEND).';
    await add('backend', () => ['warning', 'local: the API key is not used', advice]);
  }
  for (const [name, meant] of unknownVariables(command.parent ?? command, process.env)) {
    const advice = meant === undefined ? '`buybox docs settings` lists all.' : `Did you mean ${meant}?`;
    await add('environment', () => ['warning', `${name} is not a setting`, advice]);
  }
  const events: MarketplaceEvent[] = [];
  const onEvent = (event: MarketplaceEvent) => void events.push(event);
  const opened = openMarketplace(isRemote ? flags : { robots: 'report', ...flags }, terminal, { onEvent });
  await using marketplace = await opened.catch(() => undefined);
  if (marketplace === undefined) await add('settings', () => opened.then(() => ['ok', '']));
  else {
    const subjects: Subjects = { asin: flags.asin };
    let left: number | undefined;
    for (const type of TYPES)
      await add(`${type} page`, async () => {
        const start = performance.now();
        const envelope = await pageOf(type, marketplace, subjects, { marketplace: settings.marketplace });
        if (envelope === undefined) return ['skipped', 'no page before it named its subject'];
        learn(envelope, subjects);
        left = usageOf(envelope.meta)?.requests_remaining ?? left;
        return pageFinding(type, envelope, `${Math.round(performance.now() - start)} ms`);
      });
    await add('ledger', () => creditFinding(left, settings));
    await add('blocks', () => {
      const codes = events.flatMap((event) => (event.type === 'blocked' ? [event.code] : []));
      const advice = 'Wait some minutes, make fewer calls, or use another proxy (--proxy).';
      return codes.length === 0 ? ['ok', 'none'] : ['warning', codes.join(', '), advice];
    });
    await add('robots', () => (isRemote ? ['skipped', 'the service asks the sites'] : robotsFinding(events)));
    await add('pace', () => {
      const { concurrency, minGapMs } = { ...LOCAL_DEFAULTS.pace, ...settings.pace };
      const pace = isRemote ? 'of the service' : `${concurrency} at once, ${minGapMs} ms apart`;
      return ['ok', `${pace}, ${counted(events.filter(({ type }) => type === 'queue').length, 'wait')}`];
    });
  }
  await add('redis', () => redisFinding(flags));
  const ok = checks.every(([, state]) => state !== 'failed');
  const rows = settingRows(settings, command);
  if (flags.json) {
    const shown = checks.map(([check, state, found, advice]) => ({ check, state, found, ...(advice && { advice }) }));
    terminal.json({ ok, node: process.versions.node, buybox: version, settings: rows, checks: shown });
  } else {
    for (const line of [...tableLines(rows, [column('setting'), column('value'), column('from')], terminal), ''])
      terminal.out(line, 'styled');
    for (const [check, state, found, advice] of checks)
      terminal.out(`${state.padEnd(8)} ${check}: ${found}${advice ? `\n         to do: ${advice}` : ''}`);
  }
  return ok ? EXIT.found : EXIT.failure;
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

/** Takes the subjects of further pages from a page. */
function learn({ page_type, data }: AnyEnvelope, subjects: Subjects): void {
  if (page_type === 'search') subjects.asin ??= data?.shallow_parts[0]?.asin;
  if (page_type === 'product') subjects.seller ??= data?.seller?.id ?? undefined;
  if (page_type === 'product') subjects.node ??= data?.breadcrumbs?.at(-1)?.node_id;
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

function pageFinding(type: PageType, { found, meta }: AnyEnvelope, time: string): Finding {
  if (!found) return ['warning', `not found, ${time}`, 'Name a product that exists with --asin.'];
  const gaps = gapsOf(meta);
  const all = new Set(readers[type].landmarks.map(({ name }) => name));
  for (const { landmark } of gaps) all.delete(landmark);
  const text = [`${time}, landmarks: ${[...all].join(', ')}`, ...gaps.map(({ detail }) => detail)].join('; ');
  return gaps.length === 0 ? ['ok', text] : ['warning', text, KEEP_PAGE];
}

/** The site's robots.txt on the pages above. */
function robotsFinding(events: readonly MarketplaceEvent[]): Finding {
  const rules = new Set(events.flatMap((event) => (event.type === 'robots' ? [event.rule] : [])));
  if (rules.size === 0) return ['ok', 'nothing that was read is disallowed'];
  const advice = 'Read "Responsible use": buybox docs responsible-use. --robots obey refuses such pages.';
  return ['warning', [...rules].join('; '), advice];
}

function creditFinding(left = UNLIMITED_CREDITS, { ledger, budget }: MarketplaceOptions): Finding {
  const place = ledger === undefined ? 'in memory' : shownValue(ledger);
  const found = `${place}, ${left === UNLIMITED_CREDITS ? 'no packs' : `${counted(left, 'credit')} left`}`;
  if (left === 0) return ['failed', found, 'Add a pack.'];
  if (budget === undefined || ledger !== undefined) return ['ok', found];
  return ['warning', found, 'The budget begins again in each process: set the ledger to a file.'];
}

async function redisFinding({ redis, redisPrefix: prefix }: RedisFlags): Promise<Finding> {
  if (redis === undefined) return ['skipped', 'no server is named (--redis)'];
  const connection = redisConnection(redis, { prefix, waitMs: 3_000 });
  await connection.ready().finally(() => connection.close());
  return ['ok', 'the server takes writes'];
}
