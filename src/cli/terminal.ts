/** Where a command reads and writes. */
import { addAbortSignal } from 'node:stream';
import type { Environment } from '../call/settings.ts';

/** Data goes to `out`, all else to `err`. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** What is good to know and no error, on `err`; `--quiet` leaves it out. */
  note(text: string): void;
  /** A value as JSON, on `out`. */
  json(value: unknown): void;
  /** Width of a line. */
  columns: number;
  /** Whether a person reads what `out` gets: tables and cards in place of JSON. */
  isInteractive: boolean;
  /** Whether a person reads what `err` gets: progress, hints. */
  isErrInteractive: boolean;
  /** Whether `out` shows colours. */
  hasColors: boolean;
  /** Whether `err` shows colours. */
  hasErrColors: boolean;
  /** What comes in on standard input. */
  input(): AsyncIterable<Uint8Array>;
  /** Aborted when the user wants the command to end (Ctrl-C): pass it to calls. */
  signal: AbortSignal;
}

/** The process's own streams. */
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

/** Whether a stream is written in colours: FORCE_COLOR and NO_COLOR win over what the stream is. */
export function wantsColors(isTerminal: boolean, environment: Environment): boolean {
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: kind } = environment;
  if (force !== undefined) return force !== '0' && force !== 'false';
  return isTerminal && !no && kind !== 'dumb';
}
