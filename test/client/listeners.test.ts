import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMarketplace, type EventListener } from '../../src/entries/index.ts';
import { ASIN, productPage, sourceOf } from '../local/pages.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Makes two calls with a listener. Returns the warnings of the process. */
async function warningsOf(...listeners: EventListener[]) {
  const warnings = vi.spyOn(process, 'emitWarning').mockReturnValue();
  for (const onEvent of listeners) {
    await using marketplace = createMarketplace({ backend: 'local', pages: sourceOf(productPage()), onEvent });
    for (let call = 0; call < 2; call++) expect((await marketplace.product({ asin: ASIN })).found).toBe(true);
  }
  // A rejection arrives later.
  await new Promise((resolve) => setImmediate(resolve));
  return warnings.mock.calls as unknown[][];
}

describe('a listener that fails', () => {
  it.each<[string, () => EventListener]>([
    [
      'throws',
      () => () => {
        throw new Error('no disk');
      },
    ],
    [
      'throws an object without a prototype',
      () => () => {
        throw Object.assign(Object.create(null), { reason: 'no disk' });
      },
    ],
    ['rejects', () => async () => Promise.reject(new Error('no disk'))],
  ])('does not affect the call, and causes one warning: %s', async (_, listenerOf) => {
    const uncaught = vi.fn();
    process.on('uncaughtException', uncaught).on('unhandledRejection', uncaught);
    try {
      const listener = listenerOf();
      const warnings = await warningsOf(listener, listener);
      expect(warnings).toHaveLength(1);
      expect(warnings[0]).toEqual([
        'onEvent: the listener failed for the event "request". Further errors of it are ignored.',
        { type: 'BuyboxWarning', code: 'BUYBOX_LISTENER', detail: expect.stringContaining('no disk') },
      ]);
    } finally {
      process.off('uncaughtException', uncaught).off('unhandledRejection', uncaught);
    }
    expect(uncaught).not.toHaveBeenCalled();
  });

  it('causes one warning for each listener', async () => {
    const fails = () => () => {
      throw 'a string';
    };
    expect(await warningsOf(fails(), fails())).toHaveLength(2);
  });
});
