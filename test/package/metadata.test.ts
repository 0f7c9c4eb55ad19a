import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import {
  BUNDLED,
  bundledDependencies,
  isPermissive,
  licenceTable,
  productionDependencies,
} from '../../scripts/licences.ts';
import { PAGE_TYPES } from '../../src/contract/page-types.ts';

interface LockedPackage {
  integrity?: string;
  hasInstallScript?: boolean;
  inBundle?: boolean;
  dev?: boolean;
  devOptional?: boolean;
}

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

describe('the licences of installed and bundled packages', () => {
  it('are all listed (npm run licences writes them)', () => {
    expect(read('THIRD_PARTY_LICENSES.md')).toBe(licenceTable());
    expect(productionDependencies().map(({ name }) => name)).toEqual(
      expect.arrayContaining(Object.keys(manifest.dependencies)),
    );
  });

  it('cover all packages that the source imports', () => {
    const sources = globSync('src/**/*.ts', { cwd: root }).map(read);
    const imported = sources.flatMap((text) => [
      ...text.matchAll(/^(?:import|export) (?!type )[^;]*?from '([^.'][^']*)'|import\('([^.'][^']*)'\)/gm),
    ]);
    const names = imported
      .map(([, from, loaded]) => from ?? loaded ?? '')
      .filter((name) => !name.startsWith('node:'))
      .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
    const known = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
    expect(names).toContain('csv-parse');
    expect(names.filter((name) => ![...known, ...BUNDLED, 'buybox'].includes(name))).toEqual([]);
  });

  it('are all permissive', () => {
    const all = [...productionDependencies(), ...bundledDependencies()];
    expect(all.filter(({ licence }) => !isPermissive(licence))).toEqual([]);
  });

  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['MIT AND GPL-3.0-only', false],
    ['GPL-3.0-only', false],
    ['SEE LICENSE IN LICENSE.md', false],
    ['unknown', false],
  ])('%s is permissive: %s', (licence, expected) => {
    expect(isPermissive(licence)).toBe(expected);
  });
});

describe('the installed packages', () => {
  it.each(['.', '.changeset', 'bench/rivals', 'checks/patterns', 'docs', 'scripts/drawings', 'test/judges'])(
    'of %s have a lock file without addresses',
    (folder) => {
      const { packages }: { packages: Record<string, LockedPackage> } = JSON.parse(read(`${folder}/package-lock.json`));
      const own = JSON.parse(read(`${folder}/package.json`));
      expect(packages['']).toMatchObject({ dependencies: own.dependencies });
      const locked = Object.entries(packages).filter(([path, { inBundle }]) => path !== '' && !inBundle);
      expect(locked.length).toBeGreaterThan(1);
      expect(locked.filter(([, each]) => 'resolved' in each || !each.integrity?.startsWith('sha512-'))).toEqual([]);
    },
  );

  it('have an integrity hash each, and run no script on installation', () => {
    const { packages }: { packages: Record<string, LockedPackage> } = JSON.parse(read('package-lock.json'));
    const locked = Object.entries(packages).filter(([path, { inBundle }]) => path !== '' && !inBundle);
    expect(locked.filter(([, { integrity = '' }]) => !integrity.startsWith('sha512-'))).toEqual([]);
    const installed = locked.filter(([, { dev, devOptional }]) => !dev && !devOptional);
    expect(installed.length).toBeGreaterThan(10);
    expect(installed.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([]);
    const { scripts }: { scripts: Record<string, string> } = manifest;
    expect(Object.keys(scripts).filter((name) => /^(?:pre|post)?install$/.test(name))).toEqual([]);
  });
});

describe.each(['CONTRIBUTING.md', 'SECURITY.md'])('%s', (document) => {
  const text = read(document);

  it('names only existing files', () => {
    const paths = [...text.matchAll(/`((?:src|test|docs|fixtures|scripts|\.ci|\.changeset)\/[^`\s]*)`/g)];
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)];
    for (const [, path = ''] of [...paths, ...links]) {
      expect(globSync(path.replaceAll('<type>', '*'), { cwd: root }), path).not.toEqual([]);
    }
    expect(paths.length + links.length).toBeGreaterThan(0);
  });

  it('names only existing npm scripts', () => {
    const names = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name);
    expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(names));
  });

  it('has short sections', () => {
    for (const section of text.split(/^## /m)) expect(section.split('\n').length, section).toBeLessThan(40);
  });
});

describe('the files that CONTRIBUTING.md names', () => {
  it.each([
    ['MARKETPLACES', 'src/contract/codes.ts'],
    ['NATIVE_LANGUAGE_MARKETPLACES', 'src/contract/codes.ts'],
    ['pageTypes', 'src/contract/page-types.ts'],
    ['LanguageCode', 'src/locale/words/words.ts'],
    ['languages', 'test/locale/support.ts'],
    ['dataSchemas', 'src/contract/data/index.ts'],
    ['endpoints', 'src/contract/endpoints.ts'],
    ['PATTERNS', 'src/pages/urls/detect.ts'],
    ['FACTS', 'src/pages/urls/detect.ts'],
    ['PageReader', 'src/pages/engine/fields.ts'],
  ])('%s is in %s', (name, file) => {
    expect(read('CONTRIBUTING.md')).toContain(`\`${name}\``);
    expect(read(file)).toMatch(new RegExp(`^(?:export )?(?:const|type|interface) ${name}\\b`, 'm'));
  });

  it('include a folder for each page type', () => {
    for (const type of PAGE_TYPES) expect(existsSync(join(root, 'src/pages', type, 'index.ts')), type).toBe(true);
  });
});
