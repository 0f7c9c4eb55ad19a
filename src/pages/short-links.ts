/** Recognizes the operator's short links. Only a request can resolve them. */

const SHORT_LINK_HOSTS = new Set(['amzn.to', 'amzn.eu', 'amzn.asia', 'amzn.com', 'a.co']);

/** Whether a host is one of the short-link hosts. */
export function isShortLinkHost(host: string): boolean {
  return SHORT_LINK_HOSTS.has(host.toLowerCase().replace(/^www\./, ''));
}

/** Whether a URL is a short link. */
export function isShortLink(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return (protocol === 'https:' || protocol === 'http:') && isShortLinkHost(hostname);
}
