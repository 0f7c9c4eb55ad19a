/** The short text next to a structured result, for people who read along, and for clients that pass only text to the model. */
import type { Json } from '../../contract/json-schema.ts';
import { safeLine } from '../../contract/safe-text.ts';
import { UNLIMITED_CREDITS } from '../../contract/unlimited.ts';
import { isRecord } from '../output/rows.ts';

/** Characters of the text, and of a value in it. */
const [MOST_TEXT, MOST_VALUE] = [2_000, 160];

/** Returns the text of an envelope: whether something was found, the credits, and a line for each value. */
export function textOfEnvelope({ page_type, found, data, meta }: Json): string {
  const head = `${page_type}: ${found === true ? 'found' : 'not found'}${creditsIn(meta)}`;
  const lines = Object.entries(isRecord(data) ? data : {}).flatMap(([name, value]) =>
    Array.isArray(value) && value.some(isRecord)
      ? value.map((entry: unknown, index) => lineOf(`${name}[${index}]`, entry))
      : [lineOf(name, value)],
  );
  return shortText([head, ...lines]);
}

/** Returns as many lines as the text may have. */
export function shortText(lines: readonly string[]): string {
  let text = '';
  for (const [index, line] of lines.entries()) {
    if (text.length + line.length > MOST_TEXT)
      return `${text}… ${lines.length - index} more lines in the structured content`;
    text += `${line}\n`;
  }
  return text.trimEnd();
}

/** Returns a line with a name and the start of a value. */
export function lineOf(name: string, value: unknown): string {
  const text = safeLine(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
  return `${name}: ${text.length > MOST_VALUE ? `${text.slice(0, MOST_VALUE)}…` : text}`;
}

function creditsIn(meta: unknown): string {
  const usage = isRecord(meta) && isRecord(meta.usage) ? meta.usage : {};
  const { requests_consumed: charged, requests_remaining: left } = usage;
  if (typeof charged !== 'number') return '';
  const rest = typeof left === 'number' && left !== UNLIMITED_CREDITS ? `, ${left} left` : '';
  return ` (${charged} ${charged === 1 ? 'credit' : 'credits'}${rest})`;
}
