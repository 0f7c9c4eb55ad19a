/** Counts the lines that are not results, and describes them. */
import { basename } from 'node:path';
import { count, counted } from '../counts.ts';
import { displayName, STDIN } from '../files.ts';
import type { ResultLine } from '../results/result-line.ts';

/** How many characters of a line are shown. */
const SHOWN = 60;

interface FileLines {
  path: string;
  lines: number;
  incomplete: number;
  other: number;
  /** The first skipped line. */
  first?: { number: number; why: string; text: string };
}

/** The skipped lines of all files. */
export class SkippedLines {
  readonly #files: FileLines[] = [];

  /** Starts a file. */
  startFile(path: string): void {
    this.#files.push({ path, lines: 0, incomplete: 0, other: 0 });
  }

  /** Counts a line of the current file. */
  add(line: ResultLine, number: number, text: string): void {
    const file = this.#files.at(-1);
    if (file === undefined) return;
    file.lines++;
    if (line.kind !== 'incomplete' && line.kind !== 'other') return;
    file[line.kind]++;
    file.first ??= { number, why: line.why, text: text.slice(0, SHOWN) };
  }

  /** A sentence for each file that is empty or has skipped lines. */
  notes(): string[] {
    return this.#files.flatMap(({ path, lines, incomplete, other, first }) => {
      const name = reportName(path);
      if (lines === 0) return [`${name} is empty`];
      if (first === undefined) return [];
      const kinds = [
        incomplete > 0 && `${count(incomplete)} incomplete`,
        other > 0 && `${count(other)} of another kind`,
      ];
      const skipped = `${counted(incomplete + other, 'line')} of ${name} skipped (${kinds.filter(Boolean).join(', ')})`;
      return [`${skipped}; line ${first.number} ${first.why}`];
    });
  }

  /** The reason why no file has a result. */
  whyNothing(): string {
    const file = this.#files.find(({ first }) => first !== undefined);
    const names = this.#files.map(({ path }) => displayName(path)).join(', ');
    if (file?.first === undefined) return `${names} ${this.#files.length === 1 ? 'is' : 'are'} empty`;
    const { number, why, text } = file.first;
    return `${displayName(file.path)} has no result: line ${number} ${why}: ${JSON.stringify(text)}`;
  }
}

/** The name of a file in the report, which can be passed on: without its folder. */
export function reportName(path: string): string {
  return path === STDIN ? displayName(path) : basename(path);
}
