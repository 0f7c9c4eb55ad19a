#!/usr/bin/env node
/** The program `buybox`. */
import { EXIT, Interruption } from './cli/exit.ts';
import { runCommandLine } from './cli/program.ts';
import { processTerminal } from './cli/terminal.ts';

const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    const reason = new Interruption(signal);
    // Asked a second time, it ends at once.
    if (ending.signal.aborted) process.exit(reason.exitCode);
    ending.abort(reason);
  });
}
// Whoever reads may stop reading: `buybox search ... | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return ending.abort(new Interruption('EPIPE'));
  process.stderr.write(`error: standard output cannot be written (${error.code})\n`);
  process.exit(EXIT.failure);
});
process.stderr.on('error', () => undefined);

process.exitCode = await runCommandLine(process.argv.slice(2), processTerminal(ending.signal));
