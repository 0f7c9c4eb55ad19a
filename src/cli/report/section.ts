/** A section of the report: it takes in answers and failures, and shows what it counted. */
import { marketplaces } from '../../locale/marketplaces.ts';
import type { Html } from '../../service/html.ts';
import type { AnswerLine, FailureLine, Place } from '../results/result-line.ts';

/** A section of the report. */
export interface Section {
  /** Its anchor. */
  readonly id: string;
  readonly title: string;
  /** Takes in an answer. */
  answer(answer: AnswerLine): void;
  /** Takes in a failure. */
  failure?(failure: FailureLine): void;
  /** What it shows, or why it has nothing to show. */
  shown(): Shown | string;
}

/** What a section shows. */
export interface Shown {
  /** What the pictures are about, and what they rest on. */
  about: Html;
  pictures: Html;
}

/** A marketplace in words. */
export function placeName(place: string): string {
  return Object.values(marketplaces).find(({ code }) => code === place)?.country ?? 'not told';
}

/** Stands for all marketplaces together. */
export const ALL = 'all';

/** The rows of a picture by marketplace: all together first, if they are several. */
export function placeRows(places: readonly string[]): { place: Place | typeof ALL | string; name: string }[] {
  const rows = places.map((place) => ({ place, name: placeName(place) }));
  return rows.length > 1 ? [{ place: ALL, name: 'All' }, ...rows] : rows;
}
