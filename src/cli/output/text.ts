/** Text in a terminal: cleaned, coloured, and measured by the terminal columns that it takes. Some characters take two columns, others none. */
import { styleText } from 'node:util';
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import { safeLine } from '../../contract/safe-text.ts';

/** Returns a text on one line, without characters that are unsafe to print. */
export function plain(text: string): string {
  return safeLine(text).replace(/\s+/g, ' ').trim();
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

/** The style of a text. */
export type Style = Parameters<typeof styleText>[0];

/** Returns a text in a style, or unchanged without colours. */
export function styled(style: Style, text: string, hasColors: boolean): string {
  return hasColors && text !== '' ? styleText(style, text, { validateStream: false }) : text;
}
