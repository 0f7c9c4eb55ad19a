/** Compares the data of a changed page with the data of the page. docs/measured/robustness.md explains the rules. */
import { MarketplaceError } from '../../src/contract/errors.ts';
import type { ParsedPage } from '../../src/entries/parse.ts';
import { isCounted, isDefault, isDerived, isHard, isUnknown, isWithoutBuyBox, KEYS, LANDMARKS } from './fields.ts';
import type { Mutation } from './mutations.ts';

/** A value that is another one on the changed page. */
interface Difference {
  /** Path in the data of the unchanged page. */
  path: string;
  before: unknown;
  after: unknown;
}

/** The effect of a change of a page on its values. */
export interface Verdict {
  /** Hard values that are other values now, or appeared. */
  wrong: Difference[];
  /** A struck price or a deal that is on the page, and is said not to be. */
  denied: Difference[];
  /** Other values that changed. */
  soft: Difference[];
  /** Paths of the hard values that are absent now. */
  gone: string[];
  /** Landmarks that are absent without a gap. */
  silent: string[];
  /** Whether the page was refused as a whole. */
  isRefused: boolean;
}

/** A page that was read, or the error. */
export type Outcome = ParsedPage | MarketplaceError;

/** Reads a page. Throws errors that are faults of the parser. */
export function outcomeOf(read: () => ParsedPage): Outcome {
  try {
    return read();
  } catch (error) {
    if (error instanceof MarketplaceError) return error;
    throw error;
  }
}

/**
 * Compares the values.
 *
 * @param isTouched Whether the change repeats or removes what a value was read from
 */
export function judge(
  before: ParsedPage & { found: true },
  after: Outcome,
  mutation: Mutation,
  isTouched: (path: string) => boolean,
): Verdict {
  const verdict: Verdict = { wrong: [], denied: [], soft: [], gone: [], silent: [], isRefused: false };
  if (after instanceof MarketplaceError) return refused(before, after, verdict);
  if (!after.found) {
    verdict.wrong.push({ path: 'found', before: true, after: false });
    return verdict;
  }
  compare(before.data, after.data, '', new Comparison(mutation, isTouched, verdict));
  if (after.page_type === 'offers' && before.page_type === 'offers') verdict.wrong.push(...miscounted(after.data));
  const known = new Set(before.gaps.map(({ landmark, kind }) => `${landmark} ${kind}`));
  const isReported = after.gaps.some(({ landmark, kind }) => !known.has(`${landmark} ${kind}`));
  for (const name of LANDMARKS[before.page_type]) {
    if (isThere(before.data, name) && !isThere(after.data, name) && !isReported) verdict.silent.push(name);
  }
  return verdict;
}

/** A page that cannot be read is not wrong. A page that is read as a robot check or as another product is wrong. */
function refused(before: ParsedPage & { found: true }, error: MarketplaceError, verdict: Verdict): Verdict {
  verdict.isRefused = true;
  verdict.gone = hardPaths(before.data, '');
  if (error.name !== 'ParseError')
    verdict.wrong.push({ path: 'page_type', before: before.page_type, after: error.code });
  return verdict;
}

function isThere(data: unknown, name: string): boolean {
  const value = (data as Record<string, unknown>)[name];
  return Array.isArray(value) ? value.length > 0 : value !== undefined;
}

/** Counts of the offers page that differ from its entries. */
function miscounted({
  product_sellers_info,
  fba_count,
  fbm_count,
}: {
  product_sellers_info: { is_fba?: boolean }[];
  fba_count?: number;
  fbm_count?: number;
}): Difference[] {
  const count = (is: boolean) => product_sellers_info.filter(({ is_fba }) => is_fba === is).length;
  const counts = [
    { path: 'fba_count', before: count(true), after: fba_count },
    { path: 'fbm_count', before: count(false), after: fbm_count },
  ];
  return counts.filter(({ before, after }) => before !== after);
}

class Comparison {
  readonly mutation: Mutation;
  readonly isTouched: (path: string) => boolean;
  readonly verdict: Pick<Verdict, 'wrong' | 'denied' | 'soft' | 'gone'>;

  constructor(
    mutation: Mutation,
    isTouched: (path: string) => boolean,
    verdict: Pick<Verdict, 'wrong' | 'denied' | 'soft' | 'gone'>,
  ) {
    this.mutation = mutation;
    this.isTouched = isTouched;
    this.verdict = verdict;
  }

