import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { selectAll, selectOne } from 'css-select';
import { type AnyNode, Element, isDocument } from 'domhandler';
import { appendChild, getElementById, getOuterHTML, innerText, removeElement, textContent } from 'domutils';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { type ParsedPage, parsePage } from '../../src/entries/parse.ts';
import { FIXTURES_FOLDER } from '../../src/package-folder.ts';

const html = readFileSync(join(FIXTURES_FOLDER, 'product/us-lantern.html'), 'utf8');
const context = { url: 'https://www.amazon.com/dp/B0LANTERN1', requestedAt: new Date('2026-11-20T12:00:00Z') };

describe('parsePage with document: true', () => {
  it('returns the same result, with the document', () => {
    const { document, ...page } = parsePage(html, { ...context, document: true });
    expect(page).toEqual(parsePage(html, context));
    expect(isDocument(document)).toBe(true);
  });

  it('returns no document without the option', () => {
    const page = parsePage(html, context);
    expect(page).not.toHaveProperty('document');
    expectTypeOf(page).toEqualTypeOf<ParsedPage>();
  });

  it('returns a document that css-select and domutils can read', () => {
    const { document, data } = parsePage(html, { ...context, document: true });
    const heading = selectOne<AnyNode, Element>('#productTitle', document);
    expect(heading && textContent(heading).trim()).toBe(data && 'title' in data ? data.title : undefined);
    expect(getElementById('productTitle', document)).toBe(heading);
    expect(selectAll<AnyNode, Element>('body:has(> div) #productTitle', document)).toEqual([heading]);
    expect(heading && getOuterHTML(heading)).toContain('id="productTitle"');
    expect(innerText(document.children)).not.toContain('P.when');
  });

  it('returns a document that can be changed', () => {
    const { document } = parsePage(html, { ...context, document: true });
    const [one, other] = selectAll<AnyNode, Element>('br, img, input, script:empty, i:empty, span:empty', document);
    const added = new Element('b', { id: 'added' });
    if (one !== undefined) appendChild(one, added);
    expect(added.parent).toBe(one);
    expect(other?.children).toEqual([]);
    expect(getElementById('added', document)).toBe(added);
    removeElement(added);
    expect(getElementById('added', document)).toBeNull();
  });
});
