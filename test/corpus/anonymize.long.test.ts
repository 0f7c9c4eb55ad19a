import { describe, expect, it } from 'vitest';
import { isNightly } from '../../checks/is-nightly.ts';
import { parsePage } from '../../src/entries/parse.ts';
import { anonymize } from '../../tools/anonymize/anonymize.ts';
import { type CorpusPage, corpusFolders, corpusPages } from './folders.ts';

/** Patterns of text that must not be on an anonymized page. These patterns share nothing with those that remove it. */
const DETECTORS: Readonly<Record<string, RegExp>> = {
  'session id': /(?<!\d)(?!000)\d{3}[\\%-][^,;:\s]{0,5}\d{7}[\\%-][^,;:\s]{0,5}\d{7}(?!\d)/g,
  'request id': /["'=:;/](?!\d{20})(?=[A-Z]*\d)[A-Z0-9]{20}["'&\s\\]/g,
  'request id after a hyphen': /[_-]r(?:id)?-(?!0{20})[A-Z0-9]{20}/g,
  'session id in Base64': /\/(?!000)\d{3}-\d{7}-\d{7}\?/g,
  'IP address': /(?:ip|address)\W{1,20}(?!0\.0\.0\.0)\d{1,3}(?:\.\d{1,3}){3}\W/gi,
  'CSRF token': /csrf[\w-]{0,20}\W{1,40}(?:value|content)?\W{0,6}(?=[^"'&]*\d)[\w+/%]{30}/gi,
  'signed token': /["'=:;][gh][A-Za-z0-9+/]{40,}AAAA[A-Za-z0-9+/]{4,}/g,
  // The id of a merchant is public.
  'customer id': /(?<!merchant)[Cc]ustomer[Ii][Dd]\W{1,14}A[A-Z0-9]{11}/g,
  'postal code': /(?:zip|postal)_?-?code\W{1,14}\d{3}/gi,
  'e-mail address': /[\w.+-]+@(?!(?:[\w-]+\.)*amazon\.)[\w-]+\.(?:com|net|org|de|fr|it|es|jp|uk|br)\b/g,
};

const GREETING =
  /nav-(?:link-accountList-nav-line-1|line-1|greeting-name|signin-text)[^>]*>\s*(?:Hello|Hallo|Bonjour|Ciao|Hola|Olá|Merhaba|Hej|Hi)?[,!]?\s+(\p{Lu}\p{Ll}+)\s*</gu;
const NO_NAMES = ['Sign', 'Returns', 'Prime', 'Try', 'Your', 'Orders', 'Account', 'Hello'];

/** The page, and what its Base64 texts say. */
function withDecoded(html: string): string {
  const texts = html.match(/[A-Za-z0-9+/]{60,}/g) ?? [];
  return [html, ...texts.map((text) => Buffer.from(text, 'base64').toString('latin1'))].join('\n');
}

/** The names that the header of a page greets. */
function greeted(html: string): string[] {
  const isAccount = /accountList|yourAccount|your-account|signin-text/;
  return [...html.matchAll(GREETING)].flatMap(([found, name = '']) =>
    isAccount.test(found) && !NO_NAMES.includes(name) && html.includes(`>Hello, ${name}<`) ? [name] : [],
  );
}

/** The line with the place in the header, if it has a postal code. */
function placeOf(html: string): string | undefined {
  return /glow-ingress-line2"[^>]*>\s*([\p{L} ]{3,}\s\d{5})/u.exec(html)?.[1]?.trim();
}

/** The outcome of a page. The place is removed from it, and tokens from URLs. */
function outcomeOf({ context }: CorpusPage, html: string): unknown {
  try {
    const { page_type, found, data, gaps } = parsePage(html, context);
    return JSON.parse(
      JSON.stringify({ page_type, found, data, gaps: gaps.filter(({ kind }) => kind !== 'place') }, (key, value) => {
        if (key === 'delivery_location') return undefined;
        return typeof value === 'string' && /[?&]/.test(value) && /^(?:https?:|\/)/.test(value) ? pathOf(value) : value;
      }),
    );
  } catch (error) {
    return { error: (error as Error).name };
  }
}

function pathOf(url: string): string {
  return url.replace(/\?.*/s, '').replace(/\/ref=.*/, '');
}

describe.each(corpusFolders())('anonymized pages of $name', (folder) => {
  it('say nothing about their shoppers, and are read as before', { timeout: 1_800_000 }, () => {
    const pages = corpusPages(folder);
    for (const page of isNightly ? pages : pages.filter((_, index) => index % 40 === 0)) {
      const { html, isSame } = anonymize(page.html, page.context);
      const searched = withDecoded(html);
      const found = Object.entries(DETECTORS).flatMap(([kind, detector]) =>
        [...searched.matchAll(detector)].map(([text]) => `${page.name}: ${kind} ${text}`),
      );
      expect.soft(found).toEqual([]);
      for (const name of greeted(page.html)) expect(html, page.name).not.toMatch(new RegExp(`\\b${name}\\b`));
      const place = placeOf(page.html);
      if (place !== undefined) expect(html, page.name).not.toContain(place);
      expect(isSame, page.name).toBe(true);
      expect(outcomeOf(page, html), page.name).toEqual(outcomeOf(page, page.html));
    }
  });
});
