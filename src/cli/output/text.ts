/** Text in a terminal: cleaned, and measured by the terminal columns that it takes. Some characters take two columns, others none. */
import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';

/** Characters that move the cursor, hide text or change its direction. A page's text must not print them. */
const UNSAFE = /[\p{Cc}\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060\u2066-\u2069\ufeff]+/gu;

/** Returns a text on one line, without characters that are unsafe to print. */
export function plain(text: string): string {
  return stripVTControlCharacters(text).replace(/\s+/g, ' ').replace(UNSAFE, '').trim();
}

/** Fills a text up to a width. */
export function pad(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const gap = ' '.repeat(Math.max(0, width - stringWidth(text)));
  return align === 'left' ? text + gap : gap + text;
}

/** Breaks a text into lines of at most a width. Words stay whole where they fit. */
export function wrap(text: string, width: number): string[] {
  return wrapAnsi(text, width, { hard: true }).split('\n');
}
