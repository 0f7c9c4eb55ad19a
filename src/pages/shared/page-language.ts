/** The language that a page is in. It can differ from the requested one. */
import { collapse, type HtmlDocument, isTag } from '../../html/index.ts';
import type { MarketplaceInfo } from '../../locale/index.ts';

const PATH_LANGUAGE = /^\/-\/([a-z]{2})(?:_[A-Z]{2})?(?:\/|$)/;

/**
 * Returns the language as two letters: of `<html lang>`, of the offers panel's `#aod-language`, of the URL (`/-/xx/` or `language=`), else the
 * default language of the marketplace.
 */
export function pageLanguage(document: HtmlDocument, url: string, marketplace: MarketplaceInfo): string {
  const tag = htmlLanguage(document) ?? panelLanguage(document) ?? urlLanguageTag(url) ?? marketplace.locales.native;
  return tag.slice(0, 2).toLowerCase();
}

function htmlLanguage(document: HtmlDocument): string | undefined {
  for (const node of document.root.children) {
    if (isTag(node) && node.name === 'html') return languageTag(node.attribs.lang);
  }
  return undefined;
}

function panelLanguage(document: HtmlDocument): string | undefined {
  const attribs = document.byId.get('aod-language')?.[0]?.attribs;
  return languageTag(attribs?.value ?? attribs?.['data-language']);
}

/** Returns the language that a URL names, as two letters: `/-/en/`, `language=en_GB`. */
export function languageOfUrl(url: string): string | undefined {
  return urlLanguageTag(url)?.slice(0, 2).toLowerCase();
}

function urlLanguageTag(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { pathname, searchParams } = new URL(url);
  return languageTag(PATH_LANGUAGE.exec(pathname)?.[1] ?? searchParams.get('language') ?? undefined);
}

function languageTag(value: string | undefined): string | undefined {
  const tag = collapse(value ?? '');
  return /^[A-Za-z]{2}(?:[-_]|$)/.test(tag) ? tag : undefined;
}
