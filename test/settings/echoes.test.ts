import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutEchoes } from '../../src/settings/echoes.ts';

/** A key as a header can have it. */
const key = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 8,
  maxLength: 60,
});

const each = (text: string, write: (code: number) => string) =>
  [...text].map((character) => write(character.charCodeAt(0))).join('');
const hex = (code: number, digits = 2) => code.toString(16).padStart(digits, '0');

/** How a service can write a key. */
const FORMS: Readonly<Record<string, (key: string) => string>> = {
  plain: (text) => text,
  'upper case': (text) => text.toUpperCase(),
  'lower case': (text) => text.toLowerCase(),
  'URL-encoded': encodeURIComponent,
  'URL-encoded twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  'every byte URL-encoded': (text) => each(text, (code) => `%${hex(code)}`),
  JSON: (text) => JSON.stringify(text),
  'JSON in JSON': (text) => JSON.stringify(JSON.stringify({ text })),
  'JSON with escapes only': (text) => each(text, (code) => `\\u${hex(code, 4)}`),
  'JSON with escaped slashes': (text) => JSON.stringify(text).replaceAll('/', '\\/'),
  'a string of a script': (text) => each(text, (code) => `\\x${hex(code)}`),
  HTML: (text) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  'HTML references': (text) => each(text, (code) => `&#${code};`),
  'HTML references in hexadecimal': (text) => each(text, (code) => `&#x${hex(code).toUpperCase()};`),
  'quoted printable': (text) => each(text, (code) => `=${hex(code).toUpperCase()}`),
  hexadecimal: (text) => Buffer.from(text).toString('hex'),
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

  it.each(['base64', 'base64url'] as const)('is removed from a text in %s, wherever it is in it', (encoding) => {
    fc.assert(
      fc.property(key, fc.string({ maxLength: 9 }), fc.string({ maxLength: 9 }), (secret, before, after) => {
        const clean = withoutEchoes(Buffer.from(`${before}${secret}${after}`).toString(encoding), secret);
        const decoded = clean.split('[redacted]').map((part) => Buffer.from(part, encoding).toString('latin1'));
        expect(clean).toContain('[redacted]');
        for (const part of decoded) expect(part).not.toContain(secret.slice(1, -1));
      }),
    );
  });

  it('leaves every other text as it is', () => {
    for (const text of ['', 'a lantern', '100 % = 50 % \\ &amp; %41', '\\u0041', '{"price":34.99}'])
      expect(withoutEchoes(text, 'sk-test-0123456789')).toBe(text);
    // A word of three letters is no key.
    expect(withoutEchoes('the cat', 'cat')).toBe('the cat');
  });

  it('reads a long hostile text once', () => {
    const secret = '%25%25%25%25\\\\\\\\&amp;&amp;aaaaaaaa';
    for (const part of ['%25', '\\', '&amp;', 'a', '%2525', '&#x25;', '=3D'])
      expect(withoutEchoes(part.repeat(20_000), secret)).toHaveLength(part.length * 20_000);
  });
});
