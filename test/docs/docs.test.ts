import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dataReference } from '../../scripts/data-reference.ts';
import * as face from '../../src/index.ts';
import { MarketplaceError } from '../../src/index.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const documents = [
  'README.md',
  'CHANGELOG.md',
  ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`),
].filter((name) => name.endsWith('.md'));

describe('the documentation', () => {
  it('has the field reference that the schemas give (npm run docs:data writes it)', () => {
    expect(read('docs/2-data.md')).toBe(dataReference());
  });

  it.each(documents)('%s links to files that exist', (document) => {
    for (const [, target] of read(document).matchAll(/\]\((?!https?:|#)([^)#]+)/g)) {
      expect(existsSync(join(root, dirname(document), String(target))), `${document} links to ${target}`).toBe(true);
    }
  });

  it.each(documents)('%s names only npm scripts that exist', (document) => {
    const { scripts } = JSON.parse(read('package.json'));
    for (const [, name] of read(document).matchAll(/npm run ([\w:-]+)/g))
      expect(Object.keys(scripts), `${document}: npm run ${name}`).toContain(name);
  });

  it('lists every error class', () => {
    const names = Object.entries(face).flatMap(([name, value]) =>
      typeof value === 'function' && Object.prototype.isPrototypeOf.call(MarketplaceError, value) ? [name] : [],
    );
    expect(names.length).toBeGreaterThan(8);
    for (const name of names) expect(read('docs/3-errors.md')).toContain(`\`${name}\``);
  });
});
