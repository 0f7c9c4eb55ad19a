/** The page's own language (design §5.6): the requested one is never trusted. */
import { collapse, type HtmlDocument, isTag } from '../../html/index.ts';
import type { MarketplaceInfo } from '../../locale/index.ts';

const PATH_LANGUAGE = /^\/-\/([a-z]{2})(?:_[A-Z]{2})?(?:\/|$)/;

/** `<html lang>`, the offers panel's `#aod-language`, the URL's `/-/xx/` or `language=`, the marketplace's default; as two letters. */
export function pageLanguage(document: HtmlDocument, url: string, marketplace: MarketplaceInfo): string {
  const tag = htmlLanguage(document) ?? panelLanguage(document) ?? addressLanguage(url) ?? marketplace.locales.native;
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

/** The language that an address names, as its first two letters: `/-/en/`, `language=en_GB`. */
export function languageOfUrl(address: string): string | undefined {
  return addressLanguage(address)?.slice(0, 2).toLowerCase();
}

function addressLanguage(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  return languageTag(PATH_LANGUAGE.exec(url.pathname)?.[1] ?? url.searchParams.get('language') ?? undefined);
}

function languageTag(value: string | undefined): string | undefined {
  const tag = collapse(value ?? '');
  return /^[A-Za-z]{2}(?:[-_]|$)/.test(tag) ? tag : undefined;
}
