/** Reads dimensions and weights, converted to a few units. */
import type { LENGTH_UNITS, WEIGHT_UNITS } from '../contract/codes.ts';
import { isExact } from './exact-numbers.ts';
import { numberOf } from './numbers.ts';
import { anyOf } from './phrases.ts';
import { fold } from './text.ts';
import { lengthUnits, type Unit, weightUnits } from './words/units.ts';
import type { Words } from './words/words.ts';

/** Length, width and height. The numbers are absent if the text is ambiguous. `text` is verbatim. */
export interface DimensionsReading {
  length?: number;
  width?: number;
  height?: number;
  unit?: (typeof LENGTH_UNITS)[number];
  text: string;
}

/** A weight. The number is absent if the text is ambiguous. `text` is verbatim. */
export interface WeightReading {
  value?: number;
  unit?: (typeof WEIGHT_UNITS)[number];
  text: string;
}

const NUMBER = '(?<![\\d.,])(\\d+(?:[.,]\\d+)*)';
const LENGTHS = anyOf(lengthUnits.flatMap(({ names }) => names));
const WEIGHTS = anyOf(weightUnits.flatMap(({ names }) => names));
/** One side: a number, its unit, the letter of the side: `14.6"L`, `27l`, `8 cm`. Groups: number, unit, letter. */
const SIDE = `${NUMBER} ?(${LENGTHS})? ?(?:(th|[lwbhdt])(?!\\p{L}))?\\.?`;
const BY = ' ?[x*×] ?';
/** Three sides, and a unit after all of them. */
const THREE_SIDES = new RegExp(`${SIDE}${BY}${SIDE}${BY}${SIDE} ?(${LENGTHS})?`, 'u');
const WEIGHT = new RegExp(`${NUMBER} ?(${WEIGHTS})`, 'gu');
/** Sites write "10 x 8 x 3 cm; 200 g". */
const PARTS = /[;；]/;
const HAS_DIGIT = /\d/;
/** Two sides. A unit and a letter can be between the numbers. */
const LOOKS_LIKE_SIDES = /\d[^;\dx×*]{0,24}[x×*] ?\d/;

const lengthsByName = byName(lengthUnits);
const weightsByName = byName(weightUnits);

function byName<Name extends string>(units: readonly Unit<Name>[]): (name: string) => Unit<Name> | undefined {
  const rows = units.flatMap((unit) =>
    unit.names.map((name) => ({ unit, expression: new RegExp(`^${anyOf([name])}$`, 'u') })),
  );
  const known = new Map<string, Unit<Name> | undefined>();
  return (name) => {
    if (!known.has(name)) known.set(name, rows.find(({ expression }) => expression.test(name))?.unit);
    return known.get(name);
  };
}

/** Reads length, width and height: `15.5 x 8.2 x 1.4 Centimeters`, `14.6"L x 9.6"W x 0.75"Th`. `undefined` for a text without a number. */
export function readDimensions(text: string, words: Words): DimensionsReading | undefined {
  const part = text.split(PARTS).find((one) => LOOKS_LIKE_SIDES.test(fold(one))) ?? text;
  const verbatim = part.trim();
  if (!HAS_DIGIT.test(fold(verbatim))) return undefined;
  const match = THREE_SIDES.exec(fold(part));
  if (match === null) return { text: verbatim };
  const [, a, unitA, sideA, b, unitB, sideB, c, unitC, sideC, unitAll] = match;
  const name = unitAll ?? unitC ?? unitB ?? unitA;
  const unit = name === undefined ? undefined : lengthsByName(name);
  const numbers = [a, b, c].map((digits) => amount(digits, words));
  if (unit === undefined || numbers.includes(undefined)) return { text: verbatim };
  const [length, width, height] = inOrder([sideA, sideB, sideC]).map((at) => round((numbers[at] ?? 0) * unit.factor));
  if (length === undefined || width === undefined || height === undefined) return { text: verbatim };
  return { length, width, height, unit: unit.unit, text: verbatim };
}

