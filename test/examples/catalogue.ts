/** examples/README.md as a table. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const EXAMPLES = join(import.meta.dirname, '../../examples');

/** A row of the tables. */
export interface Row {
  /** The file or the folder. */
  name: string;
  /** Packages that it needs beside `buybox`. */
  packages: string[];
  /** How it runs without the internet; an application says that in its own README. */
  command: string | undefined;
}

/** The rows of all tables, in order. */
export function catalogueRows(): Row[] {
  const lines = readFileSync(join(EXAMPLES, 'README.md'), 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [, link = '', , packages = '', command = ''] = line.split('|').map((cell) => cell.trim());
    const [, name] = /^\[`([^`]+)`\]\(/.exec(link) ?? [];
    if (name === undefined) return [];
    const needed = [...packages.matchAll(/`([^`]+)`/g)].map(([, each]) => String(each));
    return { name, packages: needed, command: /^`(.+)`$/.exec(command)?.[1] };
  });
}

/** What is no example: what examples are run on. */
const SUPPLIES = ['README.md', 'catalogue.csv', 'fixtures.ts', 'fixture-pages.ts'];

/** The examples that there are. */
export const examplesThere = (): string[] => readdirSync(EXAMPLES).filter((name) => !SUPPLIES.includes(name));
