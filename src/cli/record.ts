/** `buybox record`: pages into a folder that `--folder` and `savedPages` read. */
import type { Command } from 'commander';
import type { EndpointName } from '../contract/endpoints.ts';
import { endpoints } from '../contract/endpoints.ts';
import { addBackendFlags, type BackendFlags } from './backend.ts';
import type { ExitCode } from './exit.ts';
import { Flag } from './flags.ts';
import { addOutputFlags, type OutputFlags } from './output/form.ts';
import type { Terminal } from './terminal.ts';

/** What `buybox record` is told. */
export interface RecordFlags extends BackendFlags, OutputFlags {
  out: string;
  from?: string;
  as?: EndpointName;
}

/** Recording is the local backend's: these say nothing to it. */
const REMOTE_FLAGS = ['--backend', '--base-url', '--api-key', '--record'];

/** Adds the command; `finish` takes the exit code. */
export function addRecordCommand(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  const command = program
    .command('record')
    .description('Fetch pages into a folder, politely; run it again to go on where it ended.')
    .argument('[target...]', 'ASINs (B08N5WRWNW, B08N5WRWNW:de), addresses, sellers, browse nodes, keywords')
    .addOption(new Flag('--out <dir>', 'the folder; its pages are not fetched again').default('pages'))
    .addOption(new Flag('--from <file>', 'targets from a file too: lines, CSV or NDJSON; - is standard input'))
    .addOption(
      new Flag('--as <endpoint>', 'what targets are, where their form does not tell').choices(Object.keys(endpoints)),
    )
    .addHelpText('after', EXAMPLES);
  addOutputFlags(command);
  addBackendFlags(command, REMOTE_FLAGS).action(async (targets: string[], flags: RecordFlags) => {
    const { record } = await import('./record/run.ts');
    finish(await record(targets, flags, terminal));
  });
}

const EXAMPLES = `
Examples:
  buybox record B08N5WRWNW B08N5WRWNW:de --out my-pages
  buybox record --from asins.txt --out my-pages
  buybox product B08N5WRWNW --folder my-pages`;