const LENGTH_LETTERS = /^l$/;
const WIDTH_LETTERS = /^[wb]$/;
const HEIGHT_LETTERS = /^(?:h|th)$/;

/** Returns the positions of length, width and height: by their letters, else in this order. Depth replaces the side without a letter. */
function inOrder(letters: readonly (string | undefined)[]): number[] {
  const at = (pattern: RegExp) => letters.findIndex((letter) => letter !== undefined && pattern.test(letter));
  const places = [at(LENGTH_LETTERS), at(WIDTH_LETTERS), at(HEIGHT_LETTERS)];
  const rest = [0, 1, 2].filter((place) => !places.includes(place));
  const isNamed = new Set(letters).size === 3 && rest.length <= 1 && !letters.includes(undefined);
  return isNamed ? places.map((place) => (place < 0 ? (rest[0] ?? 0) : place)) : [0, 1, 2];
}

/** Reads a weight: `4.3 ounces`, `0,5 kg`, `1 lb 4 oz`, `1 kg 200 g`. `undefined` for dimensions and for a text without a number. */
export function readWeight(text: string, words: Words): WeightReading | undefined {
  const parts = text.split(PARTS);
  const part = parts.find((one) => fold(one).search(WEIGHT) >= 0);
  if (part === undefined) {
    const isOther = !HAS_DIGIT.test(fold(text)) || LOOKS_LIKE_SIDES.test(fold(text));
    return isOther ? undefined : { text: text.trim() };
  }
  const folded = fold(part);
  const [first, second] = folded.matchAll(WEIGHT);
  const weight = weightOf(first, words);
  if (weight === undefined) return { text: part.trim() };
  const more = second !== undefined && isNext(folded, first, second) ? weightOf(second, words) : undefined;
  return { ...(more === undefined ? weight : sumOf(weight, more)), text: part.trim() };
}

type Weight = Required<Omit<WeightReading, 'text'>>;

/** The smaller units, and how many of them make a larger one. */
const SMALLER = { lb: { unit: 'oz', count: 16 }, kg: { unit: 'g', count: 1000 } } as const;

/** Returns the sum of two parts of a weight, in the smaller unit: "1 lb 4 oz", "1 kg 200 g". */
function sumOf(weight: Weight, more: Weight): Weight {
  const smaller = weight.unit === 'lb' || weight.unit === 'kg' ? SMALLER[weight.unit] : undefined;
  if (smaller === undefined || more.unit !== smaller.unit || more.value >= smaller.count) return weight;
  return { value: round(weight.value * smaller.count + more.value), unit: smaller.unit };
}

/** Whether only a blank or a comma is between two amounts. In brackets, the second one repeats the first: "1.2 kg (1200 g)". */
const isNext = (text: string, first: RegExpExecArray | undefined, second: RegExpExecArray): boolean =>
  first !== undefined && /^,? *$/.test(text.slice(first.index + first[0].length, second.index));

function weightOf(match: RegExpExecArray | undefined, words: Words): Weight | undefined {
  const value = amount(match?.[1], words);
  const unit = match?.[2] === undefined ? undefined : weightsByName(match[2]);
  if (value === undefined || unit === undefined) return undefined;
  const converted = round(value * unit.factor);
  return isExact(converted) ? { value: converted, unit: unit.unit } : undefined;
}

/**
 * Reads an amount. A single mark before three digits can be the language's decimal mark, or a comma that groups on pages with decimal points. On
 * other pages it is ambiguous ("1.250 kg" on a German page), and the result is `undefined`.
 */
function amount(digits: string | undefined, words: Words): number | undefined {
  if (digits === undefined) return undefined;
  const { decimal } = words.numbers;
  const isOwn = !digits.includes(decimal === '.' ? ',' : '.');
  return numberOf(digits, isOwn ? decimal : decimal === '.' ? 'group' : 'unsure');
}

/** Removes rounding errors of conversions: 0.30000000000000004. */
const round = (value: number): number => Math.round(value * 1e6) / 1e6;
