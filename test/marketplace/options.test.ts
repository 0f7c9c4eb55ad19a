import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { BadRequestError, createMarketplace } from '../../src/entries/index.ts';
import { type MarketplaceOptions, resolveOptions } from '../../src/marketplace/options.ts';
import { Secret } from '../../src/options/secrets.ts';
import { program } from '../built/program.ts';

const remote = { BUYBOX_BACKEND: 'remote', BUYBOX_BASE_URL: 'https://api.example.com', BUYBOX_API_KEY: 'sk-key' };

function refusal(options: unknown, environment: Record<string, string> = {}): BadRequestError {
  try {
    resolveOptions(options as MarketplaceOptions, environment);
  } catch (error) {
    if (error instanceof BadRequestError) return error;
    throw error;
  }
  throw new Error('accepted');
}

describe('settings', () => {
  it('select the local backend by default; options win over the environment', () => {
    expect(resolveOptions({}, {})).toMatchObject({ backend: 'local' });
    expect(resolveOptions({}, { ...remote, BUYBOX_MARKETPLACE: 'de', BUYBOX_LANGUAGE: 'native' })).toMatchObject({
      backend: 'remote',
      baseUrl: 'https://api.example.com',
      apiKey: expect.any(Secret),
      marketplace: 'de',
      language: 'native',
      maxConnections: 10,
      allowHttp: false,
      strict: false,
    });
    expect(
      resolveOptions({ backend: 'local', marketplace: 'fr' }, { ...remote, BUYBOX_MARKETPLACE: 'de' }),
    ).toMatchObject({ backend: 'local', marketplace: 'fr' });
    expect(resolveOptions({ backend: 'remote', baseUrl: 'http://127.0.0.1:1/', apiKey: 'mine' }, remote)).toMatchObject(
      { baseUrl: 'http://127.0.0.1:1', apiKey: expect.any(Secret) },
    );
  });

  it('take times as numbers of milliseconds and as texts, in options and in variables', () => {
    const variables = { BUYBOX_TIMEOUT_MS: '30s', BUYBOX_QUEUE_TIMEOUT_MS: '7000', BUYBOX_PACE: 'minGapMs=1.5s' };
    expect(resolveOptions({}, variables)).toMatchObject({
      timeoutMs: 30_000,
      queueTimeoutMs: 7_000,
      pace: { minGapMs: 1_500 },
    });
    expect(resolveOptions({ timeoutMs: '5m', queueTimeoutMs: 900, parseTimeoutMs: '2s' }, variables)).toMatchObject({
      timeoutMs: 300_000,
      queueTimeoutMs: 900,
      parseTimeoutMs: 2_000,
    });
    expect(resolveOptions({ budget: '500/day' }, {})).toMatchObject({ budget: { credits: 500, per: 'day' } });
  });

  it('refuse a key without a backend, which would not be used', () => {
    const given = { baseUrl: 'http://127.0.0.1:9', apiKey: 'sk-key' };
    expect(refusal(given, {})).toMatchObject({
      parameter: 'backend',
      message: "backend: missing: an apiKey is given. Set backend to 'remote' to use the service, or to 'local'.",
    });
    expect(resolveOptions(given, { BUYBOX_BACKEND: 'local' }).backend).toBe('local');
    expect(resolveOptions({}, { BUYBOX_API_KEY: 'sk-key' }).backend).toBe('local');
  });

  it('ignore empty variables', () => {
    expect(resolveOptions({}, { BUYBOX_BACKEND: '', BUYBOX_BASE_URL: '' })).toMatchObject({ backend: 'local' });
    expect(refusal({}, { ...remote, BUYBOX_API_KEY: '' }).parameter).toBe('apiKey');
  });

  it.each([
    [{ backend: 'hosted' }, {}, 'backend', /^backend: "hosted" is not valid: expected one of local, remote\.$/],
    [
      {},
      { BUYBOX_BACKEND: 'cloud' },
      'BUYBOX_BACKEND',
      /^BUYBOX_BACKEND: "cloud" is not valid: expected one of local, remote\.$/,
    ],
    [
      { backend: 'remote', apiKey: 'k' },
      {},
      'baseUrl',
      /^baseUrl: missing: expected the URL of a service .*Set BUYBOX_BASE_URL\.$/,
    ],
    [
      { backend: 'remote', baseUrl: 'https://x.example' },
      {},
      'apiKey',
      /^apiKey: missing: expected a key of the service .*Set BUYBOX_API_KEY, or apiKey to false if a proxy adds the key\.$/,
    ],
    [{}, { ...remote, BUYBOX_BASE_URL: 'nowhere' }, 'BUYBOX_BASE_URL', /^BUYBOX_BASE_URL: "\*\*\*" is not a URL/],
    [{}, { ...remote, BUYBOX_BASE_URL: 'ftp://x.example' }, 'BUYBOX_BASE_URL', /is not an HTTP URL/],
    [{}, { ...remote, BUYBOX_BASE_URL: 'https://x.example/?key=1' }, 'BUYBOX_BASE_URL', /has a query or a fragment/],
    [
      {},
      { ...remote, BUYBOX_MARKETPLACE: 'atlantis' },
      'BUYBOX_MARKETPLACE',
      /"atlantis" is not valid: expected one of us, uk/,
    ],
    [{}, { ...remote, BUYBOX_MARKETPLACE: 'gb' }, 'BUYBOX_MARKETPLACE', /se, be\. Did you mean "uk"\?$/],
    [{ marketplace: 'amazon.de' }, {}, 'marketplace', /se, be\. Did you mean "de"\?$/],
    [{}, { BUYBOX_BACKEND: 'remot' }, 'BUYBOX_BACKEND', /expected one of local, remote\. Did you mean "remote"\?$/],
    [
      {},
      { ...remote, BUYBOX_LANGUAGE: 'de' },
      'BUYBOX_LANGUAGE',
      /"de" is not valid: expected one of en, native\. Did/,
    ],
    [
      {},
      { ...remote, BUYBOX_BASE_URL: 'https://x.example/v1' },
      'BUYBOX_BASE_URL',
      /has the path "\/v1" of the API: expected the URL of the service without it\. Omit "\/v1"\.$/,
    ],
    [{ baseUrl: 'https://x.example/v1/product' }, {}, 'baseUrl', /has the path "\/v1" of the API/],
    [
      { backend: 'remote', maxConnections: 0 },
      remote,
      'maxConnections',
      /0 is not valid: expected a whole number of 1 or more/,
    ],
    [{ backend: 'remote', strict: 'yes' }, remote, 'strict', /"yes" is not valid: expected true or false/],
    [{ timeoutMs: 0 }, {}, 'timeoutMs', /0 is not valid: expected a time from 1 ms to/],
    [{ timeoutMs: 2 ** 40 }, {}, 'timeoutMs', /is not valid: expected a time from 1 ms to 24\.8 days/],
    [{ retries: -1 }, {}, 'retries', /-1 is not valid: expected a whole number of 0 or more/],
    [
      { backend: 'remote', apiKey: 42 },
      remote,
      'apiKey',
      /has the type number: expected a string, a function or false\.$/,
    ],
  ])('%o with %o throw BadRequestError for %s', (options, environment, parameter, message) => {
    const error = refusal(options, environment);
    expect(error).toMatchObject({ code: 'INVALID_CONFIGURATION', parameter });
    expect(error.message).toMatch(message);
  });

  it.each([
    { backend: 'remote', baseUrl: 'https://user:sesame@api.example.com', apiKey: 'k' },
    { backend: 'remote', baseUrl: 'user:sesame@api.example.com', apiKey: 'k' },
    { backend: 'remote', baseUrl: 'https://api.example.com', apiKey: 'sesame with spaces' },
    { backend: 'remote', baseUrl: 'https://api.example.com', apiKey: 'sesame\n' },
  ])('do not appear in messages if they are secret: %o', (options) => {
    expect(refusal(options).message).not.toContain('sesame');
  });
});

