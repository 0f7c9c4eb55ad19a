/** A page's fields and their places as a table for the terminal. */
import type { ExplainedPage } from '../pages/index.ts';

const PATH_SHARE = 0.3;
const VALUE_SHARE = 0.35;

/** One line a field: path, value, and where the value was read. */
export function explainTable({ page_type, found, fields }: ExplainedPage, columns: number): string {
  if (!found) return `${page_type}: not found`;
  const pathWidth = Math.min(Math.max(4, ...fields.map(({ path }) => path.length)), Math.floor(columns * PATH_SHARE));
  const valueWidth = Math.floor(columns * VALUE_SHARE);
  const line = (path: string, value: string, place: string) =>
    `${cell(path, pathWidth)}  ${cell(value, valueWidth)}  ${clip(place, columns - pathWidth - valueWidth - 4)}`.trimEnd();
  return [
    line('FIELD', 'VALUE', 'READ FROM'),
    ...fields.map(({ path, value, source, at }) =>
      line(path, JSON.stringify(value), at === '' ? source : `${source} ${at}`),
    ),
  ].join('\n');
}

function cell(text: string, width: number): string {
  return clip(text, width).padEnd(width);
}

function clip(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(1, width - 1))}…`;
}