  /** The same comparison with a verdict of its own, to try a pair of entries. */
  attempt(): Comparison {
    return new Comparison(this.mutation, this.isTouched, { wrong: [], denied: [], soft: [], gone: [] });
  }

  gone(path: string, before: unknown): void {
    this.verdict.gone.push(...hardPaths(before, path));
  }

  changed(path: string, before: unknown, after: unknown): void {
    const bare = path.replace(/\[\d*\]/g, '');
    if (isDerived(bare)) return;
    const { kind, touched } = this.mutation;
    if (kind === 'remove' && (isWithoutBuyBox(bare, after) || (isDefault(bare, after) && this.isTouched(path)))) {
      this.gone(path, before);
      return;
    }
    if (touched !== undefined && isCounted(bare)) return;
    const difference = { path, before, after };
    if (after === null) this.verdict.denied.push(difference);
    else if (isHard(bare) || hardPaths(after, bare).length > 0) this.verdict.wrong.push(difference);
    else this.verdict.soft.push(difference);
  }
}

function compare(before: unknown, after: unknown, path: string, comparison: Comparison): void {
  const bare = path.replace(/\[\d*\]/g, '');
  if (Object.is(before, after)) return;
  if (isUnknown(bare, after) || (after === null && !isClaim(bare))) {
    if (before !== undefined && before !== null) comparison.gone(path, before);
    return;
  }
  if (isEmpty(before) && isEmpty(after)) return;
  if (Array.isArray(before) && Array.isArray(after)) {
    compareLists(before, after, path, comparison);
  } else if (isRecord(before) && isRecord(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      compare(before[name], after[name], path === '' ? name : `${path}.${name}`, comparison);
    }
  } else comparison.changed(path, before, after);
}

/** `null` says that an item has no promotion. Elsewhere it is the same as absent. */
function isClaim(bare: string): boolean {
  return /(?:^|\.)promotion(?:\.\w+)?$/.test(bare);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Each entry must be one of the entries before: the one with its key, else the one that it differs from least. */
function compareLists(
  before: readonly unknown[],
  after: readonly unknown[],
  path: string,
  comparison: Comparison,
): void {
  if (!after.every(isRecord) || !before.every(isRecord)) {
    const extra = after.filter((value) => !before.includes(value));
    if (extra.length > 0) comparison.changed(path, before, after);
    return;
  }
  const found = new Set<number>();
  for (const entry of after as Record<string, unknown>[]) {
    const best = bestOf(before as Record<string, unknown>[], entry, path, comparison);
    if (best === undefined) {
      comparison.changed(`${path}[]`, undefined, entry);
      continue;
    }
    found.add(best.at);
    const { verdict } = comparison;
    verdict.wrong.push(...best.tried.wrong);
    verdict.denied.push(...best.tried.denied);
    verdict.soft.push(...best.tried.soft);
    verdict.gone.push(...best.tried.gone);
  }
  before.forEach((entry, at) => {
    if (!found.has(at)) comparison.gone(`${path}[${at}]`, entry);
  });
}

function bestOf(
  before: readonly Record<string, unknown>[],
  entry: Record<string, unknown>,
  path: string,
  comparison: Comparison,
) {
  const key = KEYS.find((name) => typeof entry[name] === 'string' || typeof entry[name] === 'number');
  const rows = before.map((row, at) => ({ row, at }));
  const same = rows.filter(({ row }) => key !== undefined && row[key] === entry[key]);
  const tried = (same.length > 0 ? same : rows).map(({ row, at }) => {
    const attempt = comparison.attempt();
    compare(row, entry, `${path}[${at}]`, attempt);
    const { wrong, denied, soft, gone } = attempt.verdict;
    const distance = wrong.length * 1e6 + denied.length * 1e4 + soft.length * 100 + gone.length;
    return { at, tried: attempt.verdict, distance };
  });
  return tried.sort((one, other) => one.distance - other.distance)[0];
}

/** Returns the paths of all hard values in a value. */
export function hardPaths(value: unknown, path: string): string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((entry, at) => hardPaths(entry, `${path}[${at}]`));
  if (isRecord(value)) {
    return Object.entries(value).flatMap(([name, member]) => hardPaths(member, path === '' ? name : `${path}.${name}`));
  }
  return isHard(path.replace(/\[\d*\]/g, '')) ? [path] : [];
}
