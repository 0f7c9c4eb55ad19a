/** `buybox batch --check`: looks at all inputs and calls none. */

import { count } from '../counts.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import type { Terminal } from '../terminal.ts';
import { KeyTable, keysOf } from './identity.ts';
import { readInputs } from './inputs/index.ts';
import { type BatchFlags, placeOf, readSettings } from './settings.ts';
import { countIn } from './tally.ts';

/** Tells every input that is no call, and how many calls there are; resolves to the exit code. */
export async function checkInputs(file: string, flags: BatchFlags, terminal: Terminal): Promise<ExitCode> {
  const settings = await readSettings(file, flags);
  const { input, rules, isRepeating } = settings;
  const seen = new KeyTable();
  const calls = new Map<string, number>();
  let wrong = 0;
  let repeats = 0;
  for await (const { request, wrong: fault } of readInputs(
    placeOf(settings, terminal),
    input,
    rules,
    terminal.signal,
  )) {
    if (fault !== undefined) {
      wrong++;
      terminal.err(`line ${fault.line}: ${fault.error.message}`);
      continue;
    }
    const { call } = keysOf(request);
    if (!isRepeating && seen.get(call) !== undefined) repeats++;
    else {
      seen.set(call, 1);
      countIn(calls, request.endpoint);
    }
  }
  for (const [endpoint, times] of calls) terminal.note(`${endpoint.padEnd(13)}${count(times)}`);
  if (repeats > 0) terminal.note(`${'duplicates'.padEnd(13)}${count(repeats)}`);
  if (wrong > 0) terminal.note(`${'wrong lines'.padEnd(13)}${count(wrong)}`);
  return wrong === 0 ? EXIT.found : EXIT.failure;
}
