import { type AddressInfo, createServer } from 'node:net';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BadRequestError, createMarketplace, type MarketplaceEvent } from '../../src/entries/index.ts';
import { httpPages, savedPages, sqliteLedger } from '../../src/entries/local.ts';
import { memoryStore } from '../../src/entries/service.ts';
import { resolveOptions } from '../../src/marketplace/options.ts';
import { Secret, shownUrl, shownValue } from '../../src/options/secrets.ts';
import { resolveServiceOptions } from '../../src/service/options.ts';
import { textsReachableFrom } from '../reachable.ts';

/** A secret that no other part of a message contains. */
const secret = fc
  .string({ unit: fc.constantFrom(...'abcXYZ019!%$&*+-_.,;=/?#@:[]~'), minLength: 6, maxLength: 20 })
  .map((text) => `Qz${text}zQ`);

/** The forms in which users and providers write credentials. */
const FORMS: readonly ((secret: string) => string)[] = [
  (text) => `http://user:${text}@proxy.test:8080`,
  (text) => `https://${text}@proxy.test`,
  (text) => `//user:${text}@proxy.test:8080`,
  (text) => `user:${text}@proxy.test:8080`,
  (text) => `socks5://user:${text}@proxy.test:1080`,
  (text) => `proxy.test:8080:user:${text}`,
  (text) => `user:${text}:proxy.test:8080`,
  (text) => `http://proxy.test:8080:user:${text}`,
  (text) => `http://proxy.test/?apikey=${text}`,
  (text) => `http://proxy.test/${text}/gate`,
  (text) => `http://proxy.test:8080#${text}`,
  (text) => ` http://user:${text}@proxy.test:8080 `,
];

const NAMES = ['proxy', 'baseUrl', 'via'] as const;

/** Everything of an error that a log can show. */
function shown(error: unknown): string {
  return `${String(error)} ${JSON.stringify(error)} ${inspect(error, { depth: 9, showHidden: true })}`;
}

function errorOf(run: () => unknown): unknown {
  try {
    run();
    return undefined;
  } catch (error) {
    return error;
  }
}

describe('secrets in settings', () => {
  it('are in no error, in whatever form they are given', () => {
    fc.assert(
      fc.property(secret, fc.constantFrom(...FORMS), fc.constantFrom(...NAMES), (text, form, name) => {
        const value = form(text);
        const failures = [
          errorOf(() => createMarketplace({ backend: 'local', [name]: value })),
          errorOf(() => httpPages(name === 'baseUrl' ? {} : { [name]: value })),
          errorOf(() => createMarketplace({ backend: 'local', proxy: ['http://proxy.test:1', value] })),
          errorOf(() => createMarketplace({ backend: 'local', ledger: `postgres://user:${text}@db.test/usage` })),
          errorOf(() => sqliteLedger(`postgres://user:${text}@db.test/usage`)),
          errorOf(() => savedPages(`https://user:${text}@pages.test/`)),
          errorOf(() => createMarketplace({ backend: 'local', marketplace: value as never })),
          errorOf(() => createMarketplace({ backend: 'local', timeoutMs: value as never })),
        ];
        for (const error of failures.filter((failure) => failure !== undefined)) {
          expect(error).toBeInstanceOf(BadRequestError);
          expect(shown(error)).not.toContain(text);
        }
      }),
    );
  });

  it('are removed from URLs and values that messages show', () => {
    fc.assert(
      fc.property(secret, fc.constantFrom(...FORMS), (text, form) => {
        expect(shownUrl(form(text))).not.toContain(text);
        expect(shownUrl(form(encodeURIComponent(text)))).not.toContain(encodeURIComponent(text));
        expect(shownValue(form(text))).not.toContain(text);
      }),
    );
  });

  it('leave the parts that help', () => {
    expect(shownUrl('http://user:secret@proxy.test:8080')).toBe('"http://***@proxy.test:8080"');
    expect(shownUrl('https://api.example.com/v1')).toBe('"https://api.example.com/***"');
    expect(shownUrl('proxy.test:8080')).toBe('"proxy.test:8080"');
    expect(shownUrl('nowhere')).toBe('"***"');
    expect(shownValue('30s')).toBe('"30s"');
    expect(shownValue('./pages.ts')).toBe('"./pages.ts"');
  });
});

describe('settings', () => {
  const password = 'sesame-0123456789';

  it('hold secrets as values that print as [secret]', () => {
    const url = `http://user:${password}@proxy.test:8080`;
    const marketplace = createMarketplace({ backend: 'local', fixtures: true });
    const settings = [
      resolveOptions({ backend: 'remote', baseUrl: 'https://api.example.com', apiKey: password, proxy: [url] }, {}),
      resolveOptions({ backend: 'local', proxy: url }, {}),
      resolveOptions({}, { BUYBOX_PROXY: `${url} ${url}`, BUYBOX_API_KEY: password }),
      resolveOptions({ backend: 'local', proxy: new Secret(url), apiKey: new Secret(password) }, {}),
      resolveServiceOptions({ marketplace, store: memoryStore(), operatorToken: password }),
    ];
    for (const one of settings) {
      expect(shown(one)).not.toContain(password);
      expect(shown(one)).toContain('[secret]');
      expect(textsReachableFrom(one).join()).not.toContain(password);
    }
  });

  it('leave the password of a proxy nowhere that can be reached from an error, an event or the marketplace', async () => {
    const seen: unknown[] = [];
    const proxy = createServer((socket) => {
      socket.on('error', () => undefined);
      // The proxy echoes what it received.
      socket.on('data', (data) =>
        socket.end(`HTTP/1.1 407 No ${password}\r\nx-echo: ${password}\r\n\r\n${String(data)}`),
      );
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const { port } = proxy.address() as AddressInfo;
    const url = `http://user:${password}@127.0.0.1:${port}`;
    for (const setting of [url, [url, url], () => url, new Secret(url)]) {
      const onEvent = (event: MarketplaceEvent) => void seen.push(event);
      await using marketplace = createMarketplace({ backend: 'local', proxy: setting, retries: 0, onEvent });
      seen.push(marketplace, await marketplace.product({ asin: 'B0LANTERN1' }).catch((error: unknown) => error));
    }
    proxy.close();
    expect(seen.filter((thing) => thing instanceof Error)).toHaveLength(4);
    const texts = textsReachableFrom(seen).join('\n');
    expect(texts).not.toContain(password);
    expect(texts).not.toContain(Buffer.from(`user:${password}`).toString('base64'));
  });
});
