/** Where a command writes. */

/** Data goes to `out`, all else to `err`. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  json(value: unknown): void;
  /** Width of a line. */
  columns: number;
}

/** The process's own streams. */
export function processTerminal(): Terminal {
  const out = (text: string) => void process.stdout.write(`${text}\n`);
  return {
    out,
    err: (text) => void process.stderr.write(`${text}\n`),
    json: (value) => out(JSON.stringify(value, null, 2)),
    columns: process.stdout.columns || 120,
  };
}
