/** The commands `buybox keys` and `buybox packs`, which change the store of a service. */
import type { Command } from 'commander';
import type { Pack } from '../ledger/pack.ts';
import { invalidSetting } from '../options/checks.ts';
import type { ServiceStore } from '../service/store.ts';
import { wholeNumberOf } from './flag-values.ts';
import { addOutputFlags, formOf, type OutputFlags } from './output/form.ts';
import type { Row } from './output/rows.ts';
import { openExistingStore, openStore, type StoreFlags, storeFlags } from './store.ts';
import type { Terminal } from './terminal.ts';

interface PackFlags extends Flags {
  days?: number;
  connections?: number;
  price?: number;
}

type Flags = StoreFlags & OutputFlags;

/** Works on a store. Returns one row, or a list of rows, to print. */
type Work = (store: ServiceStore, service: typeof import('../entries/service.ts')) => Promise<Row | readonly Row[]>;

const KEY_COLUMNS = ['id', 'name', 'created_at', 'revoked_at', 'requests_remaining'];
const PACK_COLUMNS = ['id', 'key', 'requests', 'charged', 'price_usd', 'connections', 'valid_from', 'valid_until'];

/** Adds the commands. */
export function addKeyCommands(program: Command, terminal: Terminal): void {
  const keys = program.command('keys').description('Create, list, revoke and rotate the API keys of a service.');
  storeCommand(keys, 'create', 'Create a key and show it once.', 'keys create "my shop"')
    .argument('[name]', 'your name for the key', 'key')
    .action((name: string, flags: Flags) => {
      const create: Work = async (store, { createKey }) => ({ ...(await createKey(store, name, Date.now())) });
      return printFromStore(flags, terminal, [], create, openStore);
    });
  storeCommand(keys, 'list', 'List the keys with their credits.', 'keys list').action((flags: Flags) =>
    printFromStore(flags, terminal, KEY_COLUMNS, keyRows),
  );
  storeCommand(keys, 'revoke', 'Reject a key from now on; this cannot be undone.', 'keys revoke 1c6a0f2e')
    .argument('<id>', 'id of the key')
    .action((id: string, flags: Flags) =>
      printFromStore(flags, terminal, [], async (store, { revokeKey }) => {
        await revokeKey(store, id, Date.now());
        return { id, revoked: true };
      }),
    );
  storeCommand(keys, 'rotate', 'Give a key a new secret and show it once; its packs remain.', 'keys rotate 1c6a0f2e')
    .argument('<id>', 'id of the key')
    .action((id: string, flags: Flags) =>
      printFromStore(flags, terminal, [], async (store, { rotateKey }) => ({ ...(await rotateKey(store, id)) })),
    );
  addPackCommands(program.command('packs').description('Add and list the request packs of keys.'), terminal);
}

function addPackCommands(packs: Command, terminal: Terminal): void {
  const example = 'packs add 1c6a0f2e 25000 --days 60 --price 20';
  storeCommand(packs, 'add', 'Add a pack to a key, valid from now on.', example)
    .addArgument(packs.createArgument('<key>', 'id of the key'))
    .addArgument(packs.createArgument('<size>', 'number of requests, or free for 1000'))
    .option('--days <number>', 'days that it is valid (default: those of the size, else 30)', wholeNumberOf('days', 1))
    .option(
      '--connections <number>',
      'calls at once (default: those of the size, else 10)',
      wholeNumberOf('connections', 1),
    )
    .option('--price <usd>', 'price in US dollars (default: that of the size, else 0)', priceOf)
    .action((key: string, size: string, { days, connections, price, ...flags }: PackFlags) =>
      printFromStore(flags, terminal, [], async (store, { buyPack, packOffer }) => {
        const given = Object.entries({ validDays: days, connections, priceUsd: price }).filter(
          ([, value]) => value !== undefined,
        );
        return packRow(await buyPack(store, key, packOffer(size, Object.fromEntries(given)), Date.now()));
      }),
    );
  storeCommand(packs, 'list', 'List the packs; the one that expires next is first.', 'packs list 1c6a0f2e')
    .argument('[key]', 'id of a key (default: all keys)')
    .action((key: string | undefined, flags: Flags) =>
      printFromStore(flags, terminal, PACK_COLUMNS, async (store) => (await store.ledger.listPacks(key)).map(packRow)),
    );
}

function storeCommand(parent: Command, name: string, summary: string, example: string): Command {
  const command = parent.command(name).description(summary);
  for (const flag of storeFlags()) command.addOption(flag);
  return addOutputFlags(command).addHelpText('after', `\nExample:\n  buybox ${example}`);
}

/** Prints the result of work on the store. The columns are those of a list; one row has all of its members. */
async function printFromStore(
  flags: Flags,
  terminal: Terminal,
  columns: readonly string[],
  work: Work,
  open = openExistingStore,
): Promise<void> {
  // Most commands need no store, so the modules are loaded here.
  const [service, { printShown }] = await Promise.all([import('../entries/service.ts'), import('./output/print.ts')]);
  const store = await open(flags);
  try {
    const result = await work(store, service);
    const shown = Array.isArray(result) ? columns : Object.keys(result);
    printShown(result, shown, { form: formOf(flags, terminal), fields: flags.fields }, terminal);
  } finally {
    await store.close();
  }
}

async function keyRows(store: ServiceStore): Promise<Row[]> {
  const keys = await store.listKeys();
  return Promise.all(
    keys.map(async ({ id, name, createdAt, revokedAt }) => ({
      id,
      name,
      created_at: isoTime(createdAt),
      revoked_at: revokedAt === null ? null : isoTime(revokedAt),
      requests_remaining: await store.ledger.remaining(id),
    })),
  );
}

function packRow(pack: Pack): Row {
  return {
    id: pack.id,
    key: pack.keyId,
    requests: pack.requests,
    charged: pack.charged,
    price_usd: pack.priceUsd,
    connections: pack.connections,
    valid_from: pack.purchasedAt.toISOString(),
    valid_until: pack.expiresAt.toISOString(),
  };
}

function priceOf(text: string): number {
  if (/^\d{1,9}(\.\d{1,2})?$/.test(text)) return Number(text);
  throw invalidSetting('price', text, 'is not a price: expected, for example, 49 or 4.50.');
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
