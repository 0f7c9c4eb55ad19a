/** Texts measured, cut and wrapped by the columns that they take in a terminal: some signs take two, others none. */
import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';

/** Signs that move the cursor, hide text or turn its direction round: a page's text must not. */
const UNSAFE = /[\p{Cc}\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060\u2066-\u2069\ufeff]+/gu;

/** A text in one line, safe to show. */
export function plain(text: string): string {
  return stripVTControlCharacters(text).replace(/\s+/g, ' ').replace(UNSAFE, '').trim();
}

/** How many columns a text takes. */
export function widthOf(text: string): number {
  return stringWidth(text);
}

const signs = new Intl.Segmenter();

/** The longest beginning of a text that takes no more than so many columns; signs stay whole. */
function beginningOf(text: string, width: number): string {
  let end = 0;
  let taken = 0;
  for (const { segment, index } of signs.segment(text)) {
    taken += widthOf(segment);
    if (taken > width) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}

/** A text of at most so many columns; what is cut off is told by `…`. */
export function clip(text: string, width: number): string {
  return widthOf(text) <= width ? text : `${beginningOf(text, Math.max(1, width) - 1).trimEnd()}…`;
}

/** A text filled up to so many columns. */
export function pad(text: string, width: number, side: 'left' | 'right' = 'left'): string {
  const gap = ' '.repeat(Math.max(0, width - widthOf(text)));
  return side === 'left' ? text + gap : gap + text;
}

/** The lines of a text, none wider than so many columns; words stay whole where they fit. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= width) line = longer;
    else {
      if (line !== '') lines.push(line);
      const parts = broken(word, width);
      line = parts.pop() ?? '';
      lines.push(...parts);
    }
  }
  return [...lines, line];
}

/** A word, or a text of a language without spaces, in parts that fit. */
function broken(word: string, width: number): string[] {
  const parts: string[] = [];
  let rest = word;
  while (widthOf(rest) > width) {
    // A sign that is wider than the line stands on one of its own.
    const part = beginningOf(rest, width) || beginningOf(rest, 2) || rest;
    parts.push(part);
    rest = rest.slice(part.length);
  }
  return [...parts, rest];
}
