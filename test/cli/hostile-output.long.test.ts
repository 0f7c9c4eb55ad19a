/** Text of a page, a service or a command line can never act on a terminal. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { safeJson, safeLine, safeText } from '../../src/contract/safe-text.ts';
import { createMarketplace, ENDPOINT_NAMES, type EndpointName, endpoints } from '../../src/entries/index.ts';
import { detectPageType } from '../../src/entries/parse.ts';
import { FIXTURES_FOLDER } from '../../src/package-folder.ts';
import { scrapes, typedCalls } from '../conformance/cases.ts';
import { runOn } from './run.ts';

/** Colours, cursor, window title, links, device strings, 8-bit controls, bidirectional text, hidden text, line ends. */
const HOSTILE =
  '\u001b[31m\u001b[2J\u001b]0;t\u0007\u001b]8;;http://evil.test\u001b\\x\u001b]8;;\u001b\\\u001bPq\u001b\\\u009b2J\u009d0;t\u009c\u0090q\u009c\u0007\b\r\nerror: forged\u0085\u2028' +
  '\u061c\u200e\u200f\u202a\u202e\u2066\u2069\u200b\u2060\ufeff\u00ad\u3164\u{e0001}\u{e0041}\u{e007f}\u007f\u0000';

/** Characters that must be in no output, besides line feeds, tabs and the ends of CSV lines. */
const UNSAFE =
  /[[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\u{e0000}-\u{e007f}]--[\n\t\r]]|\r(?!\n|$)/v;
const STYLES = ['1', '2', '22', '31', '39'].map((code) => `\u001b[${code}m`);

function unstyled(text: string): string {
  return STYLES.reduce((rest, style) => rest.replaceAll(style, ''), text);
}

/** Adds the hostile text to every text, and to every name of a map. */
function hostile(value: unknown, path = ''): unknown {
  if (Array.isArray(value)) return value.map((entry) => hostile(entry, path));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, hostile(member, name)]));
  // The page type selects the view.
  return typeof value === 'string' && path !== 'page_type' ? `${value}${HOSTILE}` : value;
}

/** A call of each endpoint for each type of pages that it returns. */
const calls = new Map(
  [...typedCalls, ...scrapes].map(({ endpoint, params }) => {
    const { page_type } = detectPageType(String(params.url)) ?? {};
    return [`${endpoint} ${page_type ?? ''}`, { endpoint, subject: String(params[endpoints[endpoint].subject]) }];
  }),
);
const callsOf = (name: EndpointName) => [...calls.values()].filter(({ endpoint }) => endpoint === name);

const folder = mkdtempSync(join(tmpdir(), 'buybox-hostile-'));
let service: string;
let answer: (name: EndpointName, params: Record<string, string>) => Promise<{ status: number; body: unknown }>;

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://service.test');
  let text = '';
  request.on('data', (chunk: Buffer) => {
    text += String(chunk);
  });
  request.on('end', async () => {
    const name = pathname.replace('/v1/', '') as EndpointName;
    const params = text === '' ? Object.fromEntries(searchParams) : (JSON.parse(text) as Record<string, string>);
    const { status, body } = await answer(name, params).catch(() => ({ status: 404, body: HOSTILE }));
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  service = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env.BUYBOX_API_KEY = 'sk-test-0123456789';
});

