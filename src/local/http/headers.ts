/** The request headers of a desktop browser. They are consistent with each other. */
import type { Language } from '../../contract/codes.ts';
import type { MarketplaceInfo } from '../../locale/index.ts';

const CHROME = '142';

/** Headers that desktop Chrome sends when a person opens a page, in Chrome's order. */
const NAVIGATION: Readonly<Record<string, string>> = {
  'sec-ch-ua': `"Chromium";v="${CHROME}", "Google Chrome";v="${CHROME}", "Not_A Brand";v="99"`,
  'sec-ch-ua-mobile': '?0',
  'sec-ch-ua-platform': '"Windows"',
  'upgrade-insecure-requests': '1',
  'user-agent': `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${CHROME}.0.0.0 Safari/537.36`,
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8',
  'sec-fetch-site': 'none',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-user': '?1',
  'sec-fetch-dest': 'document',
};

/** Headers that the same browser sends for requests by a page's script. */
const SCRIPT: Readonly<Record<string, string>> = {
  'sec-ch-ua': NAVIGATION['sec-ch-ua'] as string,
  'sec-ch-ua-mobile': '?0',
  'sec-ch-ua-platform': '"Windows"',
  'user-agent': NAVIGATION['user-agent'] as string,
  accept: 'text/html,*/*',
  'x-requested-with': 'XMLHttpRequest',
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
};

/** Paths of fragments that the site's pages fetch by script. */
const FRAGMENT = /^\/(?:gp\/product\/ajax|gp\/aod\/ajax|portal-migration\/hz\/glow)\//;

/** Returns the headers of a request. */
export function browserHeaders(url: URL, language: Language, marketplace: MarketplaceInfo): Record<string, string> {
  const tag = localeOf(language, marketplace).replace('_', '-');
  const base = tag.slice(0, 2);
  const languages = base === 'en' ? `${tag},en;q=0.9` : `${tag},${base};q=0.9,en;q=0.8`;
  const isFragment = FRAGMENT.test(url.pathname);
  return {
    ...(isFragment ? { ...SCRIPT, referer: `${url.origin}/` } : NAVIGATION),
    'accept-language': languages,
  };
}

/** Returns the site's locale for a language: on amazon.de `en_GB` for English and `de_DE` for its own language. */
export function localeOf(language: Language, { locales }: MarketplaceInfo): string {
  return language === 'en' ? (locales.english ?? locales.native) : locales.native;
}
