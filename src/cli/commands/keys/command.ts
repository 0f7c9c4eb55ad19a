/** The commands `buybox keys` and `buybox packs`, which change the store of a service. */
import { Argument } from 'commander';
import { invalidSetting } from '../../../options/checks.ts';
import type { AnyRow, CommandRow } from '../../flags/command.ts';
import { Flag } from '../../flags/flag.ts';
import { outputFlags } from '../../flags/output.ts';
import { storeFlags } from '../../flags/store.ts';
import type { PackFlags, StoreCommand } from './run.ts';

function storeRow(
  command: StoreCommand,
  about: string,
  example: string,
  args: readonly Argument[] = [],
  flags: readonly Flag[] = [],
): AnyRow {
  const [, name = ''] = command.split(' ');
  return {
    name,
    about,
    args,
    flags: [...storeFlags(), ...outputFlags(), ...flags],
    help: `Example:\n  buybox ${example}`,
    run: async (call) => (await import('./run.ts')).runOnStore(command, call),
  } satisfies CommandRow<PackFlags, string[]>;
}

const id = [new Argument('<id>', 'id of the key')];

/** The command `keys`. */
export const keysCommand: CommandRow<never> = {
  name: 'keys',
  about: 'Create, list, revoke and rotate the API keys of a service.',
  commands: [
    storeRow('keys create', 'Create a key and show it once.', 'keys create "my shop"', [
      new Argument('[name]', 'your name for the key').default('key'),
    ]),
    storeRow('keys list', 'List the keys with their credits.', 'keys list'),
    storeRow('keys revoke', 'Reject a key from now on; this cannot be undone.', 'keys revoke 1c6a0f2e', id),
    storeRow('keys rotate', 'Give a key a new secret and show it once; its packs remain.', 'keys rotate 1c6a0f2e', id),
  ],
};

/** The command `packs`. */
export const packsCommand: CommandRow<never> = {
  name: 'packs',
  about: 'Add and list the request packs of keys.',
  commands: [
    storeRow(
      'packs add',
      'Add a pack to a key, valid from now on.',
      'packs add 1c6a0f2e 25000 --days 60 --price 20',
      [new Argument('<key>', 'id of the key'), new Argument('<size>', 'number of requests, or free for 1000')],
      [
        new Flag('--days <number>', 'days that it is valid (default: those of the size, else 30)').number(1),
        new Flag('--connections <number>', 'calls at once (default: those of the size, else 10)').number(1),
        new Flag('--price <usd>', 'price in US dollars (default: that of the size, else 0)').argParser(priceOf),
      ],
    ),
    storeRow('packs list', 'List the packs; the one that expires next is first.', 'packs list 1c6a0f2e', [
      new Argument('[key]', 'id of a key (default: all keys)'),
    ]),
  ],
};

function priceOf(text: string): number {
  if (/^\d{1,9}(\.\d{1,2})?$/.test(text)) return Number(text);
  throw invalidSetting('price', text, 'is not a price: expected, for example, 49 or 4.50.');
}
