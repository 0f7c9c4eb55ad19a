/** Scores a parser on saved pages. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { fileError, readText } from '../../src/cli/files.ts';
import { LANGUAGES } from '../../src/contract/codes.ts';
import { BadRequestError } from '../../src/contract/errors.ts';
import type { PageContext, ParsedPage } from '../../src/pages/index.ts';
import { compare, type Leaf, LOST, leaf } from './compare.ts';

/** The parser to score: `parsePage`, or a function with its signature. */
export type Parser = (html: string, context: PageContext) => Pick<ParsedPage, 'page_type' | 'found' | 'data'>;

/** The folders of pages and truth, and which pages to score. */
export interface ScoreInput {
  pages: string;
  truth: string;
  kind?: string | undefined;
  /** A part of the page's name. */
  only?: string | undefined;
}

/** A leaf, with the name of its page. */
export interface PageLeaf extends Leaf {
  file: string;
}

/** Numbers of leaves. */
export interface Tally {
  asserted: number;
  right: number;
  wrong: number;
  missing: number;
  /** The share of right leaves, from 0 to 1. */
  score: number;
}

/** The result of scoring. */
export interface Score {
  summary: Tally & { pages: number; absent: number; ms_per_page: number; mb_per_s: number };
  fields: Record<string, Tally>;
  files: Record<string, Tally>;
  misses: PageLeaf[];
}

const TruthSchema = z.object({
  /** A page type, `blocked` or `unavailable`. */
  kind: z.string(),
  url: z.url(),
  language: z.enum(LANGUAGES).optional(),
  requested_at: z.string().default('2026-01-01T12:00:00Z'),
  found: z.boolean().default(true),
  data: z.record(z.string(), z.unknown()).default({}),
});

type Truth = z.output<typeof TruthSchema>;

/**
 * Parses every page that has a truth, and compares the two.
 *
 * @throws BadRequestError for a folder or a truth that cannot be read
 */
export async function scorePages(input: ScoreInput, parse: Parser): Promise<Score> {
  const leaves: PageLeaf[] = [];
  let [pages, absent, ms, bytes] = [0, 0, 0, 0];
  for (const [file, truth] of await readTruth(input)) {
    const html = await readPage(join(input.pages, file));
    if (html === undefined) absent++;
    else {
      const start = performance.now();
      const outcome = outcomeOf(html, truth, parse);
      ms += performance.now() - start;
      bytes += html.length;
      pages++;
      leaves.push(...leavesOf(truth, outcome).map((one) => ({ file, ...one })));
    }
  }
  const cost = { pages, absent, ms_per_page: ms / (pages || 1), mb_per_s: ms === 0 ? 0 : bytes / 1e3 / ms };
  return {
    summary: { ...tallyOf(leaves), ...cost },
    fields: tallies(leaves, ({ path }) => path),
    files: tallies(leaves, ({ file }) => file),
    misses: leaves.filter(({ verdict }) => verdict !== 'right'),
  };
}

/** The truth files that were asked for, by page name and sorted by it. */
async function readTruth({ truth: folder, kind, only = '' }: ScoreInput): Promise<[name: string, truth: Truth][]> {
  const files = await readdir(folder, { recursive: true }).catch((cause: unknown) => {
    throw fileError('truth', folder, 'read', cause);
  });
  const names = files.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -'.json'.length));
  const read = names
    .filter((name) => name.includes(only))
    .sort()
    .map(async (name): Promise<[string, Truth]> => [name, await readTruthFile(join(folder, `${name}.json`))]);
  const found = (await Promise.all(read)).filter(([, truth]) => kind === undefined || truth.kind === kind);
  if (found.length > 0) return found;
  throw wrongTruth(`${folder} has no truth files${names.length === 0 ? '' : ' that match --kind and --only'}`);
}

async function readTruthFile(file: string): Promise<Truth> {
  const content = await readText('truth', file);
  try {
    return TruthSchema.parse(JSON.parse(content));
  } catch (cause) {
    if (cause instanceof SyntaxError) throw wrongTruth(`${file} is not valid JSON: ${cause.message}`, cause);
    const [issue] = cause instanceof z.ZodError ? cause.issues : [];
    throw wrongTruth(`${file}: ${issue?.path.join('.')}: ${issue?.message}`, cause);
  }
}

function wrongTruth(what: string, cause?: unknown): BadRequestError {
  return new BadRequestError(`truth: ${what}`, { parameter: 'truth', cause });
}

/** The HTML of a page; `undefined` if there is no file, because a truth can be written before its page is saved. */
async function readPage(path: string): Promise<string | undefined> {
  for (const file of [`${path}.html`, `${path}.html.gz`]) {
    try {
      return await readText('pages', file);
    } catch (error) {
      if (((error as Error).cause as NodeJS.ErrnoException | undefined)?.code !== 'ENOENT') throw error;
    }
  }
  return undefined;
}

interface Outcome {
  page?: ReturnType<Parser>;
  error?: Error;
}

function outcomeOf(html: string, { url, requested_at, language }: Truth, parse: Parser): Outcome {
  try {
    return { page: parse(html, { url, requestedAt: new Date(requested_at), language }) };
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}

function leavesOf({ kind, found, data }: Truth, { page, error }: Outcome): Leaf[] {
  const thrown = error && `${error.name}: ${error.message}`;
  if (kind === 'blocked' || kind === 'unavailable') {
    const isRefused = /Blocked|Unavailable/.test(`${error?.name} ${error?.constructor.name}`);
    const got = thrown ?? `page_type ${page?.page_type}, found ${page?.found}`;
    return [leaf(`${kind}: error`, 'blocked', isRefused ? 'blocked' : got)];
  }
  const read = page?.data ? new Map(Object.entries(page.data)) : undefined;
  return [
    ...(thrown === undefined ? [] : [leaf('throws', 'no error', thrown)]),
    leaf('page_type', kind, page?.page_type),
    leaf('found', found, page?.found),
    ...Object.entries(data).flatMap(([name, want]) =>
      compare(`${kind}.${name}`, want, read === undefined ? LOST : read.get(name)),
    ),
  ];
}

function tallies(leaves: readonly PageLeaf[], keyOf: (leaf: PageLeaf) => string): Record<string, Tally> {
  const groups = [...Map.groupBy(leaves, keyOf)].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(groups.map(([name, group]) => [name, tallyOf(group)]));
}

function tallyOf(leaves: readonly Leaf[]): Tally {
  const tally = { asserted: leaves.length, right: 0, wrong: 0, missing: 0 };
  for (const { verdict } of leaves) tally[verdict]++;
  return { ...tally, score: tally.right / (leaves.length || 1) };
}
