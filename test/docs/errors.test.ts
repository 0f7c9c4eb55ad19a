/** Every code of an error stands in the table of codes, and has its page. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as face from '../../src/index.ts';
import { ERROR_CODES, type ErrorCode, MarketplaceError } from '../../src/index.ts';
import { root } from './blocks.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const codes = Object.keys(ERROR_CODES) as ErrorCode[];
const pageOf = (code: string) => read(`docs/errors/${code}.md`);

const classes: Readonly<Record<string, unknown>> = { ...face };

describe('the codes of errors', () => {
  it('are all in the table', () => {
    const used = globSync('src/**/*.ts', { cwd: root }).flatMap((file) =>
      [...read(file).matchAll(/\b(?:code: |refusal\(\d+, )'([A-Z][A-Z_]+)'/g)].map(([, code]) => String(code)),
    );
    expect(new Set(used).size).toBeGreaterThan(15);
    expect([...new Set(used)].filter((code) => !(code in ERROR_CODES))).toEqual([]);
  });

  it.each(codes)('%s is what its class makes of it', (code) => {
    const { class: name, status, retryable } = ERROR_CODES[code];
    const Class = classes[name];
    if (typeof Class !== 'function') throw new Error(`${name} is exported nowhere`);
    const error: unknown = Reflect.construct(Class, ['for a test', { code }]);
    if (!(error instanceof MarketplaceError)) throw new Error(`${name} is no MarketplaceError`);
    expect({ name: error.name, retryable: error.retryable }).toEqual({ name, retryable });
    // Statuses that the contract itself has are the class's own.
    if ([400, 401, 429, 500, 503].includes(status)) expect(error.status).toBe(status);
  });
});

describe('the pages of errors', () => {
  it('are those of the table', () => {
    const pages = globSync('docs/errors/*.md', { cwd: root }).map((file) => basename(file, '.md'));
    expect(pages.sort()).toEqual([...codes].sort());
  });

  it.each(codes)('%s begins with what the table says, and has a cause and a cure', (code) => {
    const { class: name, status, retryable } = ERROR_CODES[code];
    const [title, , facts] = pageOf(code).split('\n');
    expect(title).toBe(`# ${code}`);
    expect(facts).toBe(`\`${name}\` · status ${status} · ${retryable ? 'retried' : 'not retried'} · not billed`);
    for (const section of ['Cause', 'Cure']) expect(pageOf(code)).toMatch(new RegExp(`^## ${section}\\n\\n\\S`, 'm'));
  });

  it.each(codes)('%s shows how the error comes about', (code) => {
    expect(pageOf(code)).toMatch(new RegExp(`// prints: (?:\\d+ )?${code}\\b`));
  });

  it('are all told of, and so is every class', () => {
    for (const code of codes) expect(read('docs/errors.md')).toContain(`(errors/${code}.md)`);
    const names = Object.entries(face).flatMap(([name, value]) =>
      typeof value === 'function' && Object.prototype.isPrototypeOf.call(MarketplaceError, value) ? [name] : [],
    );
    expect(names.length).toBeGreaterThan(8);
    for (const name of names) expect(read('docs/errors.md')).toContain(`\`${name}\``);
  });
});
