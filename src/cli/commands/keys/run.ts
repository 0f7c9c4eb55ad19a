/** Runs the commands `buybox keys ...` and `buybox packs ...`. */
import { buyPack, createKey, packOffer, revokeKey, rotateKey } from '../../../entries/service.ts';
import type { Pack } from '../../../ledger/pack.ts';
import type { ServiceStore } from '../../../service/store.ts';
import type { Row } from '../../../tables/rows.ts';
import { formOf, type OutputFlags } from '../../flags/output.ts';
import { openExistingStore, openStore, type StoreFlags } from '../../flags/store.ts';
import { printShown } from '../../output/print.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** The flags of all commands of keys and packs. */
export interface KeyFlags extends StoreFlags, OutputFlags {}

/** The flags of `buybox packs add`. */
export interface PackFlags extends KeyFlags {
  days?: number;
  connections?: number;
  price?: number;
}

const KEY_COLUMNS = ['id', 'name', 'created_at', 'revoked_at', 'requests_remaining'];
const PACK_COLUMNS = ['id', 'key', 'requests', 'charged', 'price_usd', 'connections', 'valid_from', 'valid_until'];

/** `keys create`. */
export async function create(name: string, flags: KeyFlags, terminal: Terminal): Promise<void> {
  const work = async (store: ServiceStore) => ({ ...(await createKey(store, name, Date.now())) });
  await print(flags, terminal, work, [], openStore);
}

/** `keys list`. */
export async function listKeys(flags: KeyFlags, terminal: Terminal): Promise<void> {
  await print(flags, terminal, keyRows, KEY_COLUMNS);
}

/** `keys revoke`. */
export async function revoke(id: string, flags: KeyFlags, terminal: Terminal): Promise<void> {
  await print(flags, terminal, async (store) => {
    await revokeKey(store, id, Date.now());
    return { id, revoked: true };
  });
}

/** `keys rotate`. */
export async function rotate(id: string, flags: KeyFlags, terminal: Terminal): Promise<void> {
  await print(flags, terminal, async (store) => ({ ...(await rotateKey(store, id)) }));
}

/** `packs add`. */
export async function addPack(key: string, size: string, flags: PackFlags, terminal: Terminal): Promise<void> {
  const { days, connections, price, ...others } = flags;
  const given = Object.entries({ validDays: days, connections, priceUsd: price });
  const known = Object.fromEntries(given.filter(([, value]) => value !== undefined));
  const work = async (store: ServiceStore) => packRow(await buyPack(store, key, packOffer(size, known), Date.now()));
  await print(others, terminal, work);
}

/** `packs list`. */
export async function listPacks(key: string | undefined, flags: KeyFlags, terminal: Terminal): Promise<void> {
  await print(flags, terminal, async (store) => (await store.ledger.listPacks(key)).map(packRow), PACK_COLUMNS);
}

/** Prints the result of work on the store. The columns are those of a list; one row has all of its members. */
async function print(
  flags: KeyFlags,
  terminal: Terminal,
  work: (store: ServiceStore) => Promise<Row | readonly Row[]>,
  columns: readonly string[] = [],
  open = openExistingStore,
): Promise<void> {
  const store = await open(flags);
  try {
    const result = await work(store);
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

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
