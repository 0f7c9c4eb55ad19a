/** The commands `buybox keys` and `buybox packs`, which change the store of a service. */
import type { Command } from 'commander';
import { invalidSetting } from '../../../options/checks.ts';
import { addOutputFlags } from '../../flags/output.ts';
import { storeFlags } from '../../flags/store.ts';
import { wholeNumberOf } from '../../flags/values.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { KeyFlags, PackFlags } from './run.ts';

/** Adds the commands. */
export function addKeyCommands(program: Command, terminal: Terminal): void {
  // Most commands need no store, so the module is loaded by the actions.
  const runs = () => import('./run.ts');
  const keys = program.command('keys').description('Create, list, revoke and rotate the API keys of a service.');
  storeCommand(keys, 'create', 'Create a key and show it once.', 'keys create "my shop"')
    .argument('[name]', 'your name for the key', 'key')
    .action(async (name: string, flags: KeyFlags) => (await runs()).create(name, flags, terminal));
  storeCommand(keys, 'list', 'List the keys with their credits.', 'keys list').action(async (flags: KeyFlags) =>
    (await runs()).listKeys(flags, terminal),
  );
  storeCommand(keys, 'revoke', 'Reject a key from now on; this cannot be undone.', 'keys revoke 1c6a0f2e')
    .argument('<id>', 'id of the key')
    .action(async (id: string, flags: KeyFlags) => (await runs()).revoke(id, flags, terminal));
  storeCommand(keys, 'rotate', 'Give a key a new secret and show it once; its packs remain.', 'keys rotate 1c6a0f2e')
    .argument('<id>', 'id of the key')
    .action(async (id: string, flags: KeyFlags) => (await runs()).rotate(id, flags, terminal));
  const packs = program.command('packs').description('Add and list the request packs of keys.');
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
    .action(async (key: string, size: string, flags: PackFlags) => (await runs()).addPack(key, size, flags, terminal));
  storeCommand(packs, 'list', 'List the packs; the one that expires next is first.', 'packs list 1c6a0f2e')
    .argument('[key]', 'id of a key (default: all keys)')
    .action(async (key: string | undefined, flags: KeyFlags) => (await runs()).listPacks(key, flags, terminal));
}

function storeCommand(parent: Command, name: string, summary: string, example: string): Command {
  const command = parent.command(name).description(summary);
  for (const flag of storeFlags()) command.addOption(flag);
  return addOutputFlags(command).addHelpText('after', `\nExample:\n  buybox ${example}`);
}

function priceOf(text: string): number {
  if (/^\d{1,9}(\.\d{1,2})?$/.test(text)) return Number(text);
  throw invalidSetting('price', text, 'is not a price: expected, for example, 49 or 4.50.');
}
