/** Scores a reader of pages. */
import type { PageContext, ParsedPage } from '../../pages/index.ts';
import { compare, type Leaf, leaf, lost } from './compare.ts';
import { type NamedTruth, readPageText, readTruth, type Truth, type TruthPlace } from './truth.ts';

/** What is scored: `parsePage`, or one like it. */
export type Reader = (html: string, context: PageContext) => Pick<ParsedPage, 'page_type' | 'found' | 'data'>;

/** A leaf of a page. */
export interface PageLeaf extends Leaf {
  file: string;
}

/** Leaves counted. */
export interface Tally {
  asserted: number;
  right: number;
  wrong: number;
  missing: number;
  /** The share that is right. */
  score: number;
}

/** The figures. */
export interface Score {
  summary: Tally & { pages: number; absent: number; ms_per_page: number; mb_per_s: number };
  fields: Record<string, Tally>;
  files: Record<string, Tally>;
  misses: PageLeaf[];
}

/** Reads every page that has a truth, and counts its leaves. */
export async function scorePages(place: TruthPlace, reader: Reader): Promise<Score> {
  const leaves: PageLeaf[] = [];
  const cost = { pages: 0, absent: 0, ms: 0, bytes: 0 };
  for (const { name, truth } of await readTruth(place)) {
    const html = await readPageText(place.pages, name);
    if (html === undefined) cost.absent++;
    else {
      const start = performance.now();
      const outcome = outcomeOf(html, truth, reader);
      cost.ms += performance.now() - start;
      cost.bytes += html.length;
      cost.pages++;
      leaves.push(...leavesOf({ name, truth }, outcome).map((one) => ({ file: name, ...one })));
    }
  }
  return scoreOf(leaves, cost);
}

interface Outcome {
  page?: ReturnType<Reader> | undefined;
  error?: Error | undefined;
}

function outcomeOf(html: string, { url, requested_at, language }: Truth, reader: Reader): Outcome {
  try {
    return { page: reader(html, { url, requestedAt: new Date(requested_at), language }) };
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}

function leavesOf({ truth }: NamedTruth, { page, error }: Outcome): Leaf[] {
  const { kind, found, data } = truth;
  if (kind === 'blocked' || kind === 'unavailable') return [refusal(kind, { page, error })];
  const thrown: Leaf[] =
    error === undefined ? [] : [{ path: 'throws', verdict: 'wrong', want: 'no error', got: nameOf(error) }];
  return [
    ...thrown,
    leaf('page_type', kind, page?.page_type),
    leaf('found', found, page?.found),
    ...Object.entries(data).flatMap(([name, want]) =>
      page?.data
        ? compare(`${kind}.${name}`, want, new Map(Object.entries(page.data)).get(name))
        : lost(`${kind}.${name}`, want),
    ),
  ];
}

/** A page that is none: its error must say so. */
function refusal(kind: string, { page, error }: Outcome): Leaf {
  const isTold = error !== undefined && /Blocked|Unavailable/.test(`${error.name} ${error.constructor.name}`);
  const got = isTold
    ? 'blocked'
    : error === undefined
      ? `page_type ${page?.page_type}, found ${page?.found}`
      : nameOf(error);
  return leaf(`${kind}: error`, 'blocked', got);
}

function nameOf({ name, message }: Error): string {
  return `${name}: ${message}`;
}

function scoreOf(leaves: PageLeaf[], cost: { pages: number; absent: number; ms: number; bytes: number }): Score {
  const { pages, absent, ms, bytes } = cost;
  return {
    summary: {
      pages,
      absent,
      ...tallyOf(leaves),
      ms_per_page: pages === 0 ? 0 : ms / pages,
      mb_per_s: ms === 0 ? 0 : bytes / 1e3 / ms,
    },
    fields: tallies(leaves, ({ path }) => path),
    files: tallies(leaves, ({ file }) => file),
    misses: leaves.filter(({ verdict }) => verdict !== 'right'),
  };
}

function tallies(leaves: readonly PageLeaf[], nameOfLeaf: (leaf: PageLeaf) => string): Record<string, Tally> {
  const groups = [...Map.groupBy(leaves, nameOfLeaf)].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(groups.map(([name, group]) => [name, tallyOf(group)]));
}

function tallyOf(leaves: readonly Leaf[]): Tally {
  const count = (verdict: Leaf['verdict']) => leaves.filter((one) => one.verdict === verdict).length;
  const right = count('right');
  return {
    asserted: leaves.length,
    right,
    wrong: count('wrong'),
    missing: count('missing'),
    score: leaves.length === 0 ? 0 : right / leaves.length,
  };
}
