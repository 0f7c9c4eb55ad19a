/** Runs the commands `buybox keys ...` and `buybox packs ...`. */
import { buyPack, createKey, packOffer, revokeKey, rotateKey } from '../../../entries/service.ts';
import type { Pack } from '../../../ledger/pack.ts';
import type { ServiceStore } from '../../../service/store.ts';
import type { Row } from '../../../tables/rows.ts';
import { closing } from '../../files.ts';
import type { CommandCall } from '../../flags/command.ts';
import type { OutputFlags } from '../../flags/output.ts';
import { openExistingStore, openStore, type StoreFlags } from '../../flags/store.ts';
import { assertColumns, printResult } from '../../output/print.ts';

/** The flags of the commands. The last three are those of `buybox packs add`. */
export interface PackFlags extends StoreFlags, OutputFlags {
  days?: number;
  connections?: number;
  price?: number;
}

/** A command, with the name of its group. */
export type StoreCommand = keyof typeof WORK;

const NEW_KEY = ['id', 'name', 'key'];
const KEY_COLUMNS = ['id', 'name', 'created_at', 'revoked_at', 'requests_remaining'];
const PACK_COLUMNS = ['id', 'key', 'requests', 'charged', 'price_usd', 'connections', 'valid_from', 'valid_until'];

/** The work of a command, and the columns of its result. */
type Work = readonly [
  run: (store: ServiceStore, args: string[], flags: PackFlags) => Promise<Row | readonly Row[]>,
  columns: readonly string[],
];

const WORK = {
  'keys create': [async (store, [name = '']) => ({ ...(await createKey(store, name, Date.now())) }), NEW_KEY],
  'keys list': [keyRows, KEY_COLUMNS],
  'keys revoke': [
    async (store, [id = '']) => {
      await revokeKey(store, id, Date.now());
      return { id, revoked: true };
    },
    ['id', 'revoked'],
  ],
  'keys rotate': [async (store, [id = '']) => ({ ...(await rotateKey(store, id)) }), NEW_KEY],
  'packs add': [
    async (store, [key = '', size = ''], { days, connections, price }) => {
      const given = Object.entries({ validDays: days, connections, priceUsd: price });
      const known = Object.fromEntries(given.filter(([, value]) => value !== undefined));
      return packRow(await buyPack(store, key, packOffer(size, known), Date.now()));
    },
    PACK_COLUMNS,
  ],
  'packs list': [async (store, [key]) => (await store.ledger.listPacks(key)).map(packRow), PACK_COLUMNS],
} satisfies Record<string, Work>;

/** Runs a command, and prints its result. Only `keys create` creates a store. */
export async function runOnStore(
  command: StoreCommand,
  { flags, args, terminal }: CommandCall<PackFlags, string[]>,
): Promise<void> {
  const [work, columns]: Work = WORK[command];
  assertColumns(flags, columns);
  await using store = closing(await (command === 'keys create' ? openStore : openExistingStore)(flags));
  printResult(await work(store, args, flags), columns, flags, terminal);
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

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
