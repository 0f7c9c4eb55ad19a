/** Colours, where they are wanted. */
import { styleText } from 'node:util';

/** What a text can look like. */
export type Style = Parameters<typeof styleText>[0];

/** A text in a style; as it is where there are no colours. */
export function styled(style: Style, text: string, hasColors: boolean): string {
  return hasColors && text !== '' ? styleText(style, text, { validateStream: false }) : text;
}
