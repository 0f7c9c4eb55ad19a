import { describe, expect, it, vi } from 'vitest';
import { memoryLedger } from '../../src/ledger/stores/memory-ledger.ts';
import { ledgers } from './ledgers.ts';
import { ledgerSuite } from './suite.ts';

describe.each(Object.entries(ledgers))('%s', (_, open) => ledgerSuite(open));

it('memoryLedger looks at the packs and calls of one key, however many others there are', async () => {
  const ledger = memoryLedger();
  const pack = { requests: 10, validDays: 30, connections: 10 };
  const lease = { leaseMs: 60_000 };
  for (let key = 0; key < 300; key++) {
    await ledger.addPack(`key-${key}`, pack);
    await ledger.reserve(`key-${key}`, lease);
  }
  const held = await ledger.reserve('key-7', lease);
  const work: Record<string, () => Promise<unknown>> = {
    addPack: () => ledger.addPack('key-7', { ...pack, id: 'mine' }),
    'addPack again': () => ledger.addPack('key-7', { ...pack, id: 'mine', requests: 20 }),
    listPacks: () => ledger.listPacks('key-7'),
    reserve: () => ledger.reserve('key-7', lease),
    renew: () => ledger.renew([held], lease),
    commit: () => ledger.commit(held),
    remaining: () => ledger.remaining('key-7'),
    connections: () => ledger.connections('key-7'),
  };
  for (const [name, make] of Object.entries(work)) {
    const { longest, result } = longestListOf(make);
    await result;
    expect([name, longest <= 10]).toEqual([name, true]);
  }
});

/** Returns the length of the longest list that a function goes through before it waits. */
function longestListOf<Result>(work: () => Result): { longest: number; result: Result } {
  let longest = 0;
  const spies = (['filter', 'find', 'findIndex', 'flatMap', 'map', 'reduce', 'some', 'sort', 'toSorted'] as const).map(
    (name) => {
      const method = Array.prototype[name] as (this: unknown[], ...given: unknown[]) => unknown;
      return vi.spyOn(Array.prototype, name).mockImplementation(function (this: unknown[], ...given: unknown[]) {
        longest = Math.max(longest, this.length);
        return method.apply(this, given) as never;
      });
    },
  );
  try {
    return { result: work(), longest };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
