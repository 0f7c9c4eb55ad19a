/** Pages with the truth that was written down for each. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import * as z from 'zod';
import { LANGUAGES } from '../../contract/codes.ts';
import { BadRequestError } from '../../contract/errors.ts';

const TruthSchema = z.object({
  /** A type of page, `blocked`, or `unavailable`. */
  kind: z.string(),
  url: z.url(),
  language: z.enum(LANGUAGES).optional(),
  /** When the page was served: dates count from then. */
  requested_at: z.string().default('2026-01-01T12:00:00Z'),
  found: z.boolean().default(true),
  data: z.record(z.string(), z.unknown()).default({}),
});

/** What a person saw on a page. */
export type Truth = z.output<typeof TruthSchema>;

/** A page's name, which it has in both folders, and its truth. */
export interface NamedTruth {
  name: string;
  truth: Truth;
}

/** Where pages and truth are, and which of them count. */
export interface TruthPlace {
  pages: string;
  truth: string;
  kind?: string | undefined;
  only?: string | undefined;
}

/**
 * The truth of a folder, in the order of names.
 *
 * @throws BadRequestError for a folder that cannot be read or has none, or a file that is no truth
 */
export async function readTruth({ truth: folder, kind, only = '' }: TruthPlace): Promise<NamedTruth[]> {
  const all = await readNames(folder);
  const named = all
    .filter((name) => name.includes(only))
    .map(async (name) => ({ name, truth: await readOne(folder, name) }));
  const wanted = (await Promise.all(named)).filter(({ truth }) => kind === undefined || truth.kind === kind);
  if (wanted.length > 0) return wanted;
  throw new BadRequestError(`truth: ${folder} has no truth${all.length === 0 ? '' : ' of what is asked for'}`, {
    parameter: 'truth',
  });
}

async function readNames(folder: string): Promise<string[]> {
  try {
    const files = await readdir(folder, { recursive: true });
    return files
      .filter((file) => file.endsWith('.json'))
      .map((file) => file.replace(/\.json$/, ''))
      .sort();
  } catch (cause) {
    throw unreadable(folder, cause);
  }
}

async function readOne(folder: string, name: string): Promise<Truth> {
  const file = join(folder, `${name}.json`);
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file, 'utf8'));
  } catch (cause) {
    throw unreadable(file, cause);
  }
  const { data, error } = TruthSchema.safeParse(content);
  if (data !== undefined) return data;
  const [issue] = error.issues;
  const where = issue?.path.join('.') ?? '';
  throw new BadRequestError(`truth: ${file}: ${where}: ${issue?.message}`, { parameter: 'truth' });
}

function unreadable(path: string, cause: unknown): BadRequestError {
  const why = cause instanceof SyntaxError ? 'is no JSON' : `cannot be read (${(cause as NodeJS.ErrnoException).code})`;
  return new BadRequestError(`truth: ${path} ${why}`, { parameter: 'truth', cause });
}

/** The text of a page; `undefined` when it is not there: truth can be ahead of its pages. */
export async function readPageText(folder: string, name: string): Promise<string | undefined> {
  const plain = await bytesOf(join(folder, `${name}.html`));
  if (plain !== undefined) return plain.toString('utf8');
  const compressed = await bytesOf(join(folder, `${name}.html.gz`));
  return compressed === undefined ? undefined : (await promisify(gunzip)(compressed)).toString('utf8');
}

async function bytesOf(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw cause;
  }
}
