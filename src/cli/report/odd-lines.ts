/** What of the files could not be read, in words. */
import { basename } from 'node:path';
import { count, counted } from '../counts.ts';
import { displayName, STDIN } from '../files.ts';
import type { ReadLine } from '../results/result-line.ts';

/** So much of a line is shown. */
const SHOWN = 60;

interface FileLines {
  /** Of the file, without its folder: the page is handed on. */
  name: string;
  /** As it was given. */
  path: string;
  lines: number;
  torn: number;
  unknown: number;
  /** The first line that is no result: where, why, and how it begins. */
  first: { number: number; why: string; text: string } | undefined;
}

/** Counts lines, and those that say nothing. */
export class OddLines {
  readonly #files: FileLines[] = [];

  /** Begins a file. */
  begin(file: string): void {
    const path = displayName(file);
    const name = file === STDIN ? path : basename(file);
    this.#files.push({ name, path, lines: 0, torn: 0, unknown: 0, first: undefined });
  }

  /** Counts a line of the file that was begun last. */
  add(line: ReadLine, number: number, text: string): void {
    const file = this.#files.at(-1);
    if (file === undefined) return;
    file.lines++;
    if (line.kind !== 'torn' && line.kind !== 'unknown') return;
    file[line.kind]++;
    file.first ??= { number, why: line.why, text: text.slice(0, SHOWN) };
  }

  /** What was left out, a sentence a file. */
  remarks(): string[] {
    return this.#files.flatMap(({ name, lines, torn, unknown, first }) => {
      if (lines === 0) return [`${name} is empty`];
      if (first === undefined) return [];
      const counts = [torn > 0 ? `${count(torn)} cut off` : '', unknown > 0 ? `${count(unknown)} of another kind` : ''];
      const parts = counts.filter((part) => part !== '').join(', ');
      const left = `${counted(torn + unknown, 'line')} of ${name} left out (${parts})`;
      return [`${left}; line ${first.number} ${first.why}`];
    });
  }

  /** Why the files have no result at all. */
  whyNothing(): string {
    const first = this.#files.find((file) => file.first !== undefined);
    if (first?.first !== undefined) {
      const { number, why, text } = first.first;
      return `${first.path} has no result: line ${number} ${why}: ${JSON.stringify(text)}`;
    }
    const names = this.#files.map(({ path }) => path).join(', ');
    return this.#files.length === 1 ? `${names} is empty` : `${names} are empty`;
  }
}
