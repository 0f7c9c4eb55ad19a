/** The ways to read a page that are compared: buybox and other libraries. */
import { join } from 'node:path';
import { parse } from 'parse5';
import { install } from '../scripts/installed.ts';
import { parsePage } from '../src/entries/parse.ts';
import type { BenchPage } from './pages.ts';

/** Reads a page. The return value is ignored. */
export type Contestant = (page: BenchPage) => unknown;

/** buybox, and the parser that it is compared with. */
export const own = {
  'parse5.parse, no field': ({ html }) => parse(html),
  'buybox, all fields': ({ html, context }) => parsePage(html, context),
  'buybox, five fields': (page) => withFields(page, 5),
  'buybox, one field': (page) => withFields(page, 1),
} satisfies Record<string, Contestant>;

/** Other libraries: `rivals/rivals.ts`. */
export type RivalName = `${'cheerio' | 'htmlparser2 + css-select' | 'linkedom' | 'node-html-parser'}, 20 fields`;

export type ContestantName = keyof typeof own | RivalName;

/** Returns the ways to read a page, by the name in the tables. Installs the other libraries if they are missing. */
export async function loadContestants(): Promise<Readonly<Record<ContestantName, Contestant>>> {
  await install(join(import.meta.dirname, 'rivals'));
  // Not a literal: the type check of the project knows no library of `rivals/`.
  const { rivals } = (await import(new URL('./rivals/rivals.ts', import.meta.url).href)) as {
    rivals: Record<RivalName, Contestant>;
  };
  return { ...own, ...rivals };
}

/** Fields of a page that programs often need. */
const WANTED: Readonly<Record<string, readonly string[]>> = {
  product: ['title', 'bb_price', 'currency', 'delivery', 'rating'],
  search: ['title', 'price', 'currency', 'delivery', 'rating'].map((name) => `shallow_parts.${name}`),
};

/** Reads the first fields of {@link WANTED}. */
function withFields({ html, type, context }: BenchPage, count: number): unknown {
  return parsePage(html, { ...context, fields: WANTED[type]?.slice(0, count) ?? ['current_page'] });
}
