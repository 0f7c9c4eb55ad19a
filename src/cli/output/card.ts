/** Cards: the facts about one thing, each with its label. */
import stringWidth from 'string-width';
import type { Screen } from './table.ts';
import { pad, plain, type Style, styled, wrap } from './text.ts';

/** A label with its text, or with several texts below each other. A line without a text is left out. */
export type CardLine = readonly [label: string, text: string | readonly string[] | undefined];

/** The contents of a card. */
export interface Card {
  title?: string;
  subtitle?: string | undefined;
  lines: readonly CardLine[];
}

/** Longer lines are hard to read, also in a wide terminal. */
const MAX_WIDTH = 100;

/** Returns the lines of a card. */
export function cardLines({ title = '', subtitle = '', lines }: Card, { columns, hasColors }: Screen): string[] {
  const width = Math.min(columns, MAX_WIDTH);
  const facts = lines
    .map(([label, text]) => ({
      label,
      texts: [text ?? []]
        .flat()
        .map(plain)
        .filter((part) => part !== ''),
    }))
    .filter(({ texts }) => texts.length > 0);
  const labelWidth = Math.max(0, ...facts.map(({ label }) => stringWidth(label)));
  const body = facts.flatMap(({ label, texts }) =>
    texts
      .flatMap((text) => wrap(text, Math.max(10, width - labelWidth - 2)))
      .map((text, index) => `${styled('dim', pad(index === 0 ? label : '', labelWidth), hasColors)}  ${text}`),
  );
  const headLines = (style: Style, text: string) =>
    text === '' ? [] : wrap(text, width).map((line) => styled(style, line, hasColors));
  const head = [...headLines('bold', plain(title)), ...headLines('dim', plain(subtitle))];
  return head.length === 0 ? body : [...head, '', ...body];
}
