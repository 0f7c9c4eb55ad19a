/** The targets of `buybox watch`, from a file or standard input. */
import { checkedTargets } from '../../watch/targets/read-targets.ts';
import type { WatchTarget } from '../../watch/types.ts';
import { callDefaults } from '../backend.ts';
import type { Terminal } from '../terminal.ts';
import type { WatchFlags } from '../watch.ts';

/** A target of a file, with its id. */
export type FileTarget = WatchTarget & { id: string };

/**
 * Returns the targets of a file, with the endpoint, marketplace and language of the flags for lines that name none. Equal targets are one.
 *
 * @throws BadRequestError for a file that cannot be read or has no targets, and for the first invalid line, with its number
 */
export async function readFileTargets(file: string, flags: WatchFlags, terminal: Terminal): Promise<FileTarget[]> {
  const source = { file, stdin: () => terminal.input() };
  const rules = { as: flags.endpoint, defaults: callDefaults(flags) };
  const targets = await checkedTargets(source, flags.input, rules, terminal.signal);
  return targets.map(({ target, id }) => ({ ...target, id }));
}
