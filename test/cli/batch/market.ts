/** A marketplace on loopback that sells every ASIN, and knows how often each was asked for. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { detectPageType } from '../../../src/parse.ts';
import { startFixtureMarketplace } from '../../../src/testing.ts';
import { CAPTCHA_PAGE, NOT_FOUND_PAGE, productPage } from '../../local/pages.ts';

/** A running marketplace. */
export interface Market extends AsyncDisposable {
  /** The flags that send a command line to it. */
  flags: string[];
  /** How often an ASIN was asked for; without one, how often any was. */
  asked(asin?: string): number;
}

/** ASINs whose names say what becomes of them: not found, or blocked. */
export const LOST = 'B0LOST0000';
export const BLOCKED = 'B0BLOCKED0';

/** Opens one; `delayMs` is how long each page takes. */
export async function openMarket(delayMs: () => number = () => 0): Promise<Market> {
  const asked = new Map<string, number>();
  const site = await startFixtureMarketplace({
    pages: async ({ url }) => {
      const asin = detectPageType(url)?.asin ?? '';
      asked.set(asin, (asked.get(asin) ?? 0) + 1);
      await sleep(delayMs());
      const body = asin === LOST ? NOT_FOUND_PAGE : asin === BLOCKED ? CAPTCHA_PAGE : productPage(`The ${asin}`, asin);
      return { url, status: asin === LOST ? 404 : 200, headers: {}, body };
    },
  });
  return {
    flags: ['--via', site.url, '--retries', '0'],
    asked: (asin) => (asin === undefined ? [...asked.values()].reduce((sum, n) => sum + n, 0) : (asked.get(asin) ?? 0)),
    [Symbol.asyncDispose]: () => site.close(),
  };
}

/** An ASIN by its number. */
export function asin(number: number): string {
  return `B0${String(number).padStart(8, '0')}`;
}

/** The first so many ASINs. */
export function asins(count: number): string[] {
  return Array.from({ length: count }, (_, number) => asin(number));
}

/** A folder of a test's own. */
export class Folder implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), 'buybox-batch-test-'));

  /** The path of a file. */
  at(name: string): string {
    return join(this.path, name);
  }

  /** Writes a file, compressed when its name says so; the result is its path. */
  write(name: string, text: string | Uint8Array): string {
    writeFileSync(this.at(name), name.endsWith('.gz') ? gzipSync(text) : text);
    return this.at(name);
  }

  /** The text of a file. */
  read(name: string): string {
    return readFileSync(this.at(name), 'utf8');
  }

  /** The JSON lines of a file; none when it is not there. */
  lines(name: string): Record<string, unknown>[] {
    if (!existsSync(this.at(name))) return [];
    return this.read(name)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** The ASINs that were asked for, of result or failure lines. */
export function asinsOf(lines: readonly Record<string, unknown>[]): unknown[] {
  return lines.map(({ request }) => {
    const { params } = request as { params: { asin?: string } };
    return params.asin;
  });
}
