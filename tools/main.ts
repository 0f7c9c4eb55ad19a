/** Runs a tool of the contributors: `node tools/main.ts score my-pages`. */
import { runCommandLine } from '../src/cli/program.ts';
import { processTerminal } from '../src/cli/terminal/terminal.ts';
import { buildTools } from './program.ts';

const terminal = processTerminal(new AbortController().signal);
process.exitCode = await runCommandLine(process.argv.slice(2), terminal, buildTools);
