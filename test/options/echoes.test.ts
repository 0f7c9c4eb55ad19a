import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutEchoes } from '../../src/options/secrets.ts';

/** A key as a header can have it. */
const key = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 8,
  maxLength: 60,
});

/** How a service can write a key. */
const FORMS: Readonly<Record<string, (key: string) => string>> = {
  plain: (text) => text,
  'upper case': (text) => text.toUpperCase(),
  'URL-encoded': encodeURIComponent,
};

describe('an echoed secret', () => {
  it.each(Object.keys(FORMS))('is removed in this form: %s', (name) => {
    fc.assert(
      fc.property(key, fc.string({ maxLength: 20 }), (secret, other) => {
        const echo = FORMS[name]?.(secret) ?? '';
        const clean = withoutEchoes(`${other} ${echo} rest`, secret);
        expect(clean).toContain('[redacted]');
        expect(clean).not.toContain(echo);
      }),
    );
  });

  it('is removed from a text in Base64, wherever it is in it', () => {
    const encoding = 'base64';
    fc.assert(
      fc.property(key, fc.string({ maxLength: 9 }), fc.string({ maxLength: 9 }), (secret, before, after) => {
        const clean = withoutEchoes(Buffer.from(`${before}${secret}${after}`).toString(encoding), secret);
        const decoded = clean.split('[redacted]').map((part) => Buffer.from(part, encoding).toString('latin1'));
        expect(clean).toContain('[redacted]');
        for (const part of decoded) expect(part).not.toContain(secret.slice(1, -1));
      }),
    );
  });

  it('is removed from one text after the other, also if keys take turns', () => {
    const [first, second] = ['sk-first-0123456789', 'sk-second-987654321'];
    const cleaned = [first, first, second, first].map((secret) => withoutEchoes(`${first} ${second}`, secret));
    const [ofFirst, ofSecond] = [`[redacted] ${second}`, `${first} [redacted]`];
    expect(cleaned).toEqual([ofFirst, ofFirst, ofSecond, ofFirst]);
  });

  it('leaves every other text as it is', () => {
    for (const text of ['', 'a lantern', '100 % = 50 % \\ &amp; %41', '\\u0041', '{"price":34.99}'])
      expect(withoutEchoes(text, 'sk-test-0123456789')).toBe(text);
    // A word of three letters is not a key.
    expect(withoutEchoes('the cat', 'cat')).toBe('the cat');
  });
});
