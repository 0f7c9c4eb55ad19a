/** The operator's short links: what they lead to is known only by a request. */

const SHORT_LINK_HOSTS = new Set(['amzn.to', 'amzn.eu', 'amzn.asia', 'amzn.com', 'a.co']);

/** Whether a host is one of the operator's for short links. */
export function isShortLinkHost(host: string): boolean {
  return SHORT_LINK_HOSTS.has(host.toLowerCase().replace(/^www\./, ''));
}

/** Whether an address is a short link. */
export function isShortLink(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return (protocol === 'https:' || protocol === 'http:') && isShortLinkHost(hostname);
}
