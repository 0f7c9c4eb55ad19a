/** A folder of saved pages: its `index.json`, and its files. No link inside the folder is followed out of it. */
import { join } from 'node:path';
import type { BadRequestError } from '../../contract/errors.ts';
import { shown } from '../../contract/shown.ts';
import { readInside } from '../../files/read-file.ts';
import { InputProblem } from '../../http/byte-limit.ts';
import { wrongSetting } from '../../options/checks.ts';
import { fileProblem } from '../../options/file-problem.ts';
import { isTimestamp } from '../page-source.ts';

/** An entry of a folder's `index.json`. */
export interface SavedPage {
  /** URL of the page on the marketplace's site. */
  url: string;
  /** Path relative to the folder, with `/` between its parts. Compressed if it ends in `.gz`. */
  file: string;
  /** HTTP status. @default 200 */
  status?: number;
  /** Time of the request, ISO 8601. Relative dates are counted from it. */
  fetched_at?: string;
}

/** The name of a folder's index. */
export const INDEX = 'index.json';
/** In bytes: about a million pages. */
const LARGEST_INDEX = 200_000_000;

/** Reads the `index.json` of a folder. @throws BadRequestError `INVALID_CONFIGURATION`, with the entry and its member if one is wrong */
export async function readIndex(folder: string): Promise<SavedPage[]> {
  const pages = await parsedIndex(folder);
  if (!Array.isArray(pages)) throw unreadable(folder, 'is not a list of { url, file, status, fetched_at }.');
  const problem = pages.map(problemOf).find((found) => found !== undefined);
  if (problem !== undefined) throw unreadable(folder, problem);
  return pages as SavedPage[];
}

async function parsedIndex(folder: string): Promise<unknown> {
  try {
    return JSON.parse(new TextDecoder().decode(await readInside(folder, INDEX, LARGEST_INDEX)));
  } catch (cause) {
    const why = cause instanceof InputProblem ? cause.message : fileProblem('read', folder, cause);
    throw unreadable(folder, why, cause);
  }
}

/**
 * Returns the bytes of a saved page, as they are in its file.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` for a file that is missing, that cannot be read, or that is a link out of the folder
 * @throws InputProblem for a file larger than `maxBytes`
 */
export async function readSaved(folder: string, { url, file }: SavedPage, maxBytes?: number): Promise<Uint8Array> {
  try {
    return await readInside(folder, file, maxBytes);
  } catch (cause) {
    if (cause instanceof InputProblem && cause.isSize) throw cause;
    throw unreadable(folder, `lists ${shown(file)} for ${shown(url)}: the file ${reasonOf(file, cause)}`, cause);
  }
}

function reasonOf(file: string, cause: unknown): string {
  if (cause instanceof InputProblem) return cause.message;
  const isMissing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
  if (isMissing) return 'does not exist. Record the page again, or remove the entry.';
  return fileProblem('read', file, cause);
}

const unreadable = (folder: string, why: string, cause?: unknown): BadRequestError =>
  wrongSetting('pages', `${join(folder, INDEX)} ${why}`, cause);

/** Returns what is wrong with an entry; `undefined` if nothing is. */
function problemOf(entry: unknown, index: number): string | undefined {
  const place = `has the entry ${index + 1}`;
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    return `${place}, which is not an object: expected { url, file, status, fetched_at }.`;
  const { url, file, status, fetched_at } = entry as Readonly<Record<string, unknown>>;
  const wrong = (member: string, value: unknown, why: string) =>
    `${place} with the ${member} ${value === undefined ? 'missing' : shown(value)}, which is not valid: expected ${why}`;
  if (typeof url !== 'string' || !URL.canParse(url)) return wrong('url', url, 'the URL of the page.');
  if (typeof file !== 'string' || !isInnerPath(file))
    return wrong('file', file, 'a path inside the folder, with "/" between its parts and without "..".');
  if (status !== undefined && !(Number.isInteger(status) && Number(status) >= 100 && Number(status) <= 599))
    return wrong('status', status, 'an HTTP status from 100 to 599.');
  if (fetched_at !== undefined && !isTimestamp(fetched_at))
    return wrong('fetched_at', fetched_at, 'a timestamp such as "2026-11-20T12:00:00Z".');
  return undefined;
}

/** A path that is relative, and means the same file on every system. */
function isInnerPath(file: string): boolean {
  const parts = file.split('/');
  return !/[\\:\p{Cc}]/u.test(file) && parts.every((part) => part !== '' && !/^\.*$/.test(part.trimEnd()));
}
