/** `buybox keys` and `buybox packs`: the keys and packs of a store, from the shell. */
import type { Command } from 'commander';
import { BadRequestError } from '../contract/errors.ts';
import { PACK_NAMES, type PackOffer } from '../service/packs.ts';
import type { ServiceStore, StoredPack } from '../service/store.ts';
import { wholeNumberOf } from './flag-values.ts';
import { addOutputFlags, formOf, type OutputFlags } from './output/form.ts';
import type { Row } from './output/rows.ts';
import { dataFlag, openExistingStore, openStore } from './store.ts';
import type { Terminal } from './terminal.ts';

type Service = typeof import('../service.ts');

interface StoreFlags extends OutputFlags {
  data: string;
}

interface PackFlags extends StoreFlags {
  requests?: number;
  days?: number;
  connections?: number;
}

/** What a command shows: one thing, or a list, with its columns in order. */
type Shown = { thing: Row } | { rows: readonly Row[]; columns: readonly string[] };

const KEY_COLUMNS = ['id', 'name', 'created_at', 'revoked_at', 'requests_remaining'];
const PACK_COLUMNS = ['id', 'key', 'requests', 'charged', 'price_usd', 'connections', 'valid_from', 'valid_until'];

/** Adds the commands. */
export function addKeyCommands(program: Command, terminal: Terminal): void {
  const keys = program.command('keys').description('API keys of a service: create, list, revoke, rotate.');
  storeCommand(keys, 'create', 'Make a key, and show it once.', 'keys create "my shop"')
    .argument('[name]', 'what you call it', 'key')
    .action((name: string, flags: StoreFlags) =>
      withStore(
        flags,
        terminal,
        async (store, { createKey }) => {
          const thing = await createKey(store, name, Date.now());
          return { thing: { ...thing } };
        },
        openStore,
      ),
    );
  storeCommand(keys, 'list', 'List keys with their credits.', 'keys list').action((flags: StoreFlags) =>
    withStore(flags, terminal, async (store) => ({ rows: await listKeys(store), columns: KEY_COLUMNS })),
  );
  storeCommand(keys, 'revoke', 'Refuse a key from now on, for good.', 'keys revoke 1c6a0f2e')
    .argument('<id>', 'the id of the key')
    .action((id: string, flags: StoreFlags) =>
      withStore(flags, terminal, async (store, { revokeKey }) => {
        await revokeKey(store, id, Date.now());
        return { thing: { id, revoked: true } };
      }),
    );
  storeCommand(keys, 'rotate', 'Give a key another secret, and show it once; its packs stay.', 'keys rotate 1c6a0f2e')
    .argument('<id>', 'the id of the key')
    .action((id: string, flags: StoreFlags) =>
      withStore(flags, terminal, async (store, { rotateKey }) => ({ thing: { ...(await rotateKey(store, id)) } })),
    );
  addPackCommands(program.command('packs').description('Request packs of keys: add, list.'), terminal);
}

function addPackCommands(packs: Command, terminal: Terminal): void {
  const number = (name: string) => wholeNumberOf(name, 1);
  storeCommand(
    packs,
    'add',
    'Add a pack to a key, valid from now on.',
    'packs add 1c6a0f2e free --requests 500 --days 7',
  )
    .addArgument(packs.createArgument('<key>', 'the id of the key'))
    .addArgument(packs.createArgument('<size>', `how many requests, or free`).choices(PACK_NAMES))
    .option('--requests <number>', 'of a free pack: how many answers it pays for (default 1000)', number('requests'))
    .option('--days <number>', 'of a free pack: how long it is valid (default 30)', number('days'))
    .option('--connections <number>', 'of a free pack: calls at once (default 10)', number('connections'))
    .action((key: string, size: string, flags: PackFlags) =>
      withStore(flags, terminal, async (store, { buyPack, packOffer }) => ({
        thing: shownPack(await buyPack(store, key, packOffer(size, numbersOf(size, flags)), Date.now())),
      })),
    );
  storeCommand(packs, 'list', 'List packs, the one that expires first first.', 'packs list 1c6a0f2e')
    .argument('[key]', 'the id of a key (default: all)')
    .action((key: string | undefined, flags: StoreFlags) =>
      withStore(flags, terminal, async (store) => ({
        rows: (await store.listPacks(key)).map(shownPack),
        columns: PACK_COLUMNS,
      })),
    );
}

function storeCommand(parent: Command, name: string, summary: string, example: string): Command {
  const command = parent.command(name).description(summary).addOption(dataFlag());
  return addOutputFlags(command).addHelpText('after', `\nExample:\n  buybox ${example}`);
}

async function withStore(
  flags: StoreFlags,
  terminal: Terminal,
  work: (store: ServiceStore, service: Service) => Promise<Shown>,
  open = openExistingStore,
): Promise<void> {
  // Loaded when it is used: all other commands start without a store.
  const [service, { printShown }] = await Promise.all([import('../service.ts'), import('./output/print.ts')]);
  const store = await open(flags.data);
  try {
    const shown = await work(store, service);
    const [value, columns] = 'thing' in shown ? [shown.thing, Object.keys(shown.thing)] : [shown.rows, shown.columns];
    printShown(value, columns, { form: formOf(flags, terminal), fields: flags.fields }, terminal);
  } finally {
    await store.close();
  }
}

async function listKeys(store: ServiceStore): Promise<Row[]> {
  const keys = await store.listKeys();
  return Promise.all(
    keys.map(async ({ id, name, createdAt, revokedAt }) => ({
      id,
      name,
      created_at: moment(createdAt),
      revoked_at: revokedAt === null ? null : moment(revokedAt),
      requests_remaining: await store.remaining(id),
    })),
  );
}

function shownPack(pack: StoredPack): Row {
  return {
    id: pack.id,
    key: pack.keyId,
    requests: pack.requests,
    charged: pack.charged,
    price_usd: pack.priceUsd,
    connections: pack.connections,
    valid_from: moment(pack.validFrom),
    valid_until: moment(pack.validUntil),
  };
}

/** The numbers of a free pack, as far as they are given. */
function numbersOf(size: string, { requests, days, connections }: PackFlags): Partial<Omit<PackOffer, 'priceUsd'>> {
  const given = { requests, validDays: days, connections };
  const numbers = Object.entries(given).filter(([, value]) => value !== undefined);
  if (size !== 'free' && numbers.length > 0) {
    throw new BadRequestError(`size: ${JSON.stringify(size)} has its own numbers; only "free" takes others`, {
      parameter: 'size',
    });
  }
  return Object.fromEntries(numbers);
}

function moment(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
