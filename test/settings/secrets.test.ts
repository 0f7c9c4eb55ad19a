import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BadRequestError, createMarketplace } from '../../src/index.ts';
import { httpPages, savedPages, sqliteLedger } from '../../src/local.ts';
import { shownUrl, shownValue } from '../../src/settings/redact.ts';

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
