/** The settings of a batch: its flags, and what follows from them. */

import type { EndpointName } from '../../../contract/endpoints.ts';
import { shown } from '../../../contract/shown.ts';
import type { InputFormat } from '../../../inputs/read.ts';
import type { InputRules } from '../../../inputs/requests.ts';
import { wrongParameter } from '../../../options/checks.ts';
import { failuresPathOf, realPathOf, STDIN } from '../../files.ts';
import { type BackendFlags, backendOf, callDefaults } from '../../flags/backend.ts';
import { type FormFlags, namedForm } from '../../flags/output.ts';

const FORMATS = ['ndjson', 'csv', 'parquet'] as const;

/** The flags of `buybox batch`. */
export interface BatchFlags extends BackendFlags, FormFlags<OutputFormat> {
  input?: InputFormat;
  endpoint?: EndpointName;
  concurrency?: number;
  maxCredits?: number;
  out?: string;
  fields?: string[];
  failures?: string;
  resume?: boolean;
  force?: boolean;
  /** Of `enqueue`, for the count of `--dry-run`. */
  repeat?: boolean;
  allPages?: boolean;
  maxPages?: number;
  dryRun?: boolean;
  quiet?: boolean;
}

/** The format of results. */
export type OutputFormat = (typeof FORMATS)[number];

/** The settings of a batch: its flags, and what follows from them. */
export interface BatchSettings extends Omit<BatchFlags, 'out' | 'failures'> {
  /** The input: a path, or `-`. */
  file: string;
  rules: InputRules;
  format: OutputFormat;
  /** The output; `undefined` for standard output. */
  out: string | undefined;
  /** The results as NDJSON: the output itself, or a file next to it; `undefined` for standard output. */
  results: string | undefined;
  /** The file of failures; `undefined` when there is no file name to derive it from. */
  failures: string | undefined;
  /** Whether all pages of each list are read, at most `maxPages` of them. */
  allPages: boolean;
  concurrency: number;
}

const DEFAULT_CONCURRENCY = 10;

const FORMAT_BY_EXTENSION: Readonly<Record<string, OutputFormat>> = {
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  csv: 'csv',
  parquet: 'parquet',
};

/** Reads the settings. @throws BadRequestError with the name of the invalid flag */
export async function readSettings(file: string, flags: BatchFlags): Promise<BatchSettings> {
  const { configured = {}, fields } = flags;
  const out = flags.out === STDIN ? undefined : flags.out;
  const format = namedForm(flags, FORMATS) ?? formatOf(out);
  if (out === undefined && format === 'parquet') throw wrongParameter('format', 'Parquet needs a file. Use --out FILE');
  if (out === undefined && flags.resume)
    throw wrongParameter('resume', 'standard output cannot be continued. Use --out FILE');
  if (fields !== undefined && format === 'ndjson')
    throw wrongParameter('fields', 'NDJSON keeps whole responses. Use --fields with CSV or Parquet');
  const results = out === undefined || format === 'ndjson' ? out : `${out}.ndjson`;
  const failures = flags.failures ?? failuresNextTo(results, file);
  await assertDifferentFiles({ file: file === STDIN ? undefined : file, out, results, failures });
  const isLocal = backendOf(flags) === 'local';
  return {
    ...flags,
    file,
    rules: { as: flags.endpoint, defaults: callDefaults(flags), isLocal },
    format,
    out,
    results,
    failures,
    allPages: flags.allPages === true || flags.maxPages !== undefined,
    concurrency:
      flags.concurrency ?? (isLocal ? configured.concurrency : configured.maxConnections) ?? DEFAULT_CONCURRENCY,
  };
}

function formatOf(out: string | undefined): OutputFormat {
  if (out === undefined) return 'ndjson';
  const extension = /\.([a-z]+)$/i.exec(out)?.[1]?.toLowerCase() ?? '';
  const format = FORMAT_BY_EXTENSION[extension];
  if (format !== undefined) return format;
  throw wrongParameter('out', `${shown(out)} has no known extension. Use --format ndjson|csv|parquet`);
}

/** The failures file next to the results, else next to the input; never the input itself. */
function failuresNextTo(results: string | undefined, file: string): string | undefined {
  const neighbour = results ?? (file === STDIN ? undefined : file);
  if (neighbour === undefined) return undefined;
  const first = failuresPathOf(neighbour);
  return first === file ? failuresPathOf(neighbour, 2) : first;
}

/** Refuses one file for two purposes. Only the results can be the output itself. */
async function assertDifferentFiles(paths: Readonly<Record<string, string | undefined>>): Promise<void> {
  const seen = new Map<string, string>();
  for (const [name, path] of Object.entries(paths)) {
    if (path === undefined || (name === 'results' && path === paths.out)) continue;
    const real = await realPathOf(path);
    const other = seen.get(real);
    if (other !== undefined)
      throw wrongParameter(name, `${path} is also the ${other === 'file' ? 'input' : other} file. Name another file`);
    seen.set(real, name);
  }
}
