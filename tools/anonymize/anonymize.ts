/** Removes what a page says about its shopper, and keeps what the parser reads. */
import { isDeepStrictEqual } from 'node:util';
import { MarketplaceError } from '../../src/contract/errors.ts';
import { type Places, parseDocument } from '../../src/html/index.ts';
import { type PageContext, parsePage } from '../../src/pages/index.ts';
import { type Edit, shownIn } from './elements.ts';
import { type Kind, Removed } from './kinds.ts';
import { withoutPatterns } from './patterns.ts';
import { partsOf, withoutSecret } from './secrets.ts';

/** A page without personal data. */
export interface Anonymized {
  html: string;
  /** How many values of each kind were removed. */
  removed: { kind: Kind; count: number }[];
  /** Kinds of names and places that are also words of the page's data, such as "Sam" in a title: they stay there. */
  kept: Kind[];
  /** Whether the page is read as before, except for the delivery place. */
  isSame: boolean;
}

/** Returns the page without names, places, ids and tokens of its shopper. */
export function anonymize(page: string, context: PageContext): Anonymized {
  const removed = new Removed();
  const before = outcomeOf(page, context);
  const text = page.includes('\r') ? page.replace(/\r\n?/g, '\n') : page;
  const places: Places = new Map();
  const { edits, secrets } = shownIn(parseDocument(text, { places }), places);
  const known = JSON.stringify(before);
  const isPublic = (value: string) => known.includes(value);
  let html = withoutPatterns(edited(text, edits, removed), removed, isPublic);
  const kept = new Set<Kind>();
  for (const secret of partsOf(secrets)) {
    const next = withoutSecret(html, secret);
    if (next.count === 0) continue;
    if (isSame(before, outcomeOf(next.text, context))) {
      html = next.text;
      removed.add(secret.kind, next.count);
    } else kept.add(secret.kind);
  }
  return { html, removed: removed.rows(), kept: [...kept], isSame: isSame(before, outcomeOf(html, context)) };
}

/** Makes the edits. Of two that overlap, the first one wins. */
function edited(text: string, edits: readonly Edit[], removed: Removed): string {
  let html = '';
  let at = 0;
  for (const { kind, start, end, text: replacement } of [...edits].sort((a, b) => a.start - b.start)) {
    if (start < at) continue;
    html += text.slice(at, start) + replacement;
    at = end;
    removed.add(kind);
  }
  return html + text.slice(at);
}

/** The result of the parser: data, or the code of its error. */
function outcomeOf(html: string, context: PageContext): unknown {
  try {
    const { page_type, found, data, gaps } = parsePage(html, context);
    return { page_type, found, data, gaps: gaps.filter(({ kind }) => kind !== 'place') };
  } catch (error) {
    if (error instanceof MarketplaceError) return { code: error.code };
    throw error;
  }
}

/** Compares two outcomes without the delivery place. Tokens in URLs are not data. */
function isSame(before: unknown, after: unknown): boolean {
  return isDeepStrictEqual(comparable(before), comparable(after));
}

function comparable(outcome: unknown): unknown {
  const withoutPlace = JSON.stringify(outcome, (key, value) => (key === 'delivery_location' ? undefined : value));
  return JSON.parse(withoutPatterns(withoutPlace, new Removed(), () => true));
}
