/** Warns once about headers which show that a proxy is in front of a service that is not set up for one. */
import { warn } from '../options/runtime.ts';
import type { ServiceSettings } from './options.ts';

const ADDRESS_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const;

/** Returns a function that looks at each request until both warnings are given. */
export function proxyAdvice({ trustProxy, baseUrl }: ServiceSettings): (headers: Headers) => void {
  let needsTrust = trustProxy === undefined;
  let needsUrl = baseUrl === undefined;
  return (headers) => {
    const header = needsTrust ? ADDRESS_HEADERS.find((name) => headers.has(name)) : undefined;
    if (header !== undefined) {
      needsTrust = false;
      warn(
        'BUYBOX_TRUST_PROXY',
        `trustProxy: not set, but requests arrive with the header ${header}. It is ignored, so the limits per IP address count all callers of a proxy together. Set trustProxy (--trust-proxy) to the networks of your proxies, or to false if there is none.`,
      );
    }
    if (needsUrl && isOverTls(headers)) {
      needsUrl = false;
      warn(
        'BUYBOX_PUBLIC_URL',
        'baseUrl: not set, but requests arrive over TLS through a proxy. The service cannot know its public URL. Set baseUrl (--public-url), such as "https://api.example.com".',
      );
    }
  };
}

/** Whether a proxy says that its caller uses TLS. Anybody can send the header, so it may only make things stricter. */
export function isOverTls(headers: Headers): boolean {
  const proto = headers.get('x-forwarded-proto') ?? /\bproto="?(\w+)/i.exec(headers.get('forwarded') ?? '')?.[1];
  return proto?.split(',').at(-1)?.trim().toLowerCase() === 'https';
}
