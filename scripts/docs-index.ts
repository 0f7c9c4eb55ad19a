/**
 * Writes the parts of the documentation that are derived from tables in the sources: `npm run docs:index`. These are `docs/README.md`, and the parts
 * of other pages between `<!-- generated: NAME -->` and `<!-- /generated -->`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { groups } from '../docs/pages.ts';
import { NATIVE_LANGUAGE_MARKETPLACES } from '../src/contract/codes.ts';
import { ERROR_CODES, type ErrorCode, errorPageOf } from '../src/contract/error-codes.ts';
import { marketplaces } from '../src/locale/marketplaces.ts';
import { commandReference } from './command-reference.ts';

const root = join(import.meta.dirname, '..');

/** Writers of the generated parts, by name. Each takes the path of the file. */
const parts: Readonly<Record<string, (file: string) => string>> = {
  pages: pageList,
  codes: codeTable,
  error: errorFacts,
  marketplaces: marketplaceTable,
  commands: commandReference,
};

const CODES = Object.keys(ERROR_CODES) as ErrorCode[];

/** The files with generated parts. `docs/README.md` is generated as a whole. */
export const GENERATED_FILES: readonly string[] = [
  'README.md',
  'docs/README.md',
  'docs/command-line.md',
  'docs/errors.md',
  'docs/languages.md',
  ...CODES.map((code) => `docs/${errorPageOf(code)}`),
];

/** Returns the current content of a file with its generated parts renewed. */
export function written(file: string): string {
  if (file === 'docs/README.md') return docsIndex();
  const text = readFileSync(join(root, file), 'utf8');
  return text.replace(/(<!-- generated: (\w+) -->\n).*?(<!-- \/generated -->)/gs, (whole, begin, name, end) => {
    const part = parts[name];
    return part === undefined ? whole : `${begin}\n${part(file)}\n\n${end}`;
  });
}

function docsIndex(): string {
  const lists = groups.map(({ title, pages }) => {
    const rows = pages.map(({ name, title: of, summary }) => `- [${of}](${name}.md): ${summary}`);
    return `## ${title}\n\n${rows.join('\n')}\n`;
  });
  return `# Documentation

<!-- Written by \`npm run docs:index\` out of docs/pages.ts; change it there. -->

Typed data from Amazon's marketplaces: one interface over the sites' own pages or a hosted service.

\`\`\`ts
import { createMarketplace } from 'buybox';

await using marketplace = createMarketplace();
const { data } = await marketplace.product({ asin: 'B08N5WRWNW' });
console.log(data?.title, data?.bb_price, data?.currency);
// prints: Larkmoor Camping Lantern, 1000 Lumens, USB-C (Forest Green) 34.99 USD
\`\`\`

The tests compile and run every example of these pages, on the fixture marketplace that is part of the package. \`npm run docs\` builds a site from them, with an API
reference. [Examples](../examples/README.md) has whole programs.

${lists.join('\n')}`;
}

/** The list in the project's README: a line a group. */
function pageList(): string {
  const links = groups.map(({ title, pages }) => {
    const names = pages.map(({ name, title: of }) => `[${of}](docs/${name}.md)`);
    return `- ${title}: ${names.join(', ')}`;
  });
  return links.join('\n');
}

function codeTable(): string {
  const rows = CODES.map((code) => {
    const { class: name, status, retryable, summary } = ERROR_CODES[code];
    return `| [\`${code}\`](${errorPageOf(code)}) | \`${name}\` | ${status} | ${retryable ? 'yes' : 'no'} | ${summary} |`;
  });
  return ['| code | class | status | retried | what happened |', '|---|---|---|---|---|', ...rows].join('\n');
}

/** The facts at the top of the page of a code. */
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

if (import.meta.main) for (const file of GENERATED_FILES) writeFileSync(join(root, file), written(file));
