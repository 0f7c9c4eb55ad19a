/** The command `buybox record`. */
import { Argument } from 'commander';
import { endpoints } from '../../../contract/endpoints.ts';
import { BACKEND_FLAGS } from '../../flags/backend.ts';
import type { CommandRow } from '../../flags/command.ts';
import { Flag } from '../../flags/flag.ts';
import { outputFlags } from '../../flags/output.ts';
import type { RecordFlags } from './run.ts';

/** Recording needs the local backend, and has a folder of its own. */
const UNUSED_FLAGS = ['--backend', '--base-url', '--api-key', '--record'];

/** The command. */
export const recordCommand: CommandRow<RecordFlags, [targets: string[] | undefined]> = {
  name: 'record',
  about: 'Save pages in a folder, at a polite pace; run it again to continue.',
  args: [new Argument('[target...]', 'ASINs (B0LANTERN1, B0WASSERK1:de), URLs, seller ids, browse nodes, keywords')],
  flags: [
    new Flag('--out <dir>', 'the folder; pages that it has are not fetched again').default('pages'),
    new Flag('--from <file>', 'read more targets from a file: lines, CSV or NDJSON; - is standard input'),
    new Flag('--as <endpoint>', 'endpoint of targets that do not show what they are').choices(Object.keys(endpoints)),
    ...outputFlags(),
    ...BACKEND_FLAGS.filter(({ long }) => !UNUSED_FLAGS.includes(long ?? '')),
  ],
  help: `Examples:
  buybox record B0LANTERN1 B0WASSERK1:de --out my-pages
  buybox record --from asins.txt --out my-pages
  buybox product B0LANTERN1 --folder my-pages`,
  run: async ({ args: [targets = []], flags, terminal }) => (await import('./run.ts')).record(targets, flags, terminal),
};
