/** Turns lists of phrases into regular expressions, once per language. */
import { plainNumber } from './exact-numbers.ts';
import { LONGEST_WITH_PHRASES } from './limits.ts';
import { fold } from './text.ts';
import type { Phrases } from './words/words.ts';

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
const boundsOf = (phrase: string): string =>
  `${IS_LETTER.test(phrase.at(0) ?? '') ? NOT_BEFORE : ''} ${IS_LETTER.test(phrase.at(-1) ?? '') ? NOT_AFTER : ''}`;

/** Returns the source of an expression for a phrase. */
const bare = (phrase: string): string =>
  phrase
    .split('*')
    .map((part) => part.replace(SPECIAL, '\\$&'))
    .join(`${LETTER}*`);

/** Returns an expression that finds any of the phrases in folded text. For an empty list it never matches. */
export const matcher = (phrases: Iterable<string>): RegExp => new RegExp(anyOf(phrases), 'u');

/** Returns a function that builds a value from a list of phrases, or from the words of a language, once. */
export function once<From extends object, T>(build: (from: From) => T): (from: From) => T {
  const built = new WeakMap<From, T>();
  return (from) => {
    let value = built.get(from);
    if (value === undefined) {
      value = build(from);
      built.set(from, value);
    }
    return value;
  };
}

const matcherOf = once<Phrases, RegExp>(matcher);

/** Whether a text contains any of the phrases. */
export function mentions(text: string | undefined, phrases: Phrases): boolean {
  if (text === undefined || text.length > LONGEST_WITH_PHRASES) return false;
  return matcherOf(phrases).test(fold(text));
}

const removerOf = once((phrases: Phrases) => new RegExp(anyOf(phrases), 'gu'));

/** Returns the folded text without the phrases, for example without phrases that contain numbers. */
export function without(text: string, phrases: Phrases): string {
  if (text.length > LONGEST_WITH_PHRASES) return '';
  return fold(text).replace(removerOf(phrases), ' ').trim();
}

const wholeOf = once((phrases: Phrases) => new RegExp(`^${anyOf(phrases)}$`, 'u'));

/** Whether a text is one of the phrases, with nothing before or after it. */
export function isOneOf(text: string | undefined, phrases: Phrases): boolean {
  if (text === undefined || text.length > LONGEST_WITH_PHRASES) return false;
  return wholeOf(phrases).test(fold(text));
}

/** Returns an expression for each template. `{n}` is the number that the first group captures. */
const numberTemplate = (templates: Iterable<string>): RegExp[] =>
  [...templates].map((template) => {
    const [before = '', after = ''] = template.split('{n}');
    const [head, tail] = [fold(before), fold(after)];
    const start = head === '' ? '(?<![\\d.,])' : boundsOf(head).split(' ')[0] + bare(head);
    const end = tail === '' ? '(?!\\d)' : bare(tail) + boundsOf(tail).split(' ')[1];
    return new RegExp(`${start} ?(\\d+) ?${end}`, 'u');
  });

const templatesOf = once<Phrases, RegExp[]>(numberTemplate);

/** Returns the number that the first matching template finds in a text. `undefined` if none matches. */
export function numberIn(text: string | undefined, phrases: Phrases): number | undefined {
  if (text === undefined || text.length > LONGEST_WITH_PHRASES) return undefined;
  const folded = fold(text);
  const digits = templatesOf(phrases)
    .map((template) => template.exec(folded)?.[1])
    .find((found) => found !== undefined);
  return digits === undefined ? undefined : plainNumber(digits);
}
