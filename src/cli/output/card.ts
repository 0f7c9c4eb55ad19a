/** Cards: what there is to say of one thing, a line a label. */
import { type Style, styled } from './style.ts';
import type { Canvas } from './table.ts';
import { pad, plain, widthOf, wrap } from './width.ts';

/** A label with its text, or with several that stand below each other; without a text the line is left out. */
export type CardLine = readonly [label: string, text: string | readonly string[] | undefined];

/** What a card shows. */
export interface Card {
  title?: string;
  /** Below the title. */
  subtitle?: string | undefined;
  lines: readonly CardLine[];
}

/** No line is wider than this, however wide the terminal: long lines are hard to read. */
const READABLE = 100;

/** The lines of a card. */
export function cardLines({ title, subtitle, lines }: Card, { columns, hasColors }: Canvas): string[] {
  const width = Math.min(columns, READABLE);
  const shown = lines.map(([label, text]) => ({ label, texts: textsOf(text) })).filter(({ texts }) => texts.length > 0);
  const labels = Math.max(0, ...shown.map(({ label }) => widthOf(label)));
  const body = shown.flatMap(({ label, texts }) =>
    texts
      .flatMap((text) => wrap(text, Math.max(10, width - labels - 2)))
      .map((text, index) => `${styled('dim', pad(index === 0 ? label : '', labels), hasColors)}  ${text}`),
  );
  const head = [...headLines('bold', title, width, hasColors), ...headLines('dim', subtitle, width, hasColors)];
  return head.length === 0 ? body : [...head, '', ...body];
}

function headLines(style: Style, text: string | undefined, width: number, hasColors: boolean): string[] {
  const shown = plain(text ?? '');
  return shown === '' ? [] : wrap(shown, width).map((line) => styled(style, line, hasColors));
}

function textsOf(text: string | readonly string[] | undefined): string[] {
  if (text === undefined) return [];
  const texts = typeof text === 'string' ? [text] : text;
  return texts.map(plain).filter((part) => part !== '');
}
