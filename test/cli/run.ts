/**
 * Runs command lines from source in this process, with a terminal that records its output: it takes milliseconds, and reaches what a process hides. What
 * differs in the package is tested in processes of the installed program (`batch/process.ts`, `mcp-process.ts`, `process.long.test.ts`).
 */
import { runCommandLine } from '../../src/cli/program.ts';
import type { Terminal } from '../../src/cli/terminal/terminal.ts';
import { buildTools } from '../../tools/program.ts';

/** The result of a command line. */
export interface Run {
  code: number;
  out: string;
  err: string;
}

/** Properties of the terminal. */
export interface TerminalTraits extends Partial<Omit<Terminal, 'out' | 'err' | 'note' | 'json' | 'input'>> {
  /** Standard input. */
  input?: string | Uint8Array | Terminal['input'];
}

/** Returns a terminal with these properties. By default its output is piped. */
export function terminalOf({ input = '', ...traits }: TerminalTraits): {
  terminal: Terminal;
  out: string[];
  err: string[];
} {
  const out: string[] = [];
  const err: string[] = [];
  const terminal: Terminal = {
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    note: (text) => void (isOfTests(text) || err.push(text)),
    json: (value) => void out.push(JSON.stringify(value)),
    input: async function* () {
      if (typeof input === 'function') yield* input();
      else yield Buffer.from(input);
    },
    columns: 120,
    isInteractive: false,
    isErrInteractive: false,
    hasColors: false,
    hasErrColors: false,
    signal: new AbortController().signal,
    ...traits,
  };
  return { terminal, out, err };
}

/** Whether a note is about a variable of the tests, which the program does not know. */
function isOfTests(note: string): boolean {
  return /^environment: BUYBOX_(?:NIGHTLY|QUEUE_JOBS) /.test(note);
}

/** Runs a tool of the contributors with piped output. */
export function runTool(...args: string[]): Promise<Run> {
  return runToolOn({}, ...args);
}

/** Runs a tool on a terminal with these properties. */
export async function runToolOn(traits: TerminalTraits, ...args: string[]): Promise<Run> {
  const { terminal, out, err } = terminalOf(traits);
  const code = await runCommandLine(args, terminal, buildTools);
  return { code, out: out.join('\n'), err: err.join('\n') };
}

/** Runs a command line with piped output. */
export function run(...args: string[]): Promise<Run> {
  return runOn({}, ...args);
}

/** Runs a command line on a terminal with these properties. */
export async function runOn(traits: TerminalTraits, ...args: string[]): Promise<Run> {
  const { terminal, out, err } = terminalOf(traits);
  const code = await runCommandLine(args, terminal);
  return { code, out: out.join('\n'), err: err.join('\n') };
}
