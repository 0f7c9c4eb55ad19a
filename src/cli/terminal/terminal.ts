/** The terminal of a command: standard input, output and error. */
import { addAbortSignal } from 'node:stream';
import { safeJson, safeLine, safeText } from '../../contract/safe-text.ts';
import type { Environment } from '../../options/checks.ts';

/** The kind of a text: JSON, lines that `styled` has coloured, or any other text. */
type TextKind = 'text' | 'json' | 'styled';

/** The streams of a command. Data goes to `out`, everything else to `err`. */
export interface Terminal {
  out(text: string, kind?: TextKind): void;
  err(text: string): void;
  /** Prints a note of one line on `err`. `--quiet` turns notes off. */
  note(text: string): void;
  /** Prints a value as JSON on `out`. */
  json(value: unknown): void;
  /** Characters per line. */
  columns: number;
  /** Whether `out` is a terminal: tables and cards are printed instead of JSON. */
  isInteractive: boolean;
  /** Whether `err` is a terminal: progress is shown. */
  isErrInteractive: boolean;
  /** Whether `out` is coloured. */
  hasColors: boolean;
  /** Whether `err` is coloured. */
  hasErrColors: boolean;
  /** Opens standard input. */
  input(): AsyncIterable<Uint8Array>;
  /** Aborted when the user ends the command (Ctrl-C). */
  signal: AbortSignal;
}

/** Returns the streams of the process. */
export function processTerminal(signal: AbortSignal, environment: Environment = process.env): Terminal {
  const { stdin, stdout, stderr } = process;
  const out = (text: string) => void stdout.write(`${text}\n`);
  const err = (text: string) => void stderr.write(`${text}\n`);
  return {
    out,
    err,
    note: err,
    json: (value) => out(JSON.stringify(value, null, 2)),
    columns: stdout.columns || 120,
    isInteractive: stdout.isTTY === true,
    isErrInteractive: stderr.isTTY === true,
    hasColors: wantsColors(stdout.isTTY === true, environment),
    hasErrColors: wantsColors(stderr.isTTY === true, environment),
    input: () => addAbortSignal(signal, stdin),
    signal,
  };
}

/** The codes of the styles in `styled`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
const STYLE = /(\u001b\[(?:1|2|22|31|39)m)/;

/**
 * Returns a terminal that removes or escapes what is unsafe to print, whatever a command prints. Commands get only this one, so that no text of a page, a
 * service, a file or a command line reaches the terminal unchanged.
 */
export function safeTerminal(given: Terminal): Terminal {
  const terminal: Terminal = {
    ...given,
    out: (text, kind = 'text') => given.out(printable(text, kind, terminal.hasColors)),
    err: (text) => given.err(safeText(text)),
    note: (text) => given.note(safeLine(text)),
    json: (value) => terminal.out(JSON.stringify(value, null, 2), 'json'),
  };
  return terminal;
}

function printable(text: string, kind: TextKind, hasColors: boolean): string {
  if (kind === 'json') return safeJson(text);
  if (kind === 'text' || !hasColors) return safeText(text);
  return text
    .split(STYLE)
    .map((part, index) => (index % 2 === 1 ? part : safeText(part)))
    .join('');
}

/** Whether a stream is coloured: as FORCE_COLOR or NO_COLOR say, else if it is a terminal. */
export function wantsColors(isTerminal: boolean, environment: Environment): boolean {
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: kind } = environment;
  if (force !== undefined) return force !== '0' && force !== 'false';
  return isTerminal && !no && kind !== 'dumb';
}
