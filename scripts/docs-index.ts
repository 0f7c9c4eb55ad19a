/**
 * Writes the generated parts of the documentation: `npm run docs:index`. These are the parts of pages between `<!-- generated: NAME -->` and
 * `<!-- /generated -->`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { groups } from '../docs/pages.ts';
import { NATIVE_LANGUAGE_MARKETPLACES } from '../src/contract/codes.ts';
import { ERROR_CODES } from '../src/contract/error-codes.ts';
import { type ErrorCode, errorPageOf } from '../src/contract/error-kinds.ts';
import { marketplaces } from '../src/locale/marketplaces.ts';
import {
  MARKETPLACE_METRICS,
  type MetricTable,
  PROCESS_METRICS,
  QUEUE_METRICS,
  SERVICE_METRICS,
} from '../src/metrics/table.ts';
import { commandReference } from './command-reference.ts';
import { withGeneratedParts } from './generated-parts.ts';

const root = join(import.meta.dirname, '..');

/** Writers of the generated parts, by name. Each takes the path of the file. */
const parts: Readonly<Record<string, (file: string) => string>> = {
  pages: pageLists,
  codes: codeTable,
  error: errorFacts,
  marketplaces: marketplaceTable,
  commands: commandReference,
  metrics: metricTables,
};

const CODES = Object.keys(ERROR_CODES) as ErrorCode[];

/** The files with generated parts. */
export const GENERATED_FILES: readonly string[] = [
  'docs/README.md',
  'docs/command-line.md',
  'docs/errors.md',
  'docs/languages.md',
  'docs/observability.md',
  ...CODES.map((code) => `docs/${errorPageOf(code)}`),
];

/** Returns the content of a file with its generated parts brought up to date. */
export function written(file: string): string {
  const text = readFileSync(join(root, file), 'utf8');
  return withGeneratedParts(text, (name) => parts[name]?.(file));
}

/** Returns the lists of pages, by section. */
function pageLists(): string {
  const lists = groups.map(({ title, pages }) => {
    const rows = pages.map(({ name, title: of, summary }) => `- [${of}](${name}.md): ${summary}`);
    return `## ${title}\n\n${rows.join('\n')}`;
  });
  return lists.join('\n\n');
}

function codeTable(): string {
  const rows = CODES.map((code) => {
    const { class: name, status, retryable, summary } = ERROR_CODES[code];
    return `| [\`${code}\`](${errorPageOf(code)}) | \`${name}\` | ${status} | ${retryable ? 'yes' : 'no'} | ${summary} |`;
  });
  return ['| code | class | status | retried | what happened |', '|---|---|---|---|---|', ...rows].join('\n');
}

/** Returns the facts at the top of the page of an error code. */
function errorFacts(file: string): string {
  const code = CODES.find((name) => file === `docs/${errorPageOf(name)}`);
  if (code === undefined) throw new Error(`${file} is not the page of an error code`);
  const { class: name, status, retryable, summary, cure } = ERROR_CODES[code];
  const facts = `\`${name}\` · status ${status} · ${retryable ? 'retried' : 'not retried'} · not billed`;
  return `${facts}\n\n${summary} ${cure}`;
}

const LANGUAGE_NAMES = new Intl.DisplayNames(['en'], { type: 'language' });

function marketplaceTable(): string {
  const rows = Object.values(marketplaces).map(({ code, country, domain, currency, locales, timeZone }) => {
    const own = LANGUAGE_NAMES.of(locales.native.slice(0, 2));
    const isNative = NATIVE_LANGUAGE_MARKETPLACES.some((native) => native === code);
    const english = locales.english === undefined ? 'none' : locales.english === locales.native ? 'its own' : 'yes';
    return `| \`${code}\` | ${country} | ${domain} | ${currency} | ${own} | ${english} | ${isNative ? 'yes' : ''} | ${timeZone} |`;
  });
  return [
    '| code | country | site | currency | its language | English version | `native` | time zone |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

/** Returns a table for each group of metrics. */
function metricTables(): string {
  const groups: readonly [string, MetricTable][] = [
    ['Sites, in `serve` and `worker`:', MARKETPLACE_METRICS],
    ['Queues and workers, in `worker`:', QUEUE_METRICS],
    ['The service, in `serve`:', SERVICE_METRICS],
    ['The process:', PROCESS_METRICS],
  ];
  const tables = groups.map(([title, table]) => {
    const rows = Object.entries(table).map(([name, { type, labels, help }]) => {
      const names = labels.map((label) => `\`${label}\``).join(', ');
      return `| \`${name}\` | ${type} | ${names} | ${help} |`;
    });
    return `${title}\n\n${['| metric | type | labels | |', '|---|---|---|---|', ...rows].join('\n')}`;
  });
  return tables.join('\n\n');
}

if (import.meta.main) for (const file of GENERATED_FILES) writeFileSync(join(root, file), written(file));
