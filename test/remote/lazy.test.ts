/** On Node the backend is loaded at the first call. What the options say is checked before. */
import { describe, expect, it } from 'vitest';
import { defaultsOf } from '../../src/contract/marketplace.ts';
import { memoryLedger } from '../../src/entries/local.ts';
import { createRemoteMarketplace, type RemoteMarketplaceOptions } from '../../src/entries/remote.ts';
import { ASIN, KEY } from './service.ts';

const valid = { baseUrl: 'https://api.example.test', apiKey: KEY };

describe('a remote marketplace that no call has used', () => {
  it.each<[RemoteMarketplaceOptions, string]>([
    [{ apiKey: KEY }, 'baseUrl'],
    [{ ...valid, apiKey: 'with space' }, 'apiKey'],
    [{ ...valid, maxConnections: 0 }, 'maxConnections'],
    [{ ...valid, timeoutMs: -1 }, 'timeoutMs'],
    [{ ...valid, strict: true, drift: false }, 'strict'],
    [{ ...valid, transport: {} as never }, 'transport'],
    [{ ...valid, proxy: 'http://127.0.0.1:1' } as RemoteMarketplaceOptions, 'proxy'],
  ])('throws for wrong options when it is created: %o', (options, parameter) => {
    expect(() => createRemoteMarketplace(options)).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIGURATION', parameter }),
    );
  });

  it('has the defaults of its options, which a watch reads', () => {
    const defaults = { marketplace: 'de', language: 'en' } as const;
    expect(defaultsOf(createRemoteMarketplace({ ...valid, ...defaults }))).toEqual(defaults);
  });

  it('can be closed, and refuses calls afterwards', async () => {
    const marketplace = createRemoteMarketplace(valid);
    await marketplace.close();
    await marketplace.close();
    await expect(marketplace.product({ asin: ASIN })).rejects.toMatchObject({
      name: 'TransportError',
      message: 'the marketplace is closed. Create a new one.',
      retryable: false,
    });
  });

  it('closes the transport and the ledger of its options', async () => {
    const closed: string[] = [];
    const ledger = Object.assign(memoryLedger(), { close: async () => void closed.push('ledger') });
    const transport = { send: () => Promise.reject(new Error('not used')), close: () => void closed.push('transport') };
    await createRemoteMarketplace({ ...valid, transport, ledger }).close();
    expect(closed.sort()).toEqual(['ledger', 'transport']);
  });

  it('closes the ledger also if the transport cannot be closed, and says so each time', async () => {
    let closed = 0;
    const ledger = Object.assign(memoryLedger(), { close: async () => void closed++ });
    const close = () => {
      throw new Error('still busy');
    };
    const transport = { send: () => Promise.reject(new Error('not used')), close };
    const marketplace = createRemoteMarketplace({ ...valid, transport, ledger });
    await expect(marketplace.close()).rejects.toThrow('still busy');
    await expect(marketplace.close()).rejects.toThrow('still busy');
    expect(closed).toBe(1);
  });
});
