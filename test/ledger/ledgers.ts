/** The ledgers that the suite runs on. */
import { join } from 'node:path';
import { type Ledger, type LedgerOptions, memoryLedger, sqliteLedger } from '../../src/entries/local.ts';
import { scratchFolder } from '../built/program.ts';

const folder = scratchFolder();
let files = 0;

/** Returns the path of a file that does not exist yet. */
export function freshFile(): string {
  return join(folder, `${files++}.sqlite`);
}

/** Opens a ledger of each kind. Add a store here to run the whole suite on it. */
export const ledgers: Readonly<Record<string, (options: LedgerOptions) => Ledger>> = {
  memoryLedger,
  sqliteLedger: (options) => sqliteLedger(freshFile(), options),
  'sqliteLedger, opened again for each call': (options) => {
    const path = freshFile();
    return reopened(() => sqliteLedger(path, options));
  },
};

/** A ledger that keeps nothing between two calls: whatever it knows is stored. @param open Opens the same ledger each time. */
export function reopened(open: () => Ledger): Ledger {
  const once = async <T>(work: (ledger: Ledger) => Promise<T>): Promise<T> => {
    const ledger = open();
    try {
      return await work(ledger);
    } finally {
      await ledger.close();
    }
  };
  return {
    addPack: (...args) => once((ledger) => ledger.addPack(...args)),
    listPacks: (...args) => once((ledger) => ledger.listPacks(...args)),
    reserve: (...args) => once((ledger) => ledger.reserve(...args)),
    renew: (...args) => once((ledger) => ledger.renew(...args)),
    commit: (...args) => once((ledger) => ledger.commit(...args)),
    release: (...args) => once((ledger) => ledger.release(...args)),
    remaining: (...args) => once((ledger) => ledger.remaining(...args)),
    connections: (...args) => once((ledger) => ledger.connections(...args)),
    close: async () => undefined,
  };
}
