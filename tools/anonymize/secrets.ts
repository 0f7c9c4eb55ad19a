/** Finds a name or a place of the shopper in the rest of the page. */
import { escapeUTF8 } from 'entities';
import type { Secret } from './elements.ts';
import { isCountry, PLACEHOLDERS } from './kinds.ts';

/** Values that are searched: a place is searched as a whole, as its words and as its postal code. A country is nobody's place. */
export function partsOf(secrets: readonly Secret[]): Secret[] {
  const parts = secrets.flatMap((secret) =>
    secret.kind === 'place' ? placeParts(secret.value).map((value) => ({ ...secret, value })) : [secret],
  );
  const unique = new Map(parts.map((part) => [`${part.kind} ${part.value}`, part]));
  return [...unique.values()].filter(({ value }) => isLong(value)).sort((a, b) => b.value.length - a.value.length);
}

const POSTAL_CODE = /(?<![\p{L}\p{N}])(?=[\p{L}-]{0,9}\d)[\p{L}\d][\p{L}\d-]{2,9}(?:\s\d[A-Z]{2})?$/u;

function placeParts(place: string): string[] {
  if (isCountry(place)) return [];
  const code = POSTAL_CODE.exec(place)?.[0];
  const city = code === undefined ? place : place.slice(0, -code.length);
  const cities = city.split(/\s[-–]\s|,/).map((part) => part.replace(/(?<![\s.…:])[\s.…:]+$/, '').trim());
  return [
    place,
    ...(code === undefined ? [] : [code]),
    ...cities.filter((part) => part.length > 2 && !isCountry(part)),
  ];
}

/** A single letter, or two digits, is found everywhere. */
function isLong(value: string): boolean {
  return /^\d+$/.test(value) ? value.length >= 4 : /[\u3040-\u9fff\uac00-\ud7af]/u.test(value) || value.length > 1;
}

/** Replaces a value wherever it is a word of its own, as the page writes it in text, attributes, scripts and URLs. */
export function withoutSecret(text: string, { kind, value }: Secret): { text: string; count: number } {
  let count = 0;
  const clean = text.replace(patternOf(value), () => {
    count++;
    return PLACEHOLDERS[kind];
  });
  return { text: clean, count };
}

function patternOf(value: string): RegExp {
  const forms = [
    value,
    escapeUTF8(value),
    JSON.stringify(value).slice(1, -1),
    inAscii(value),
    encodeURIComponent(value),
  ];
  const sources = [...new Set(forms)].map((form) => escaped(form).replaceAll(' ', '(?:\\s|&nbsp;|\\+)+'));
  const isWord = /^[\p{Script=Latin}\d]/u.test(value);
  const [before, after] = isWord ? ['(?<![\\p{L}\\p{N}_.-])', '(?![\\p{L}\\p{N}_]|\\.\\d)'] : ['', ''];
  return new RegExp(`${before}(?:${sources.join('|')})${after}`, 'gu');
}

/** The form in JSON of scripts. */
function inAscii(value: string): string {
  return value.replace(/[^\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
