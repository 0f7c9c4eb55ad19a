/** Writes THIRD_PARTY_LICENSES.md out of the lock file: what an installation brings, under which licences: `npm run licences`. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const TARGET = join(root, 'THIRD_PARTY_LICENSES.md');

/** Licences that ask for no more than their notice. */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Unlicense',
]);

const HEAD = `# Licences of the packages that come with buybox

<!-- Written by \`npm run licences\` out of package-lock.json. -->

buybox itself is under the MIT licence. \`npm install buybox\` also brings these packages, unbundled, each with its own licence file; the optional peers
(\`peerDependencies\`) come only when you install them yourself. What is bundled stands at the end.

| package | version | licence |
|---|---|---|
`;

/** Development dependencies that the build bundles into `dist`. Their notices are part of this document. */
export const BUNDLED: readonly string[] = [
  'cli-truncate',
  'commander',
  'csv-parse',
  'csv-stringify',
  'd3-array',
  'd3-scale',
  'leven',
  'string-width',
  'wrap-ansi',
];

/** A package of the lock file. */
interface LockedPackage {
  version: string;
  license?: string;
  dev?: boolean;
  devOptional?: boolean;
  peer?: boolean;
}

/** A package that an installation brings. */
export interface Dependency {
  name: string;
  version: string;
  licence: string;
}

/** Every package that `npm install buybox` brings, by name. */
export function productionDependencies(): Dependency[] {
  const { packages }: { packages: Record<string, LockedPackage> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  );
  return Object.entries(packages)
    .filter(([path, { dev, devOptional, peer }]) => path !== '' && !dev && !devOptional && !peer)
    .map(([path, { version, license }]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence: license ?? 'none named',
    }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en'));
}

/** Whether a licence, an SPDX expression, leaves a permissive choice. What is not understood is not permissive. */
export function isPermissive(licence: string): boolean {
  const expression = licence.replace(/^\((.*)\)$/, '$1');
  if (PERMISSIVE.has(expression)) return true;
  const choices = expression.split(' OR ');
  return choices.length > 1 && choices.some((choice) => PERMISSIVE.has(choice));
}

/** The document. */
export function licenceTable(): string {
  return `${HEAD}${productionDependencies()
    .map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |\n`)
    .join('')}${bundledDependencies().map(notice).join('')}`;
}

interface Manifest {
  version: string;
  license: string;
  dependencies?: Record<string, string>;
}

function manifestOf(name: string): Manifest {
  return JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'));
}

/** The packages that the build bundles, with their own dependencies, by name. */
export function bundledDependencies(): Dependency[] {
  const found = new Map<string, Dependency>();
  const add = (name: string): void => {
    if (found.has(name)) return;
    const { version, license: licence, dependencies = {} } = manifestOf(name);
    found.set(name, { name, version, licence });
    for (const dependency of Object.keys(dependencies)) add(dependency);
  };
  for (const name of BUNDLED) add(name);
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** The section of a bundled package: its version and its licence. */
function notice({ name, version }: Dependency): string {
  const folder = join(root, 'node_modules', name);
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(?:\.md|\.txt)?$/i.test(entry));
  if (file === undefined) throw new Error(`${name} has no licence file`);
  const licence = readFileSync(join(folder, file), 'utf8').trim();
  return `\n## ${name} ${version}, in the package itself\n\n${licence}\n`;
}

if (import.meta.main) writeFileSync(TARGET, licenceTable());
