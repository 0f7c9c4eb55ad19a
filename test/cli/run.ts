/** Runs command lines in this process, on a terminal that keeps what is written. */
import { runCommandLine } from '../../src/cli/program.ts';
import type { Terminal } from '../../src/cli/terminal.ts';

/** How a command line ended. */
export interface Run {
  code: number;
  out: string;
  err: string;
}

/** What the terminal is like. */
export interface TerminalTraits extends Partial<Omit<Terminal, 'out' | 'err' | 'note' | 'json' | 'input'>> {
  /** Standard input. */
  input?: string | Uint8Array;
}

/** A terminal of these traits; without any, its output is piped. */
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
    note: (text) => void err.push(text),
    json: (value) => void out.push(JSON.stringify(value)),
    input: async function* () {
      yield Buffer.from(input);
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

/** Runs a command line whose output is piped. */
export function run(...args: string[]): Promise<Run> {
  return runOn({}, ...args);
}

/** Runs a command line on a terminal of these traits. */
export async function runOn(traits: TerminalTraits, ...args: string[]): Promise<Run> {
  const { terminal, out, err } = terminalOf(traits);
  const code = await runCommandLine(args, terminal);
  return { code, out: out.join('\n'), err: err.join('\n') };
}
