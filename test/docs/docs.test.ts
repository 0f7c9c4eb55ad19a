import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Command, Option } from 'commander';
import { describe, expect, it } from 'vitest';
import { allBlocks, blocksOf, documents, root } from '../../checks/docs/blocks.ts';
import { pages } from '../../docs/pages.ts';
import { dataReference } from '../../scripts/data-reference.ts';
import { drawingOf, explainPicture } from '../../scripts/docs-images.ts';
import { GENERATED_FILES, written } from '../../scripts/docs-index.ts';
import { Flag } from '../../src/cli/flags/flag.ts';
import { buildProgram } from '../../src/cli/program.ts';
import { MARKETPLACE_OPTIONS } from '../../src/marketplace/options.ts';
import { variableOf } from '../../src/options/table.ts';
import { terminalOf } from '../cli/run.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const texts = [...documents(), 'checks/README.md', 'CHANGELOG.md'];
const guides = documents().filter((file) => file.startsWith('docs/') && file !== 'docs/README.md');

/** Returns the flags of a command and of those below it. */
function flagsOf(command: Command): Option[] {
  return [...command.options, ...command.commands.flatMap(flagsOf)];
}

const flags = flagsOf(buildProgram(terminalOf({}).terminal, () => undefined));

/** The environment variables that flags have, and that the source, the tests and the benchmarks read. */
const variables = new Set([
  ...flags.map((flag) => flag instanceof Flag && flag.variable),
  ...Object.keys(MARKETPLACE_OPTIONS).map(variableOf),
  ...globSync(['src/**/*.ts', 'test/**/*.ts', 'checks/**/*.ts', 'bench/**/*.ts'], {
    cwd: root,
    exclude: ['test/docs/**', 'checks/docs/**'],
  }).flatMap((file) => [...read(file).matchAll(/\bBUYBOX_[A-Z_]+\b/g)].map(([name]) => name)),
]);

/** Returns the link anchors of a document's headings. */
function anchorsOf(file: string): string[] {
  const text = read(file).replace(/^```.*?^```/gms, '');
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  );
}

describe('the documentation', () => {
  it('has an up-to-date field reference (npm run docs:data writes it)', () => {
    expect(read('docs/data.md')).toBe(dataReference());
  });

  it.each(GENERATED_FILES)('%s has up-to-date tables (npm run docs:index writes them)', (file) => {
    expect(read(file)).toBe(written(file));
  });

  it('shows the current output of explain (npm run docs:images draws it)', () => {
    expect(read('docs/images/explain.svg')).toBe(explainPicture());
  });

  it('shows the current drawing of a call (npm run docs:images draws it)', () => {
    const { text, mark } = drawingOf(read('docs/contributing/architecture.md'));
    const svg = read('docs/images/architecture.svg');
    expect(svg).toContain(mark);
    const labels = [...text.matchAll(/"([^"]+)"/g)].map(([, label = '']) => label);
    expect(labels.length).toBeGreaterThan(5);
    for (const word of labels.join(' ').replaceAll('<br>', ' ').split(' ')) expect(svg).toContain(word);
  });

  it.each(globSync('docs/images/*', { cwd: root }))('%s is small', (file) => {
    expect(statSync(join(root, file)).size).toBeLessThan(80_000);
  });

  it('has the same pages as its table', () => {
    const files = globSync('docs/{*,measured/*,contributing/*}.md', { cwd: root }).map((file) =>
      relative('docs', file).replace(/\.md$/, ''),
    );
    expect(files.filter((name) => name !== 'README').sort()).toEqual(pages.map(({ name }) => name).sort());
  });

  it.each(pages.map(({ name, title }) => [name, title]))('%s has the title of its table row', (name, title) => {
    expect(read(`docs/${name}.md`).split('\n')[0]).toBe(`# ${title}`);
  });

  it.each(guides)('%s begins with a summary and an example', (file) => {
    const lines = read(file).split('\n');
    expect(lines[2]).toMatch(/^\S/);
    const [, second = lines.length] = lines.flatMap((line, index) => (line.startsWith('## ') ? [index] : []));
    const [example] = blocksOf(file, read(file));
    expect(['ts', 'sh', 'json']).toContain(example?.language);
    expect(example?.line, `${file}: the first example comes before the second section`).toBeLessThan(second);
  });

  it.each(texts)('%s links to files and headings that exist', (document) => {
    for (const [, target = ''] of read(document).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)) {
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? document : join(dirname(document), path);
      expect(existsSync(join(root, file)), `${document} links to ${target}`).toBe(true);
      if (anchor !== undefined && file.endsWith('.md')) {
        expect(anchorsOf(file), `${document} links to ${target}`).toContain(anchor);
      }
    }
  });

  it.each(texts)('%s names only existing files of the project', (document) => {
    for (const [, path = ''] of read(document).matchAll(/`((?:src|test|checks|examples|scripts|bench)\/[\w./-]+)`/g)) {
      expect(existsSync(join(root, path)), `${document} names ${path}`).toBe(true);
    }
  });

  it.each(texts)('%s names only existing npm scripts', (document) => {
    const { scripts } = JSON.parse(read('package.json'));
    for (const [, name] of read(document).matchAll(/npm run ([\w:-]+)/g))
      expect(Object.keys(scripts), `${document}: npm run ${name}`).toContain(name);
  });

  const known = ['--help', ...flags.flatMap(({ short, long }) => [short, long])];

  it.each(['README.md', ...guides])('%s names only existing flags', (document) => {
    for (const [, code = ''] of read(document).matchAll(/`([^`\n]+)`/g)) {
      if (/^(?:npm|node) /.test(code)) continue;
      for (const [flag] of code.matchAll(/(?<![\w-])--[a-z][\w-]*/g))
        expect(known, `${document}: ${code}`).toContain(flag);
    }
  });

  it.each(['README.md', ...guides])('%s names only environment variables that the code reads', (document) => {
    for (const [name] of read(document).matchAll(/\bBUYBOX_[A-Z_]+\b/g)) expect(variables, document).toContain(name);
  });
});

describe('await using', () => {
  it('is shown once, for newer versions of Node than the oldest supported one', () => {
    const shown = allBlocks().filter(({ code }) => /\busing \w+ =/.test(code));
    expect(shown.map(({ file, setup }) => [file, setup?.isNewer])).toEqual([['docs/getting-started.md', true]]);
  });

  it('is neither in the examples nor in docstrings', () => {
    const files = globSync(['examples/**/*.{ts,tsx}', 'src/**/*.ts'], { cwd: root, exclude: ['**/node_modules/**'] });
    const shows = (file: string) => {
      // The sources themselves are compiled for the oldest Node.
      const lines = file.startsWith('src/') ? (read(file).match(/^ *\* .*$/gm) ?? []) : [read(file)];
      return lines.some((line) => /\busing \w+ =/.test(line));
    };
    expect(files.filter(shows)).toEqual([]);
  });
});
