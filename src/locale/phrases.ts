/** Lists of words and phrases -> regular expressions, built once a language. */
import { fold } from './text.ts';
import type { Phrases, Words } from './words/words.ts';

const SPECIAL = /[.*+?^${}()|[\]\\/]/g;
/**
 * Letters of scripts that set blanks between words, in folded text: a word's end can be told there. Arabic glues articles and prepositions
 * to the word, and Chinese and Japanese set no blanks. (The whole of `\p{L}` takes half a second to compile in a list of phrases.)
 */
const LETTER = '[a-z\\u00df-\\u024f]';
const IS_LETTER = new RegExp(LETTER);
const NOT_BEFORE = `(?<!${LETTER})`;
const NOT_AFTER = `(?!${LETTER})`;

/** The source of an expression that finds any of the phrases in folded text, the longest first. A `*` stands for the rest of a word. */
export function anyOf(phrases: Iterable<string>): string {
  const folded = [...new Set([...phrases].map((phrase) => fold(phrase)))].sort((a, b) => b.length - a.length);
  const groups = Object.values(Object.groupBy(folded, boundsOf)).map((group = []) => {
    const [before, after] = boundsOf(group[0] ?? '').split(' ');
    return `${before}(?:${group.map(bare).join('|')})${after}`;
  });
  return groups.length === 0 ? '(?!)' : `(?:${groups.join('|')})`;
}

/** What has to stand around a phrase, so that it is no part of a longer word; a blank between the two. */
function boundsOf(phrase: string): string {
  return `${IS_LETTER.test(phrase.at(0) ?? '') ? NOT_BEFORE : ''} ${IS_LETTER.test(phrase.at(-1) ?? '') ? NOT_AFTER : ''}`;
}

/** A phrase as it stands, with `*` for the rest of a word. */
function bare(phrase: string): string {
  return phrase
    .split('*')
    .map((part) => part.replace(SPECIAL, '\\$&'))
    .join(`${LETTER}*`);
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

const removers = new WeakMap<Phrases, RegExp>();

/** A text, folded, without the phrases of a word file: what is left holds no number of theirs. */
export function without(text: string, phrases: Phrases): string {
  let expression = removers.get(phrases);
  if (expression === undefined) {
    expression = new RegExp(anyOf(phrases), 'gu');
    removers.set(phrases, expression);
  }
  return fold(text).replace(expression, ' ').trim();
}

const wholes = new WeakMap<Phrases, RegExp>();

/** Whether a text is one of the phrases of a word file, with nothing before it or behind. */
export function isOneOf(text: string | undefined, phrases: Phrases): boolean {
  if (text === undefined) return false;
  let expression = wholes.get(phrases);
  if (expression === undefined) {
    expression = new RegExp(`^${anyOf(phrases)}$`, 'u');
    wholes.set(phrases, expression);
  }
  return expression.test(fold(text));
}

/** Like {@link matcher}, with `{n}` standing for the number that the first group captures. */
export function numberTemplate(templates: Iterable<string>): RegExp[] {
  return [...templates].map((template) => {
    const [before = '', after = ''] = template.split('{n}');
    const [head, tail] = [fold(before), fold(after)];
    const start = head === '' ? '(?<![\\d.,])' : boundsOf(head).split(' ')[0] + bare(head);
    const end = tail === '' ? '(?!\\d)' : bare(tail) + boundsOf(tail).split(' ')[1];
    return new RegExp(`${start} ?(\\d+) ?${end}`, 'u');
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
