/** A marketplace on loopback that has every ASIN, and counts the requests for each. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { detectPageType } from '../../../src/entries/parse.ts';
import { startFixtureMarketplace } from '../../../src/entries/testing.ts';
import { CAPTCHA_PAGE, NOT_FOUND_PAGE, productPage } from '../../local/pages.ts';

/** A running marketplace. */
export interface Market extends AsyncDisposable {
  /** Flags for the command line. */
  flags: string[];
  /** Returns the number of requests for an ASIN, or of all requests. */
  asked(asin?: string): number;
}

/** ASINs that are not found, or blocked. So is every other one that begins with `B0BLOCKED`. */
export const LOST = 'B0LOST0000';
export const BLOCKED = 'B0BLOCKED0';

/** Opens a marketplace. Each response takes so many milliseconds, or until the promise resolves. */
export async function openMarket(delay: () => number | Promise<void> = () => 0): Promise<Market> {
  const asked = new Map<string, number>();
  const site = await startFixtureMarketplace({
    pages: async ({ url }) => {
      const asin = detectPageType(url)?.asin ?? '';
      asked.set(asin, (asked.get(asin) ?? 0) + 1);
      const wait = delay();
      await (typeof wait === 'number' ? sleep(wait) : wait);
      const isBlocked = asin.startsWith('B0BLOCKED');
      const body = asin === LOST ? NOT_FOUND_PAGE : isBlocked ? CAPTCHA_PAGE : productPage(`The ${asin}`, asin);
      return { url, status: asin === LOST ? 404 : 200, headers: {}, body };
    },
  });
  return {
    flags: ['--via', site.url, '--retries', '0'],
    asked: (asin) => (asin === undefined ? [...asked.values()].reduce((sum, n) => sum + n, 0) : (asked.get(asin) ?? 0)),
    [Symbol.asyncDispose]: () => site.close(),
  };
}

/** Returns the ASIN of a number. */
export function asin(number: number): string {
  return `B0${String(number).padStart(8, '0')}`;
}

/** Returns the first `count` ASINs. */
export function asins(count: number): string[] {
  return Array.from({ length: count }, (_, number) => asin(number));
}

/** The temporary folder of a test. */
export class Folder implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), 'buybox-batch-test-'));

  /** The path of a file. */
  at(name: string): string {
    return join(this.path, name);
  }

  /** Writes a file, compressed if its name ends with `.gz`, and returns its path. */
  write(name: string, text: string | Uint8Array): string {
    writeFileSync(this.at(name), name.endsWith('.gz') ? gzipSync(text) : text);
    return this.at(name);
  }

  /** The text of a file. */
  read(name: string): string {
    return readFileSync(this.at(name), 'utf8');
  }

  /** The JSON lines of a file; an empty list if it does not exist. */
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

/** Returns the ASINs in the requests of result or failure lines. */
export function asinsOf(lines: readonly Record<string, unknown>[]): unknown[] {
  return lines.map(({ request }) => {
    const { params } = request as { params: { asin?: string } };
    return params.asin;
  });
}