afterAll(() => {
  delete process.env.BUYBOX_API_KEY;
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command on a coloured terminal and in a pipe, and returns what it printed. */
async function outputs(...args: string[]): Promise<string[]> {
  const kinds = [{ isInteractive: true, isErrInteractive: true, hasColors: true, hasErrColors: true }, {}];
  const runs = [];
  for (const kind of kinds) runs.push(await runOn(kind, ...args));
  for (const { out, err } of runs) {
    expect(unstyled(out)).not.toMatch(UNSAFE);
    expect(unstyled(err)).not.toMatch(UNSAFE);
    expect(err).not.toMatch(/^error: forged/m);
  }
  return runs.map(({ out }) => out);
}

const FORMS = ['--table', '--json', '--ndjson', '--csv'];
const remote = () => ['--backend', 'remote', '--base-url', service, '--retries', '0'];

describe('the output of commands', () => {
  it.each(ENDPOINT_NAMES)('%s prints nothing that acts on the terminal', async (name) => {
    await using marketplace = createMarketplace({ backend: 'local', fixtures: true });
    let body: unknown;
    answer = async (_, params) => {
      const call = marketplace[name] as (params: object) => Promise<unknown>;
      const { page, ...others } = params;
      body = hostile(await call(page === undefined ? others : { ...others, page: Number(page) }));
      return { status: 200, body };
    };
    for (const { subject } of callsOf(name)) {
      for (const form of FORMS) {
        const [, piped = ''] = await outputs(name, subject, form, ...remote());
        // Escaped, not removed: the value is the same.
        if (form === '--json' && piped !== '') expect(JSON.parse(piped)).toEqual(body);
      }
    }
  });

  it.each(ENDPOINT_NAMES)('%s prints a failure of a service on one line', async (name) => {
    answer = async () => ({
      status: 500,
      body: {
        success: false,
        error: { code: HOSTILE, message: `no${HOSTILE}`, details: { parameter: HOSTILE } },
        meta: { request_id: HOSTILE },
      },
    });
    expect(callsOf(name)).not.toEqual([]);
    for (const { subject } of callsOf(name)) await outputs(name, subject, ...remote());
  });

  it('has nothing of a saved page, of a command line or of a name of a file', async () => {
    const page = readFileSync(join(FIXTURES_FOLDER, 'product/us-lantern.html'), 'utf8');
    const file = join(folder, `a\u001b[31m\u202eb.html`);
    writeFileSync(file, page.replaceAll('Lantern', `Lantern${HOSTILE.replaceAll('\0', '')}`));
    const url = ['--url', 'https://www.amazon.com/dp/B0LANTERN1'];
    for (const form of FORMS) {
      await outputs('parse', file, form, ...url);
      await outputs('parse', file, file, form, ...url);
      await outputs('explain', file, form, ...url);
    }
    await outputs('product', HOSTILE.replaceAll('\0', ''));
    await outputs(`product${HOSTILE}`);
    await outputs('product', '--help', `--${HOSTILE}`);
    await outputs('complete', 'product', '--fields', HOSTILE);
    await outputs('report', file);
    await outputs('batch', file, '--endpoint', 'product', '--fixtures');
  });

  it('has nothing of the results of a batch', async () => {
    await using marketplace = createMarketplace({ backend: 'local', fixtures: true });
    answer = async () => ({ status: 200, body: hostile(await marketplace.product({ asin: 'B0LANTERN1' })) });
    const list = join(folder, 'asins.txt');
    writeFileSync(list, 'B0LANTERN1\nB0NOTFOUND\u001b[31m\n');
    for (const form of ['ndjson', 'csv'])
      await outputs('batch', list, '--format', form, '--failures', join(folder, `f.${form}`), '--force', ...remote());
  });
});

describe('text that is safe to print', () => {
  it('has neither escape sequences nor what they do', () => {
    expect(safeText('a\u001b]8;;http://evil.test\u001b\\link\u001b]8;;\u001b\\b')).toBe('alinkb');
    expect(safeText('a\u009b31mb\u001b[2Jc\u009d0;title\u009cd')).toBe('abcd');
    // Nothing that the text does not end can swallow the rest.
    expect(safeText('a\u001b]0;rest of the message')).toBe('a]0;rest of the message');
  });

  it('keeps lines, tabs, scripts and emoji', () => {
    const text = 'a\tb\nc\r\nमिट्टी का क्\u200dष می\u200cخواهم 👨‍👩‍👧 ❤️ 葛\u{e0100} עברית مصباح';
    expect(safeText(text)).toBe(text);
    expect(safeJson(JSON.stringify(text))).toBe(JSON.stringify(text));
    expect(safeLine('a\r\nb\tc')).toBe('a b c');
  });

  it('has no text that is hidden in characters without a width', () => {
    expect(safeText('a\u200c\u200d\u200c\u200db')).toBe('a\u200cb');
    expect(safeText('a\ufe00\ufe01\u{e0101}\u{e0102}b')).toBe('a\ufe00b');
    expect(safeText('🏴\u{e0067}\u{e0062}\u{e007f}')).toBe('🏴');
  });

  it('is the same value in JSON', () => {
    const json = safeJson(JSON.stringify({ [HOSTILE]: HOSTILE }, null, 2));
    expect(json).not.toMatch(UNSAFE);
    expect(JSON.parse(json)).toEqual({ [HOSTILE]: HOSTILE });
  });
});
