/** The command `buybox record`. */

import type { Command } from 'commander';
import { endpoints } from '../../../contract/endpoints.ts';
import { addBackendFlags } from '../../flags/backend.ts';
import { Flag } from '../../flags/flag.ts';
import { addOutputFlags } from '../../flags/output.ts';
import type { ExitCode } from '../../terminal/exit.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { RecordFlags } from './run.ts';

/** Recording needs the local backend, and has a folder of its own. */
const UNUSED_FLAGS = ['--backend', '--base-url', '--api-key', '--record'];

/** Adds the command; `finish` receives the exit code. */
export function addRecordCommand(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  const command = program
    .command('record')
    .description('Save pages in a folder, at a polite pace; run it again to continue.')
    .argument('[target...]', 'ASINs (B0LANTERN1, B0WASSERK1:de), URLs, seller ids, browse nodes, keywords')
    .option('--out <dir>', 'the folder; pages that it has are not fetched again', 'pages')
    .option('--from <file>', 'read more targets from a file: lines, CSV or NDJSON; - is standard input')
    .addOption(
      new Flag('--as <endpoint>', 'endpoint of targets that do not show what they are').choices(Object.keys(endpoints)),
    )
    .addHelpText('after', EXAMPLES);
  addOutputFlags(command);
  addBackendFlags(command, UNUSED_FLAGS).action(async (targets: string[], flags: RecordFlags) => {
    const { record } = await import('./run.ts');
    finish(await record(targets, flags, terminal));
  });
}

const EXAMPLES = `
Examples:
  buybox record B0LANTERN1 B0WASSERK1:de --out my-pages
  buybox record --from asins.txt --out my-pages
  buybox product B0LANTERN1 --folder my-pages`;
