import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listen } from '../../../src/entries/service.ts';
import { setUpService } from '../../service/setup.ts';
import { EXAMPLES } from '../catalogue.ts';
import { type App, installApp } from './app.ts';

let app: App;
let printed: string;
const alone = mkdtempSync(join(tmpdir(), 'buybox-function-'));
const bundle = join(alone, 'handler.mjs');
beforeAll(async () => {
  app = await installApp('serverless');
  printed = await app.script('build');
  // Without other files: only this file is deployed.
  cpSync(join(app.folder, 'dist/handler.mjs'), bundle);
});
afterAll(() => {
  app[Symbol.dispose]();
  rmSync(alone, { recursive: true });
  vi.unstubAllEnvs();
});

/** Strings that only the parsers contain. */
const PARSER = ['validateCaptcha', 'productTitle', 'aod-offer-soldBy', 'CounterClockwiseContourIntegral'];

describe('the serverless function', () => {
  it('type-checks', async () => {
    expect(await app.script('typecheck')).not.toContain('error');
  });

  it('is bundled without a parser', () => {
    const text = readFileSync(bundle, 'utf8');
    const dist = join(app.folder, 'node_modules/buybox/dist');
    const whole = readdirSync(dist)
      .filter((name) => name.endsWith('.js'))
      .map((name) => readFileSync(join(dist, name), 'utf8'));
    for (const marker of PARSER.slice(0, 3)) {
      expect(
        whole.some((file) => file.includes(marker)),
        marker,
      ).toBe(true);
    }
    for (const marker of PARSER) expect(text).not.toContain(marker);
    expect(printed).toContain('without a parser');
  });

  it('fails to build if it imports a parser', async () => {
    const file = join(app.folder, 'src/handler.ts');
    const source = readFileSync(file, 'utf8');
    const whole = source
      .replaceAll('createRemoteMarketplace', 'createMarketplace')
      .replace("'buybox/remote'", "'buybox'");
    writeFileSync(file, whole);
    await expect(app.script('build')).rejects.toThrow(/the bundle contains a parser: .*parse5/);
    writeFileSync(file, source);
  });

  it('has the size in its README', () => {
    const readme = readFileSync(join(EXAMPLES, 'serverless/README.md'), 'utf8');
    const [, size = '', compressed = ''] = /(\d+) kB, (\d+) kB compressed/.exec(readme) ?? [];
    const actual = [statSync(bundle).size, gzipSync(readFileSync(bundle)).length].map((bytes) => bytes / 1000);
    for (const [index, documented] of [Number(size), Number(compressed)].entries()) {
      expect(Math.abs(documented / (actual[index] ?? 0) - 1), `${documented} kB is ${actual[index]} kB`).toBeLessThan(
        0.05,
      );
    }
  });

  it('returns prices, rejects invalid requests, and maps errors to statuses', async () => {
    const { service, key } = await setUpService();
    await using hosted = await listen(service, { port: 0 });
    vi.stubEnv('BUYBOX_BASE_URL', hosted.url);
    vi.stubEnv('BUYBOX_API_KEY', key);
    const { default: handler } = await import(bundle);
    const ask = async (path: string, init: RequestInit = {}) => {
      const response: Response = await handler.fetch(new Request(`https://function.example.com${path}`, init));
      const { status, headers } = response;
      return {
        status,
        cache: headers.get('cache-control'),
        retry: headers.get('retry-after'),
        body: await response.json(),
      };
    };
    expect(await ask('/price?asin=B0WASSERK1&marketplace=de')).toMatchObject({
      status: 200,
      cache: 'public, s-maxage=300',
      body: { asin: 'B0WASSERK1', price: 39.99, currency: 'EUR', in_stock: true },
    });
    expect(await ask('/price?asin=B0HAMMOCK1')).toMatchObject({ status: 200, body: { price: null } });
    expect(await ask('/price?asin=B0NOTFOUND')).toMatchObject({ status: 404, cache: null });
    expect(await ask('/price?asin=short')).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_PARAMETER' } },
    });
    expect(await ask('/price?asin=B0LANTERN1&marketplace=xx')).toMatchObject({ status: 400 });
    expect(await ask('/elsewhere')).toMatchObject({ status: 404 });
    expect(await ask('/price', { method: 'POST' })).toMatchObject({ status: 405 });
    const log = vi.spyOn(console, 'error').mockReturnValue();
    expect(await ask('/price?asin=B0CAPTCHA1')).toMatchObject({
      status: 503,
      retry: '30',
      body: { error: { code: 'CAPTCHA' } },
    });
    expect(log).toHaveBeenCalledOnce();
    const leaving = AbortSignal.abort(new Error('the caller left'));
    await expect(ask('/price?asin=B0LANTERN1', { signal: leaving })).rejects.toThrow('the caller left');
  });
});
