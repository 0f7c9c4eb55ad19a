/** `buybox keys` and `buybox packs`: the keys and packs of a store, from the shell. */
import { type Command, Option } from 'commander';
import { BadRequestError } from '../contract/errors.ts';
import { PACK_NAMES, type PackOffer } from '../service/packs.ts';
import type { ServiceStore, StoredPack } from '../service/store.ts';
import type { Terminal } from './terminal.ts';

type Service = typeof import('../service.ts');

interface DataOption {
  data: string;
}

interface PackOptions extends DataOption {
  requests?: string;
  days?: string;
  connections?: string;
}

/** Adds the commands; results are JSON. */
export function addKeyCommands(program: Command, terminal: Terminal): void {
  const keys = program.command('keys').description('API keys of a service: create, list, revoke, rotate.');
  storeCommand(keys, 'create', 'Make a key, and show it once.')
    .argument('[name]', 'what you call it', 'key')
    .action((name: string, { data }: DataOption) =>
      withStore(data, terminal, (store, { createKey }) => createKey(store, name, Date.now())),
    );
  storeCommand(keys, 'list', 'List keys with their credits.').action(({ data }: DataOption) =>
    withStore(data, terminal, listKeys),
  );
  storeCommand(keys, 'revoke', 'Refuse a key from now on, for good.')
    .argument('<id>', 'the id of the key')
    .action((id: string, { data }: DataOption) =>
      withStore(data, terminal, async (store, { revokeKey }) => {
        await revokeKey(store, id, Date.now());
        return { id, revoked: true };
      }),
    );
  storeCommand(keys, 'rotate', 'Give a key another secret, and show it once; its packs stay.')
    .argument('<id>', 'the id of the key')
    .action((id: string, { data }: DataOption) =>
      withStore(data, terminal, (store, { rotateKey }) => rotateKey(store, id)),
    );
  addPackCommands(program.command('packs').description('Request packs of keys: add, list.'), terminal);
}

function addPackCommands(packs: Command, terminal: Terminal): void {
  storeCommand(packs, 'add', 'Add a pack to a key, valid from now on.')
    .argument('<key>', 'the id of the key')
    .argument('<size>', `${PACK_NAMES.join(', ')}`)
    .option('--requests <number>', 'of a free pack: how many answers it pays for (default 1000)')
    .option('--days <number>', 'of a free pack: how long it is valid (default 30)')
    .option('--connections <number>', 'of a free pack: calls at once (default 10)')
    .action((key: string, size: string, options: PackOptions) =>
      withStore(options.data, terminal, async (store, { buyPack, packOffer }) =>
        shownPack(await buyPack(store, key, packOffer(size, numbersOf(size, options)), Date.now())),
      ),
    );
  storeCommand(packs, 'list', 'List packs, the one that expires first first.')
    .argument('[key]', 'the id of a key (default: all)')
    .action((key: string | undefined, { data }: DataOption) =>
      withStore(data, terminal, async (store) => (await store.listPacks(key)).map(shownPack)),
    );
}

function storeCommand(parent: Command, name: string, summary: string): Command {
  const data = new Option('--data <dir>', 'folder of the store').env('BUYBOX_DATA').default('buybox-data');
  return parent.command(name).description(summary).addOption(data);
}

async function withStore(
  data: string,
  terminal: Terminal,
  work: (store: ServiceStore, service: Service) => unknown,
): Promise<void> {
  // Loaded when it is used: all other commands start without a store.
  const [service, { openStore }] = await Promise.all([import('../service.ts'), import('./serve-run.ts')]);
  const store = openStore(data);
  try {
    terminal.json(await work(store, service));
  } finally {
    await store.close();
  }
}

async function listKeys(store: ServiceStore): Promise<object[]> {
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

function shownPack(pack: StoredPack): object {
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
function numbersOf(size: string, { requests, days, connections }: PackOptions): Partial<Omit<PackOffer, 'priceUsd'>> {
  const given = { requests, validDays: days, connections };
  const numbers = Object.entries(given).filter(([, value]) => value !== undefined);
  if (size !== 'free' && numbers.length > 0) {
    throw new BadRequestError(`size: ${JSON.stringify(size)} has its own numbers; only "free" takes others`, {
      parameter: 'size',
    });
  }
  return Object.fromEntries(numbers.map(([name, value]) => [name, Number(value)]));
}

function moment(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
