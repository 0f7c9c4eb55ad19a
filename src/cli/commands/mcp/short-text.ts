/** The short text next to a structured result, for people who read along, and for clients that pass only text to the model. */

import { UNLIMITED_CREDITS } from '../../../contract/envelope.ts';
import { isRecord } from '../../../contract/json.ts';
import type { Json } from '../../../contract/json-schema.ts';
import { safeLine } from '../../../contract/safe-text.ts';
import { counted } from '../../../display/text.ts';

/** Characters of the text, of its last line if lines are left out, and of a value. */
const [MOST_TEXT, MOST_REST, MOST_VALUE] = [2_000, 60, 160];

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
  const all = lines.join('\n');
  if (all.length <= MOST_TEXT) return all;
  let text = '';
  let left = lines.length;
  for (const line of lines) {
    if (text.length + line.length > MOST_TEXT - MOST_REST) break;
    text += `${line}\n`;
    left--;
  }
  return `${text}… ${counted(left, 'more line')} in the structured content`;
}

/** Returns a line with a name and the start of a value. */
export function lineOf(name: string, value: unknown): string {
  const text = safeLine(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
  return `${name}: ${startOf(text, MOST_VALUE)}`;
}

/** Returns a text with at most so many characters. A longer one ends in `…`. Half a character is not valid JSON for every client. */
export function startOf(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;
}

function creditsIn(meta: unknown): string {
  const usage = isRecord(meta) && isRecord(meta.usage) ? meta.usage : {};
  const { requests_consumed: charged, requests_remaining: left } = usage;
  if (typeof charged !== 'number') return '';
  const rest = typeof left === 'number' && left !== UNLIMITED_CREDITS ? `, ${left} left` : '';
  return ` (${charged} ${charged === 1 ? 'credit' : 'credits'}${rest})`;
}
