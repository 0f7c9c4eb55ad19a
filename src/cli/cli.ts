/** Runs the program `buybox`. */

import { runCommandLine } from './program.ts';
import { EXIT, Interruption } from './terminal/exit.ts';
import { processTerminal } from './terminal/terminal.ts';

const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    const reason = new Interruption(signal);
    // A second signal ends the program at once.
    if (ending.signal.aborted) process.exit(reason.exitCode);
    ending.abort(reason);
  });
}
// The reader of a pipe can close it: `buybox search ... | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return ending.abort(new Interruption('EPIPE'));
  process.stderr.write(`error: standard output cannot be written (${error.code})\n`);
  process.exit(EXIT.failure);
});
process.stderr.on('error', () => undefined);

// Node 22 warns of its SQLite in each run: two lines in every mail of cron.
const { emitWarning } = process;
process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
  if (!String(warning).startsWith('SQLite is an experimental feature'))
    Reflect.apply(emitWarning, process, [warning, ...rest]);
};

process.exitCode = await runCommandLine(process.argv.slice(2), processTerminal(ending.signal));
