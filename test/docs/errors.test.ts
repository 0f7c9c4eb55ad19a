/** Every error code is in the table of codes, and has a page. */
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, matchesGlob, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../checks/docs/blocks.ts';
import manifest from '../../package.json' with { type: 'json' };
import * as face from '../../src/entries/index.ts';
import { ERROR_CODES, type ErrorCode, MarketplaceError } from '../../src/entries/index.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const codes = Object.keys(ERROR_CODES) as ErrorCode[];
const pageOf = (code: string) => read(`docs/errors/${code}.md`);

describe('error codes', () => {
  it('are in the table if the sources use them', () => {
    const used = globSync('src/**/*.ts', { cwd: root }).flatMap((file) =>
      [...read(file).matchAll(/\b(?:code: |refusal\(\d+, )'((?!BUYBOX_)[A-Z][A-Z_]+)'/g)].map(([, code]) =>
        String(code),
      ),
    );
    expect(new Set(used).size).toBeGreaterThan(15);
    expect([...new Set(used)].filter((code) => !(code in ERROR_CODES))).toEqual([]);
  });
});

describe('messages of errors', () => {
  it('end with a full stop or a question', () => {
    const literals = globSync('src/**/*.ts', { cwd: root }).flatMap((file) => {
      const code = read(file).replace(/^\s*(?:\/\*\*|\*|\/\/).*$/gm, '');
      return [...code.matchAll(/new (?!Type)[A-Z]\w+Error\(\s*(['`])((?:\\.|(?!\1)[\s\S])*)\1/g)].map(([, , text]) =>
        String(text),
      );
    });
    expect(literals.length).toBeGreaterThan(60);
    // An interpolation at the end, also one with a template of its own, brings its own full stop.
    expect(literals.filter((text) => !/(?:[.?}]|\$\{[^}]*)$/.test(text))).toEqual([]);
  });
});

describe('the pages of errors', () => {
  it.each(codes)('of %s is the file that docUrl resolves to, and is in the package', (code) => {
    const { docUrl } = new MarketplaceError('x', { code });
    const path = createRequire(import.meta.url).resolve(docUrl);
    expect(readFileSync(path, 'utf8')).toMatch(new RegExp(`^# ${code}\n`));
    expect(manifest.files.some((pattern) => matchesGlob(relative(root, path), `{${pattern},${pattern}/**}`))).toBe(
      true,
    );
  });

  it('are those of the table', () => {
    const pages = globSync('docs/errors/*.md', { cwd: root }).map((file) => basename(file, '.md'));
    expect(pages.sort()).toEqual([...codes].sort());
  });

  it.each(codes)('%s begins with the row of the table (npm run docs:index), and has a cause and what to do', (code) => {
    const { class: name, summary, cure } = ERROR_CODES[code];
    const [title, , marker, , facts, , text] = pageOf(code).split('\n');
    expect([title, marker]).toEqual([`# ${code}`, '<!-- generated: error -->']);
    expect(facts).toContain(`\`${name}\``);
    expect(text).toBe(`${summary} ${cure}`);
    for (const section of ['Cause', 'What to do'])
      expect(pageOf(code)).toMatch(new RegExp(`^## ${section}\\n\\n\\S`, 'm'));
  });

  it.each(codes)('%s has an example that prints the code', (code) => {
    expect(pageOf(code)).toMatch(new RegExp(`// prints: (?:\\d+ )?${code}\\b`));
  });

  it('are linked from the page about errors, which names every class', () => {
    for (const code of codes) expect(read('docs/errors.md')).toContain(`(errors/${code}.md)`);
    const names = Object.entries(face).flatMap(([name, value]) =>
      typeof value === 'function' && Object.prototype.isPrototypeOf.call(MarketplaceError, value) ? [name] : [],
    );
    expect(names.length).toBeGreaterThan(8);
    for (const name of names) expect(read('docs/errors.md')).toContain(`\`${name}\``);
  });
});
