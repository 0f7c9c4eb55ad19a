import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { FIXTURES_FOLDER } from '../../src/package-folder.ts';
import { nameOfGreeting } from '../../tools/anonymize/elements.ts';
import { run, runTool, runToolOn } from '../cli/run.ts';
import { productPage } from '../local/pages.ts';
import { markup } from '../markup.ts';

const folder = mkdtempSync(join(tmpdir(), 'buybox-report-page-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const URL = ['--url', 'https://www.amazon.com/dp/B0LANTERN1'];
const lantern = readFileSync(join(FIXTURES_FOLDER, 'product/us-lantern.html'), 'utf8');

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** Returns the page with a part added, without its personal data. */
async function anonymized(part: string, page = productPage('A lantern', 'B0LANTERN1')): Promise<string> {
  const path = file('page.html', page.replace('</body>', `${part}</body>`));
  const { code, out } = await runTool('anonymize', path, '--out', '-', ...URL);
  expect(code).toBe(0);
  return out;
}

const header = (greeting: string) => markup`<a id="nav-link-accountList"><span id="nav-link-accountList-nav-line-1"
  class="nav-line-1">${greeting}</span></a>`;

describe('the tool anonymize', () => {
  it('lists kinds and counts, never values, and exits with 1', async () => {
    const path = file('signed-in.html', lantern.replace('</body>', `${header('Hello, Wilhelmina')}</body>`));
    const { code, out, err } = await runTool('anonymize', path, ...URL, '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toContainEqual({ kind: 'name', count: 1 });
    expect(out + err).not.toContain('Wilhelmina');
    expect(err).toContain('--out');
  });

  it('finds nothing on a page that it wrote, which is read as before', async () => {
    const path = file('page.html', lantern.replace('</body>', `${header('Hello, Wilhelmina')}</body>`));
    const shared = join(folder, 'shared.html.gz');
    const { err } = await runTool('anonymize', path, '--out', shared, ...URL);
    expect(err).toMatch(/removed: name 1.*\nwritten to /);
    expect(gunzipSync(readFileSync(shared)).toString()).toContain('Hello, [name]');
    expect(await runTool('anonymize', shared, ...URL)).toEqual({ code: 0, out: '[]', err: '' });
    const [before, after] = [await run('parse', path, ...URL), await run('parse', shared, ...URL)];
    const { delivery_location, ...data } = JSON.parse(before.out);
    expect(delivery_location).toBeDefined();
    expect(JSON.parse(after.out)).toEqual({ ...data, delivery_location: '[place]' });
  });

  it('reads standard input and writes standard output', async () => {
    const { code, out } = await runToolOn({ input: lantern }, 'anonymize', '-', '--out', '-', ...URL);
    expect(code).toBe(0);
    expect(out).toContain('productTitle');
  });

  it.each([
    ['a session id', '<script>ue_sid="131-1234567-7654321"</script>', '131-1234567'],
    ['a session id with escapes', String.raw`<script>x={sessionId:'131\x2D1234567\x2D7654321'}</script>`, '1234567'],
    ['an order number in a URL', '<a href="/gp/order?orderID=402-1234567-7654321">order</a>', '402-1234567'],
    ['a device cookie', `<script>document.cookie='ubid-main=130-1234567-7654321; x-main="kR4t"'</script>`, 'kR4t'],
    ['a request id', '<div data-requestid="2ZWGSC4VVJ6HG38ATYPX"></div>', '2ZWGSC4VVJ6HG38ATYPX'],
    ['a request id of 20 letters', '<script>ue_id="QWERTYUIOPASDFGHJKLZ"</script>', 'QWERTYUIOP'],
    ['a request id in a URL', '<a href="/dp/B0LANTERN2?pf_rd_r=2ZWGSC4VVJ6HG38ATYPX">more</a>', '2ZWGSC4VVJ6'],
    ['a request id in a class', '<i class="pf_rd_r-2ZWGSC4VVJ6HG38ATYPX pd_rd_wg-kR4tQ"></i>', '2ZWGSC4VVJ6'],
    ['a visit in a class', '<i class="pd_rd_r-0 pd_rd_wg-kR4tQ c-f"></i>', 'kR4tQ'],
    ['a request id in a name', '<script>{"trigger":"ns_2ZWGSC4VVJ6HG38ATYPX_31_1_hmd"}</script>', '2ZWGSC4VVJ6'],
    ['a request id in a URL of a URL', '<a href="/x?u=%2Fdp%2Fref%3Ddp_2ZWGSC4VVJ6HG38ATYPX%26a">x</a>', '2ZWGSC4VVJ6'],
    ['a request id in a comment', '<!-- rid-2ZWGSC4VVJ6HG38ATYPX seq-3 -->', '2ZWGSC4VVJ6'],
    ['what a server notes in a comment', `<!-- sp:eh:${'kR4t/2Zw+'.repeat(6)}= -->`, 'kR4t'],
    ['the pixel of an advertisement', `<img src="https://aax.example/e/x/px/${'kR4t-2Zw'.repeat(6)}/">`, 'kR4t'],
    ['the answer of a bot check', '<input name="bm-verify" value="AAQAkR4t">', 'kR4t'],
    ['a customer id', '<script>{"customerId":"A2CUSTOMER0000"}</script>', 'A2CUSTOMER0000'],
    [
      'a customer id behind an escaped line end',
      String.raw`<script>a = "{\n\"x\":1,\nCustomerID\" : \"A2CUSTOMER0000\"}"</script>`,
      'A2CUSTOMER0000',
    ],
    [
      'the IP address of a customer',
      String.raw`<script>a = "{\"customerIP\":\"203.0.113.77\"}"</script>`,
      '203.0.113.77',
    ],
    ['a customer id in an attribute', '<i data-x="{&quot;customerId&quot;:&quot;A2CUSTOMER0000&quot;}"></i>', 'A2CUST'],
    ['a CSRF token', '<input type="hidden" name="anti-csrftoken-a2z" value="hKd0+xR8/aa1">', 'hKd0+xR8/aa1'],
    ['a CSRF token whose value comes first', '<input value="hKd0+xR8/aa1" name="csrfToken">', 'hKd0+xR8/aa1'],
    [
      'a CSRF token in markup of an attribute',
      '<i data-x="&lt;input name=&quot;CSRF&quot; value=&quot;qK7Pa&quot;&gt;"></i>',
      'qK7Pa',
    ],
    ['a CSRF token in a URL', '<a href="/gp/save?csrfT=hKd0%2BxR8">save</a>', 'hKd0'],
    [
      'a CSRF token with escaped slashes',
      String.raw`<script>P.declare('token-x', "1@gKd0xR8\/${'qK7Pa'.repeat(7)}AAAAAQAAAABqL0iE"); f('o', "1@gKd0xR8\/${'qK7Pa'.repeat(7)}AAAAAQAAAABqL0iE")</script>`,
      'qK7Pa',
    ],
    ['a search token', '<a href="/s?k=x&dib=eyJ2IjoiMSJ9.abcDEF012345.xyz">s</a>', 'abcDEF012345'],
    ['an IP address', '<script>{"remoteAddress":"203.0.113.9"}</script>', '203.0.113.9'],
    ['a postal code', '<script>{"zipCode":"97201"}</script>', '97201'],
    ['an e-mail address', '<input type="email" value="wilma@lantern.example">', 'wilma@lantern'],
    ['an e-mail address in a text', '<p>We write to wilma@lantern.example soon.</p>', 'wilma@lantern'],
    ['the name of a list', '<span id="atwl-list-name-1">Camping with Wilma</span>', 'Camping with Wilma'],
    ['the id of a list', '<a href="/hz/wishlist/ls/2ABCDEFGHIJK">list</a>', '2ABCDEFGHIJK'],
    ['what was looked at', '<div id="rhf-container"><a>Very private book</a></div>', 'Very private book'],
    ['what was typed', '<a href="/s?k=lantern&amp;sprefix=lant%2Caps">s</a>', 'lant%2Caps'],
    ['an affiliate', '<a href="/dp/B0LANTERN2?tag=wilma-21">x</a>', 'wilma-21'],
    ['a saved card', '<span>Visa ending in 4242</span>', '4242'],
  ])('removes %s', async (_, part, value) => {
    expect(part).toContain(value);
    expect(await anonymized(part)).not.toContain(value);
  });

  it.each([
    ['in an attribute', (base64: string) => `<input value="${base64}">`],
    ['in a URL', (base64: string) => `<a href="/x?back=${encodeURIComponent(base64)}">x</a>`],
    ['in a URL of a URL, with a line break', (base64: string) => `<i data-x="u%3D${base64.replace('Z', 'Z%0A')}"></i>`],
  ])('removes what Base64 says %s, and keeps the rest of it', async (_, part) => {
    const text = (id: string) => `https://www.amazon.com/dp/B0LANTERN1/ref=zg_1/${id}?th=1`;
    const base64 = Buffer.from(text('131-1234567-7654321')).toString('base64');
    const out = await anonymized(part(base64));
    const values =
      out.match(/(?:[\w+/]|%2F){60,}(?:=|%3D)*/g)?.map((found) => decodeURIComponent(found).replace(/^3D/, '')) ?? [];
    const decoded = values.map((value) => Buffer.from(value, 'base64').toString());
    expect(decoded).toContain(text('000-0000000-0000000'));
    expect(out).not.toContain(base64.slice(-24));
  });

  it.each([
    [
      'Base64 that says nothing personal',
      `<i data-x="${Buffer.from('{"asin":"B0LANTERN1","title":"Larkmoor"}').toString('base64')}"></i>`,
    ],
    ['a long path', '<img src="https://m.example/images/G/01/omaha/images/yoda/lantern_flyout_72dpi.png">'],
    ['a variable of a script', '<script>send({ customerId: options.customerId, sessionId: "" })</script>'],
    ['the profile of a reviewer', '<a href="/gp/profile/amzn1.account.AEXAMPLE0000">Reviewer</a>'],
    ['the address of the site', '<!-- write to api-services-support@amazon.com -->'],
    ['the parameters of a variation', '<a href="/dp/B0LANTERN2?th=1&psc=1">x</a>'],
    ['a greeting without a name', header('Hello, sign in')],
    ['a year after the same words', '<span>Sale ending in 2027</span>'],
  ])('keeps %s', async (_, part) => {
    expect(await anonymized(part)).toContain(part);
  });

  it('keeps an e-mail address that the page publishes as data', async () => {
    const imprint = readFileSync(join(FIXTURES_FOLDER, 'seller/de-kuechenkiste.html'), 'utf8');
    const path = file('seller.html', imprint);
    const url = 'https://www.amazon.de/sp?seller=A1KUECHENKIST';
    const { out } = await runTool('anonymize', path, '--out', '-', '--url', url);
    expect(out).toContain('hallo@kuechenkiste.example');
  });

  it('removes a name everywhere', async () => {
    const rest = `<p>Recommended for Wilhelmina</p><script>{"greeting":"Wilhelmina's lists"}</script>`;
    expect(await anonymized(`${header('Hello, Wilhelmina')}${rest}`)).not.toContain('Wilhelmina');
  });

  it('keeps a word of the data that is also the name of the shopper, and says so', async () => {
    const path = file('forest.html', lantern.replace('</body>', `${header('Hello, Forest')}</body>`));
    const { out, err } = await runTool('anonymize', path, '--out', '-', ...URL);
    expect(out).toContain('Hello, [name]');
    expect(out).toContain('(Forest Green)');
    expect(err).toContain('kept: a name of the header');
  });

  it('removes the place from the header, the buttons and the scripts', async () => {
    const place = markup`<span id="glow-ingress-line1">Deliver to Wilhelmina</span>
      <span id="glow-ingress-line2">Springfield 97477&zwnj;</span>
      <a id="contextualIngressPtLink" aria-label="Deliver to Wilhelmina - Springfield 97477">x</a>
      <p>Delivery to Springfield 97477 tomorrow</p><script>{"place":"97477","city":"Springfield"}</script>`;
    const out = await anonymized(place, '<title>x</title><body></body>');
    expect(out).toContain('Deliver to [place]');
    expect(out).not.toMatch(/Wilhelmina|Springfield|97477/);
  });

  it('keeps the name of a country, on which prices and delivery depend', async () => {
    const part = '<span id="glow-ingress-line2">Germany</span><p>Made in Germany</p>';
    expect(await anonymized(part)).toContain(part);
  });

  it.each([
    ['an empty file', ''],
    ['a file that is not HTML', '{"title":"Lantern"}'],
    ['a binary file', 'PNG\0<img>\0'],
  ])('refuses %s', async (_, content) => {
    const out = join(folder, 'refused.html');
    const result = await runTool('anonymize', file('other.html', content), '--out', out, ...URL);
    expect(result).toMatchObject({ code: 2, err: expect.stringContaining('other.html is not HTML') });
    expect(existsSync(out)).toBe(false);
  });

  it('refuses to overwrite the page, and a file in a folder that is not there', async () => {
    const path = file('same.html', lantern);
    expect((await runTool('anonymize', path, '--out', path, ...URL)).err).toContain('is the page itself');
    expect(readFileSync(path, 'utf8')).toBe(lantern);
    expect((await runTool('anonymize', path, '--out', join(folder, 'no/x'), ...URL)).err).toContain(
      'no does not exist; create it',
    );
  });
});

describe('nameOfGreeting', () => {
  it.each([
    ['Hello, Sam', 'Sam'],
    ['Hello Sam', 'Sam'],
    ['Hallo, Sam', 'Sam'],
    ['Bonjour Anne-Marie', 'Anne-Marie'],
    ['Ciao, Anna Maria', 'Anna Maria'],
    ['Hola, Ana', 'Ana'],
    ['Olá, João', 'João'],
    ['Merhaba, Ayşe', 'Ayşe'],
    ['Witaj, Ola', 'Ola'],
    ['Hej, Åsa', 'Åsa'],
    ['Hallo, Daan', 'Daan'],
    ['こんにちは、太郎さん', '太郎'],
    ['您好, 小明', '小明'],
    ['مرحبًا، سارة', 'سارة'],
    ['Hello, Sam ›', 'Sam'],
  ])('reads "%s"', (greeting, name) => {
    expect(nameOfGreeting(greeting)).toBe(name);
  });

  it.each([
    'Hello, sign in',
    'Hallo, anmelden',
    'Bonjour, Identifiez-vous',
    'Ciao, Accedi',
    'Hola, Identifícate',
    'Olá, faça seu login',
    'Olá, inicie sessão',
    'Merhaba, Giriş yapın',
    'Witaj, zaloguj się',
    'Hej, logga in',
    'Hallo, Inloggen',
    'こんにちは、ログイン',
    '您好, 登录',
    'مرحبًا، تسجيل الدخول',
    'Hello',
  ])('has no name in "%s"', (greeting) => {
    expect(nameOfGreeting(greeting)).toBeUndefined();
  });
});
