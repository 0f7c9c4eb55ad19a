import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createRemoteMarketplace } from '../../src/entries/remote.ts';

const warnings = vi.spyOn(process, 'emitWarning').mockReturnValue();

beforeEach(() => {
  warnings.mockClear();
});

async function warningsOf(baseUrl: string, allowHttp?: boolean) {
  await using _marketplace = createRemoteMarketplace({ baseUrl, apiKey: 'bb_secret', allowHttp });
  return warnings.mock.calls.map(([message]) => String(message));
}

describe('a remote marketplace', () => {
  it.each([
    'http://api.example.test',
    'http://10.0.0.1:8787',
    'http://127.0.0.1.example.test',
    'http://[fd00::1]:8787',
  ])('warns once that %s sends the key unencrypted', async (url) => {
    const [message, ...others] = await warningsOf(url);
    expect(message).toContain('sends the API key unencrypted to another machine: expected https://.');
    expect(message).toContain(new URL(url).hostname);
    expect(message).not.toContain('bb_secret');
    expect(others).toEqual([]);
    expect(warnings.mock.calls[0]?.[1]).toMatchObject({ type: 'BuyboxWarning', code: 'BUYBOX_ALLOW_HTTP' });
  });

  it.each([
    'https://api.example.test',
    'http://localhost:8787',
    'http://service.localhost',
    'http://127.0.0.1:8787',
    'http://127.9.9.9',
    'http://[::1]:8787',
    'http://[::ffff:127.0.0.1]:8787',
  ])('does not warn about %s', async (url) => expect(await warningsOf(url)).toEqual([]));

  it('does not warn if allowHttp is set', async () => {
    expect(await warningsOf('http://api.example.test', true)).toEqual([]);
  });
});
