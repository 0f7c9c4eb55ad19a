/** Turns lists of phrases into regular expressions, once per language. */
import { plainNumber } from './exact-numbers.ts';
import { LONGEST_WITH_PHRASES } from './limits.ts';
import { fold } from './text.ts';
import type { Phrases, Words } from './words/words.ts';

const SPECIAL = /[.*+?^${}()|[\]\\/]/g;
/**
 * Latin letters in folded text, where blanks mark the end of a word. In Arabic articles and prepositions are part of the word, and Chinese and
 * Japanese have no blanks. (`\p{L}` in a list of phrases takes half a second to compile.)
 */
const LETTER = '[a-z\\u00df-\\u024f]';
const IS_LETTER = new RegExp(LETTER);
const NOT_BEFORE = `(?<!${LETTER})`;
const NOT_AFTER = `(?!${LETTER})`;

/** Returns the source of an expression that finds any of the phrases in folded text, the longest first. A `*` is the rest of a word. */
export function anyOf(phrases: Iterable<string>): string {
  const folded = [...new Set([...phrases].map((phrase) => fold(phrase)))].sort((a, b) => b.length - a.length);
  const groups = Object.values(Object.groupBy(folded, boundsOf)).map((group = []) => {
    const [before, after] = boundsOf(group[0] ?? '').split(' ');
    return `${before}(?:${group.map(bare).join('|')})${after}`;
  });
  return groups.length === 0 ? '(?!)' : `(?:${groups.join('|')})`;
}

/** Returns the sources for the start and the end of a phrase, separated by a blank: a phrase must not be part of a longer word. */
function boundsOf(phrase: string): string {
  return `${IS_LETTER.test(phrase.at(0) ?? '') ? NOT_BEFORE : ''} ${IS_LETTER.test(phrase.at(-1) ?? '') ? NOT_AFTER : ''}`;
}

/** Returns the source of an expression for a phrase. */
function bare(phrase: string): string {
  return phrase
    .split('*')
    .map((part) => part.replace(SPECIAL, '\\$&'))
    .join(`${LETTER}*`);
}

/** Returns an expression that finds any of the phrases in folded text. For an empty list it never matches. */
export function matcher(phrases: Iterable<string>): RegExp {
  return new RegExp(anyOf(phrases), 'u');
}

const matchers = new WeakMap<Phrases, RegExp>();

/** Whether a text contains any of the phrases. */
export function mentions(text: string | undefined, phrases: Phrases): boolean {
  if (text === undefined || text.length > LONGEST_WITH_PHRASES) return false;
  let expression = matchers.get(phrases);
  if (expression === undefined) {
    expression = matcher(phrases);
    matchers.set(phrases, expression);
  }
  return expression.test(fold(text));
}

const removers = new WeakMap<Phrases, RegExp>();

/** Returns the folded text without the phrases, for example without phrases that contain numbers. */
export function without(text: string, phrases: Phrases): string {
  if (text.length > LONGEST_WITH_PHRASES) return '';
  let expression = removers.get(phrases);
  if (expression === undefined) {
    expression = new RegExp(anyOf(phrases), 'gu');
    removers.set(phrases, expression);
  }
  return fold(text).replace(expression, ' ').trim();
}

const wholes = new WeakMap<Phrases, RegExp>();

/** Whether a text is one of the phrases, with nothing before or after it. */
export function isOneOf(text: string | undefined, phrases: Phrases): boolean {
  if (text === undefined || text.length > LONGEST_WITH_PHRASES) return false;
  let expression = wholes.get(phrases);
  if (expression === undefined) {
    expression = new RegExp(`^${anyOf(phrases)}$`, 'u');
    wholes.set(phrases, expression);
  }
  return expression.test(fold(text));
}

/** Returns an expression for each template. `{n}` is the number that the first group captures. */
function numberTemplate(templates: Iterable<string>): RegExp[] {
  return [...templates].map((template) => {
    const [before = '', after = ''] = template.split('{n}');
    const [head, tail] = [fold(before), fold(after)];
    const start = head === '' ? '(?<![\\d.,])' : boundsOf(head).split(' ')[0] + bare(head);
    const end = tail === '' ? '(?!\\d)' : bare(tail) + boundsOf(tail).split(' ')[1];
    return new RegExp(`${start} ?(\\d+) ?${end}`, 'u');
  });
}

const templates = new WeakMap<Phrases, RegExp[]>();

/** Returns the number that the first matching template finds in a text. `undefined` if none matches. */
export function numberIn(text: string | undefined, phrases: Phrases): number | undefined {
  if (text === undefined || text.length > LONGEST_WITH_PHRASES) return undefined;
  let expressions = templates.get(phrases);
  if (expressions === undefined) {
    expressions = numberTemplate(phrases);
    templates.set(phrases, expressions);
  }
  const folded = fold(text);
  const digits = expressions.map((template) => template.exec(folded)?.[1]).find((found) => found !== undefined);
  return digits === undefined ? undefined : plainNumber(digits);
}

/** Returns a function that builds a value from the words of a language once and then returns the same value. */
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
