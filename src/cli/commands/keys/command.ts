/** The commands `buybox keys` and `buybox packs`, which change the store of a service. */
import { Argument } from 'commander';
import { invalidSetting } from '../../../options/checks.ts';
import type { AnyRow, CommandCall, CommandRow } from '../../flags/command.ts';
import { Flag } from '../../flags/flag.ts';
import { outputFlags } from '../../flags/output.ts';
import { storeFlags } from '../../flags/store.ts';
import type { PackFlags } from './run.ts';

type Runs = typeof import('./run.ts');

/** Returns a command that uses the store, which its module loads. */
function storeRow<Args extends unknown[]>(
  [name, about, example]: readonly [name: string, about: string, example: string],
  args: readonly Argument[],
  run: (runs: Runs, call: CommandCall<PackFlags, Args>) => Promise<void>,
  flags: readonly Flag[] = [],
): AnyRow {
  return {
    name,
    about,
    args,
    flags: [...storeFlags(), ...outputFlags(), ...flags],
    help: `Example:\n  buybox ${example}`,
    run: async (call) => run(await import('./run.ts'), call),
  };
}

const id = [new Argument('<id>', 'id of the key')];

/** The command `keys`. */
export const keysCommand: CommandRow<never> = {
  name: 'keys',
  about: 'Create, list, revoke and rotate the API keys of a service.',
  commands: [
    storeRow<[name: string]>(
      ['create', 'Create a key and show it once.', 'keys create "my shop"'],
      [new Argument('[name]', 'your name for the key').default('key')],
      ({ create }, { args: [name], flags, terminal }) => create(name, flags, terminal),
    ),
    storeRow(['list', 'List the keys with their credits.', 'keys list'], [], ({ listKeys }, { flags, terminal }) =>
      listKeys(flags, terminal),
    ),
    storeRow<[id: string]>(
      ['revoke', 'Reject a key from now on; this cannot be undone.', 'keys revoke 1c6a0f2e'],
      id,
      ({ revoke }, { args: [key], flags, terminal }) => revoke(key, flags, terminal),
    ),
    storeRow<[id: string]>(
      ['rotate', 'Give a key a new secret and show it once; its packs remain.', 'keys rotate 1c6a0f2e'],
      id,
      ({ rotate }, { args: [key], flags, terminal }) => rotate(key, flags, terminal),
    ),
  ],
};

/** The command `packs`. */
export const packsCommand: CommandRow<never> = {
  name: 'packs',
  about: 'Add and list the request packs of keys.',
  commands: [
    storeRow<[key: string, size: string]>(
      ['add', 'Add a pack to a key, valid from now on.', 'packs add 1c6a0f2e 25000 --days 60 --price 20'],
      [new Argument('<key>', 'id of the key'), new Argument('<size>', 'number of requests, or free for 1000')],
      ({ addPack }, { args: [key, size], flags, terminal }) => addPack(key, size, flags, terminal),
      [
        new Flag('--days <number>', 'days that it is valid (default: those of the size, else 30)').number(1),
        new Flag('--connections <number>', 'calls at once (default: those of the size, else 10)').number(1),
        new Flag('--price <usd>', 'price in US dollars (default: that of the size, else 0)').argParser(priceOf),
      ],
    ),
    storeRow<[key?: string]>(
      ['list', 'List the packs; the one that expires next is first.', 'packs list 1c6a0f2e'],
      [new Argument('[key]', 'id of a key (default: all keys)')],
      ({ listPacks }, { args: [key], flags, terminal }) => listPacks(key, flags, terminal),
    ),
  ],
};

function priceOf(text: string): number {
  if (/^\d{1,9}(\.\d{1,2})?$/.test(text)) return Number(text);
  throw invalidSetting('price', text, 'is not a price: expected, for example, 49 or 4.50.');
}
