/** Colours and other text styles of a terminal. */
import { styleText } from 'node:util';

/** The style of a text. */
export type Style = Parameters<typeof styleText>[0];

/** Returns a text in a style, or unchanged without colours. */
export function styled(style: Style, text: string, hasColors: boolean): string {
  return hasColors && text !== '' ? styleText(style, text, { validateStream: false }) : text;
}
