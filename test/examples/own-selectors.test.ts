import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { outlineOf } from '../../examples/own-selectors.ts';
import { FIXTURES_FOLDER } from '../../src/package-folder.ts';

describe('own-selectors', () => {
  it('reads headings and links in addition to the title', () => {
    const html = readFileSync(join(FIXTURES_FOLDER, 'product/us-lantern.html'), 'utf8');
    const { title, headings, links } = outlineOf(html, 'https://www.amazon.com/dp/B0LANTERN1');
    expect(title).toMatch(/lantern/i);
    expect(headings).toContain(title);
    expect(links.every((link) => link.includes('/dp/'))).toBe(true);
  });
});