describe('createMarketplace', () => {
  it('throws for an invalid setting', () => {
    expect(() => createMarketplace({ backend: 'remote', apiKey: 'k' })).toThrow(
      /^baseUrl: missing: .*Set BUYBOX_BASE_URL/,
    );
  });

  it.each(['local', 'remote'] as const)('refuses calls after it is closed: %s', async (backend) => {
    const marketplace = createMarketplace(
      backend === 'local' ? { backend } : { backend, baseUrl: 'http://127.0.0.1:9', apiKey: 'sk-key' },
    );
    await marketplace.close();
    await expect(marketplace.product({ asin: 'B0LANTERN1' })).rejects.toMatchObject({
      name: 'TransportError',
      message: 'the marketplace is closed. Create a new one.',
      retryable: false,
    });
    await marketplace.close();
  });

  it('closes the page source, even if no call used it', async () => {
    let closed = 0;
    const pages = Object.assign(() => Promise.reject(new Error('asked')), { close: async () => void closed++ });
    const marketplace = createMarketplace({ backend: 'local', pages });
    await marketplace.close();
    await marketplace.close();
    expect(closed).toBe(1);
  });

  it.each([
    ['local', 'void 0', []],
    // No parser for the remote backend.
    ['remote', 'await marketplace.product({ asin: "B0LANTERN1" }).catch(() => undefined)', ['got']],
  ])('loads the %s backend with the first call', (backend, action, then) => {
    expect(loadedBy(backend, action)).toEqual({ before: [], then });
  });
});

/** The dependencies of the backends that a process loads when it creates a marketplace, and then when it runs an action. */
function loadedBy(backend: string, action: string): unknown {
  const script = `
    import { registerHooks } from 'node:module';
    const loaded = new Set();
    registerHooks({ resolve(specifier, context, next) {
      if (['got', 'parse5', 'css-select'].includes(specifier)) loaded.add(specifier);
      return next(specifier, context);
    } });
    const { createMarketplace } = await import(${JSON.stringify(program('index'))});
    const marketplace = createMarketplace({ retries: 0 });
    const before = [...loaded];
    ${action};
    await marketplace.close();
    console.log(JSON.stringify({ before, then: [...loaded] }));`;
  const environment = { BUYBOX_BACKEND: backend, BUYBOX_BASE_URL: 'http://127.0.0.1:9', BUYBOX_API_KEY: 'sk-key' };
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}
