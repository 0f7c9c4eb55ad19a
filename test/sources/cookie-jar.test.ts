import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { marketplaces } from '../../src/locale/index.ts';
import { CookieJar } from '../../src/sources/http/cookie-jar.ts';

const PAGE = 'https://www.amazon.de/gp/product/B0LANTERN1';

/** Returns the cookies that a jar sends to a URL, after another URL has set some. */
function sent({ set, by = PAGE, to = PAGE }: { set: readonly string[]; by?: string; to?: string }): string {
  const jar = new CookieJar();
  for (const header of set) jar.set(header, new URL(by));
  return header(jar, to);
}

function header(jar: CookieJar, to = PAGE): string {
  return jar
    .get(new URL(to))
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
}

describe('a cookie jar', () => {
  it.each([
    ['session-id=1-2; Domain=.amazon.de; Path=/', 'session-id=1-2'],
    ['a="quoted"; Path=/', 'a="quoted"'],
    ['a=%7B%22b%22%7D; Path=/', 'a=%7B%22b%22%7D'],
    ['a=b=c; Path=/', 'a=b=c'],
    ['a=; Path=/', 'a='],
    [' a = b ; path=/ ; unknown=1; SameSite=None; Secure; HttpOnly', 'a=b'],
    ['a=1; Path=/; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'a=1'],
    ['a=1; Path=/; Max-Age=never', 'a=1'],
    ['a=1; Path=/; Expires=tomorrow', 'a=1'],
    ['a=\u00c3\u0089; Path=/', 'a=\u00c3\u0089'],
  ])('sends %j as %j', (set, expected) => {
    expect(sent({ set: [set] })).toBe(expected);
  });

  it.each(['', '=', '=a', 'a', ';', 'a; Path=/', 'a=\n; Path=/', 'a=\u0000b; Path=/', 'a=\u{1f36a}; Path=/'])(
    'ignores %j',
    (set) => {
      expect(sent({ set: [set, 'kept=1; Path=/'] })).toBe('kept=1');
    },
  );

  it.each(Object.values(marketplaces))('keeps cookies of $domain on its hosts only', ({ domain, suffix }) => {
    const by = `https://www.${domain}/dp/B0LANTERN1`;
    const mobile = `https://m.${domain}/`;
    const forSite = 'a=1; Path=/; Domain=';
    for (const own of [domain, `.${domain}`, domain.toUpperCase()]) {
      expect(sent({ set: [forSite + own], by, to: mobile })).toBe('a=1');
    }
    const another = domain === 'amazon.de' ? 'amazon.fr' : 'amazon.de';
    const refused = [suffix, `.${suffix}`, suffix.split('.').at(-1), another, `m.${domain}`, `x${domain}`, `.${by}`];
    for (const foreign of [...refused, 'amazon', '.', `..${domain}`]) {
      // A cookie without a domain is for its host.
      const isNone = foreign === '.';
      expect(sent({ set: [forSite + foreign], by, to: by }), foreign).toBe(isNone ? 'a=1' : '');
      expect(sent({ set: [forSite + foreign], by, to: mobile }), foreign).toBe('');
    }
    expect(sent({ set: [`${forSite}${domain}`], by, to: `https://www.${another}/` })).toBe('');
  });

  it('keeps a cookie without a domain on its host', () => {
    const set = ['a=1; Path=/'];
    expect(sent({ set })).toBe('a=1');
    expect(sent({ set, to: 'https://amazon.de/' })).toBe('');
    expect(sent({ set, by: 'https://amazon.de/', to: 'https://www.amazon.de/' })).toBe('');
  });

  it('keeps cookies of short links on their host', () => {
    const by = 'https://amzn.eu/d/x';
    expect(sent({ set: ['a=1; Path=/; Domain=amzn.eu'], by, to: by })).toBe('a=1');
    for (const domain of ['eu', 'amazon.de', 'a.co']) {
      expect(sent({ set: [`a=1; Path=/; Domain=${domain}`], by, to: by })).toBe('');
    }
  });

  it.each([
    ['/gp', '/gp', true],
    ['/gp', '/gp/product', true],
    ['/gp/', '/gp/product', true],
    ['/gp/', '/gp', false],
    ['/gp', '/gpx', false],
    ['gp', '/gp/product/other', true],
    ['gp', '/gp/other', false],
    ['', '/', false],
  ])('sends a cookie with the path %j to %s: %s', (path, to, isSent) => {
    expect(sent({ set: [`a=1; Path=${path}`], to: `https://www.amazon.de${to}` })).toBe(isSent ? 'a=1' : '');
  });

  it('sends those with the longest path first, then the oldest', () => {
    const set = ['a=1; Path=/', 'b=1; Path=/gp', 'c=1; Path=/', 'a=2; Path=/'];
    expect(sent({ set })).toBe('b=1; a=2; c=1');
  });

  it('neither sends nor accepts secure cookies without TLS', () => {
    const plain = 'http://www.amazon.de/';
    expect(sent({ set: ['a=1; Path=/; Secure', 'b=1; Path=/'], to: plain })).toBe('b=1');
    expect(sent({ set: ['a=1; Path=/; Secure', 'b=1; Path=/'], by: plain })).toBe('b=1');
  });

  it.each([
    ['__Host-a=1; Secure; Path=/', true],
    ['__Host-a=1; Path=/', false],
    ['__Host-a=1; Secure; Path=/gp', false],
    ['__host-a=1; Secure; Path=/; Domain=amazon.de', false],
    ['__Secure-a=1; Secure; Path=/; Domain=amazon.de', true],
    ['__Secure-a=1; Path=/', false],
  ])('believes the prefix of %j: %s', (set, isKept) => {
    expect(sent({ set: [set] }) !== '').toBe(isKept);
  });

  it('drops cookies when they expire', () => {
    let now = Date.UTC(2026, 0, 1);
    const jar = new CookieJar(() => now);
    const set = (cookie: string) => jar.set(`${cookie}; Path=/`, new URL(PAGE));
    set('a=1; Max-Age=10');
    set('b=1; Expires=Thu, 01-Jan-2026 00:00:20 GMT');
    set('c=1; Max-Age=99999999999999999999');
    set('d=1');
    expect(header(jar)).toBe('a=1; b=1; c=1; d=1');
    now += 10_000;
    expect(header(jar)).toBe('b=1; c=1; d=1');
    now += 10_000;
    expect(header(jar)).toBe('c=1; d=1');
    now += 401 * 24 * 3600 * 1000;
    expect(header(jar)).toBe('d=1');
  });

  it.each(['Max-Age=0', 'Max-Age=-1', 'Expires=Thu, 01 Jan 1970 00:00:00 GMT'])('deletes a cookie by %s', (past) => {
    expect(sent({ set: ['a=1; Path=/', 'b=1; Path=/', `a=; Path=/; ${past}`] })).toBe('b=1');
  });

  it('keeps at most 180 cookies, and ignores longer ones than browsers accept', () => {
    const set = Array.from({ length: 200 }, (_, index) => `c${index}=1; Path=/`);
    const names = sent({ set }).split('; ');
    expect(names).toHaveLength(180);
    expect(names.slice(0, 1)).toEqual(['c20=1']);
    const long = (length: number) => 'x'.repeat(length);
    expect(sent({ set: [`a=${long(4095)}; Path=/`] })).toHaveLength(4097);
    expect(sent({ set: [`a=${long(4096)}; Path=/`, `${long(4096)}=1; Path=/`] })).toBe('');
    expect(sent({ set: [`a=1; Path=/${long(1024)}`, `a=1; Path=/; Domain=${long(1025)}`] })).toBe('');
  });

  it('sends only what a header can hold, whatever a site sets', () => {
    const part = fc.constantFrom('a', '=', ';', ' ', '\t', '"', ',', '%', '\n', '\u00e9', 'Domain=', 'Path=/', '.de');
    const hostile = fc.array(fc.oneof(part, fc.string({ maxLength: 5 })), { maxLength: 30 }).map((all) => all.join(''));
    fc.assert(
      fc.property(fc.array(hostile, { maxLength: 5 }), (set) => {
        expect(sent({ set })).toMatch(/^[\t\u0020-\u007e\u0080-\u00ff]*$/);
      }),
    );
  });
});
