/** Lists of words and phrases -> regular expressions, built once a language. */
import { fold } from './text.ts';
import type { Phrases, Words } from './words/words.ts';

const SPECIAL = /[.*+?^${}()|[\]\\/]/g;
/** Scripts that set blanks between words, so that a word's end can be told. Arabic glues articles and prepositions to the word. */
const SPACED = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Devanagari}]/u;

/** The source of an expression that finds any of the phrases in folded text, the longest first. A `*` stands for the rest of a word. */
export function anyOf(phrases: Iterable<string>): string {
  const sources = [...new Set([...phrases].map(fold))].sort((a, b) => b.length - a.length).map(phraseSource);
  return sources.length === 0 ? '(?!)' : `(?:${sources.join('|')})`;
}

/** An expression that finds any of the phrases in folded text; never matches when there are none. */
export function matcher(phrases: Iterable<string>): RegExp {
  return new RegExp(anyOf(phrases), 'u');
}

const matchers = new WeakMap<Phrases, RegExp>();

/** Whether a text holds any of the phrases of a word file. */
export function mentions(text: string | undefined, phrases: Phrases): boolean {
  if (text === undefined) return false;
  let expression = matchers.get(phrases);
  if (expression === undefined) {
    expression = matcher(phrases);
    matchers.set(phrases, expression);
  }
  return expression.test(fold(text));
}

/** Like {@link matcher}, with `{n}` standing for the number that the first group captures. */
export function numberTemplate(templates: Iterable<string>): RegExp[] {
  return [...templates].map((template) => {
    const [before = '', after = ''] = template.split('{n}');
    return new RegExp(
      `${before === '' ? '(?<![\\d.,])' : phraseSource(fold(before), 'open')}\\s*(\\d+)\\s*${phraseSource(fold(after))}`,
      'u',
    );
  });
}

/** A function that derives something from a language's words once and remembers it. */
export function once<T>(build: (words: Words) => T): (words: Words) => T {
  const built = new WeakMap<Words, T>();
  return (words) => {
    let value = built.get(words);
    if (value === undefined) {
      value = build(words);
      built.set(words, value);
    }
    return value;
  };
}

function phraseSource(phrase: string, end?: 'open'): string {
  if (phrase === '') return '';
  const source = phrase
    .split('*')
    .map((part) => part.replace(SPECIAL, '\\$&'))
    .join('\\p{L}*');
  const first = SPACED.test(phrase.at(0) ?? '') ? '(?<!\\p{L})' : '';
  const last = end !== 'open' && SPACED.test(phrase.at(-1) ?? '') ? '(?!\\p{L})' : '';
  return `${first}${source}${last}`;
}
