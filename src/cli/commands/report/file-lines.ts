/** Counts the lines that are not results, and describes them. */
import { basename } from 'node:path';
import { count, counted } from '../../counts.ts';
import { displayName, STDIN } from '../../files.ts';
import type { ResultLine } from './result-line.ts';

/** How many characters of a line are shown. */
const SHOWN = 60;

/** The lines of one file. */
export class FileLines {
  readonly path: string;
  #lines = 0;
  readonly #skipped = { incomplete: 0, other: 0 };
  #first: { why: string; text: string } | undefined;

  constructor(path: string) {
    this.path = path;
  }

  add(line: ResultLine, number: number, text: string): void {
    this.#lines++;
    if (line.kind !== 'incomplete' && line.kind !== 'other') return;
    this.#skipped[line.kind]++;
    this.#first ??= { why: `line ${number} ${line.why}`, text: text.slice(0, SHOWN) };
  }

  /** A sentence if the file is empty or has skipped lines. */
  get note(): string[] {
    const name = reportName(this.path);
    if (this.#lines === 0) return [`${name} is empty`];
    if (this.#first === undefined) return [];
    const { incomplete, other } = this.#skipped;
    const kinds = [incomplete > 0 && `${count(incomplete)} incomplete`, other > 0 && `${count(other)} of another kind`];
    const lines = `${counted(incomplete + other, 'line')} of ${name} skipped (${kinds.filter(Boolean).join(', ')})`;
    return [`${lines}; ${this.#first.why}`];
  }

  /** The reason why the file has no result. */
  get whyNothing(): string {
    const name = displayName(this.path);
    if (this.#first === undefined) return `${name} is empty`;
    return `${name} has no result: ${this.#first.why}: ${JSON.stringify(this.#first.text)}`;
  }
}

/** The name of a file in the report, which can be passed on: without its folder. */
export function reportName(path: string): string {
  return path === STDIN ? displayName(path) : basename(path);
}
