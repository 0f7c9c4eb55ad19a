import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setUpService } from './setup.ts';

const warnings = vi.spyOn(process, 'emitWarning').mockReturnValue();

beforeEach(() => {
  warnings.mockClear();
});

afterEach(() => {
  vi.unstubAllEnvs();
});

async function warningsOf(options: Parameters<typeof setUpService>[0], headers: Record<string, string>) {
  const { get } = await setUpService(options);
  await get('/healthz', headers);
  await get('/healthz', headers);
  return warnings.mock.calls.map(([message]) => String(message));
}

describe('a service behind a proxy', () => {
  it.each(['X-Forwarded-For', 'Forwarded', 'X-Real-IP'])(
    'warns once about the header %s if trustProxy is not set',
    async (header) => {
      expect(await warningsOf({}, { [header]: 'for=192.0.2.1' })).toEqual([
        `trustProxy: not set, but requests arrive with the header ${header.toLowerCase()}. It is ignored, so the limits per IP address count all callers of a proxy together. Set trustProxy (--trust-proxy) to the networks of your proxies, or to false if there is none.`,
      ]);
      expect(warnings.mock.calls[0]?.[1]).toMatchObject({ type: 'BuyboxWarning', code: 'BUYBOX_TRUST_PROXY' });
    },
  );

  it.each([true, false, 0, 2, ['loopback']])('does not warn if trustProxy is %j', async (trustProxy) => {
    expect(await warningsOf({ trustProxy }, { 'x-forwarded-for': '192.0.2.1' })).toEqual([]);
  });

  it.each([
    { 'x-forwarded-proto': 'https' },
    { 'x-forwarded-proto': 'http, HTTPS' },
    { forwarded: 'for=192.0.2.1;proto=https' },
  ])('warns once about requests over TLS if the public URL is not set: %j', async (headers) => {
    expect(await warningsOf({ trustProxy: false }, headers)).toEqual([
      'baseUrl: not set, but requests arrive over TLS through a proxy. The service cannot know its public URL. Set baseUrl (--public-url), such as "https://api.example.com".',
    ]);
  });

  it('does not warn about requests without TLS, or if the public URL is set', async () => {
    expect(await warningsOf({}, { 'x-forwarded-proto': 'http' })).toEqual([]);
    expect(await warningsOf({ baseUrl: 'https://api.example.test' }, { 'x-forwarded-proto': 'https' })).toEqual([]);
    expect(await warningsOf({}, {})).toEqual([]);
  });
});
