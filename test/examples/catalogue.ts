/** examples/README.md as a table. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const EXAMPLES = join(import.meta.dirname, '../../examples');

/** A row of the tables. */
export interface Row {
  /** File or folder. */
  name: string;
  /** Packages that it needs in addition to `buybox`. */
  packages: string[];
  /** The command that runs it offline; applications have it in their own README. */
  command: string | undefined;
}

/** Returns the rows of all tables, in order. */
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

/** Files that are not examples. */
const SUPPLIES = ['README.md', 'catalogue.csv', 'fixtures.ts', 'fixture-pages.ts'];

/** Folders without programs: files for containers, which `test/deployment` checks. */
export const DEPLOYMENTS = ['compose', 'kubernetes'];

/** The examples in the folder. */
export const examplesThere = (): string[] => readdirSync(EXAMPLES).filter((name) => !SUPPLIES.includes(name));
