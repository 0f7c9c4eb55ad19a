/** What a batch is told: flags, and what follows from them. */
import type { EndpointName } from '../../contract/endpoints.ts';
import { BadRequestError } from '../../contract/errors.ts';
import { type BackendFlags, backendOf, callDefaults } from '../backend.ts';
import { type InputFile, realPathOf, STDIN } from '../files.ts';
import { failuresPathOf } from '../results/result-file.ts';
import type { Terminal } from '../terminal.ts';
import type { InputFormat, InputRules } from './inputs/index.ts';

/** The flags of `buybox batch`. */
export interface BatchFlags extends BackendFlags {
  input?: InputFormat;
  endpoint?: EndpointName;
  concurrency?: number;
  maxCredits?: number;
  out?: string;
  format?: OutputFormat;
  fields?: string[];
  failures?: string;
  resume?: boolean;
  force?: boolean;
  repeat?: boolean;
  check?: boolean;
  quiet?: boolean;
}

/** How results are written. */
export const OUTPUT_FORMATS = ['ndjson', 'csv', 'parquet'] as const;

/** How results are written. */
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** What becomes of outputs that are there: they are in the way, they go on, or they begin anew. */
export type OutputMode = 'new' | 'resume' | 'force';

/** What a batch is told. */
export interface BatchSettings {
  /** The input: a path, or `-`. */
  file: string;
  input: InputFormat | undefined;
  rules: InputRules;
  format: OutputFormat;
  /** The output; nothing for standard output. */
  out: string | undefined;
  /** Where results are kept as NDJSON: the output, or beside it; nothing for standard output. */
  results: string | undefined;
  /** Nothing where there is no name to derive one from. */
  failures: string | undefined;
  fields: readonly string[] | undefined;
  mode: OutputMode;
  isRepeating: boolean;
  concurrency: number;
  maxCredits: number | undefined;
}

const DEFAULT_CONCURRENCY = 10;

const FORMAT_BY_EXTENSION: Readonly<Record<string, OutputFormat>> = {
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  csv: 'csv',
  parquet: 'parquet',
};

/** @throws BadRequestError with the flag at fault */
export async function readSettings(file: string, flags: BatchFlags): Promise<BatchSettings> {
  const out = flags.out === STDIN ? undefined : flags.out;
  const format = outputFormat(out, flags.format);
  if (flags.resume && out === undefined) {
    throw new BadRequestError('resume: standard output keeps nothing to go on with; give --out', {
      parameter: 'resume',
    });
  }
  const results = out === undefined || format === 'ndjson' ? out : `${out}.ndjson`;
  const failures = flags.failures ?? failuresBeside(results, file);
  await assertDifferent({ file: file === STDIN ? undefined : file, out, results, failures });
  return {
    file,
    input: flags.input,
    rules: rulesOf(flags),
    format,
    out,
    results,
    failures,
    fields: fieldsOf(flags.fields, format),
    mode: flags.resume ? 'resume' : flags.force ? 'force' : 'new',
    isRepeating: flags.repeat === true,
    concurrency: concurrencyOf(flags),
    maxCredits: flags.maxCredits,
  };
}

/** Where the inputs come from. */
export function placeOf({ file }: BatchSettings, { input }: Pick<Terminal, 'input'>): InputFile {
  return { file, stdin: input };
}

function rulesOf(flags: BatchFlags): InputRules {
  return { as: flags.endpoint, defaults: callDefaults(flags), isLocal: backendOf(flags) === 'local' };
}

/** Calls at once: as many as the backend makes, when that is said. */
function concurrencyOf(flags: BatchFlags): number {
  const { concurrency, configured = {} } = flags;
  const own = backendOf(flags) === 'local' ? configured.concurrency : configured.maxConnections;
  return concurrency ?? own ?? DEFAULT_CONCURRENCY;
}

function outputFormat(out: string | undefined, format: OutputFormat | undefined): OutputFormat {
  if (format === 'parquet' && out === undefined) {
    throw new BadRequestError('format: Parquet is written to a file; give --out', { parameter: 'format' });
  }
  if (format !== undefined || out === undefined) return format ?? 'ndjson';
  const [, extension = ''] = /\.([a-z]+)$/i.exec(out) ?? [];
  const told = FORMAT_BY_EXTENSION[extension.toLowerCase()];
  if (told !== undefined) return told;
  throw new BadRequestError(
    `out: the name ${JSON.stringify(out)} does not tell the format; give --format ${OUTPUT_FORMATS.join('|')}`,
    { parameter: 'out' },
  );
}

function fieldsOf(fields: readonly string[] | undefined, format: OutputFormat): readonly string[] | undefined {
  if (fields === undefined || format !== 'ndjson') return fields;
  throw new BadRequestError(
    'fields: NDJSON keeps whole answers, which were paid for; --fields is for CSV and Parquet',
    {
      parameter: 'fields',
    },
  );
}

/** The failures' file: beside the results, else beside the input; another name when that is the input itself. */
function failuresBeside(results: string | undefined, file: string): string | undefined {
  const neighbour = results ?? (file === STDIN ? undefined : file);
  if (neighbour === undefined) return undefined;
  for (let number = 1; ; number++) {
    const name = failuresPathOf(neighbour, number);
    if (name !== file) return name;
  }
}

/** Refuses one file in two parts: it would be read and written at once. */
async function assertDifferent(places: Readonly<Record<string, string | undefined>>): Promise<void> {
  const seen = new Map<string, string>();
  for (const [name, path] of Object.entries(places)) {
    if (path === undefined) continue;
    const real = await realPathOf(path);
    const other = seen.get(real);
    const isOutput = other === 'out' && name === 'results' && path === places.out;
    if (other !== undefined && !isOutput) {
      throw new BadRequestError(`${name}: ${path} is the ${other} too; name another file`, { parameter: name });
    }
    seen.set(real, name);
  }
}
