/** Values of flags and variables, from the texts that a command line has. */
import { invalidSetting, wholeNumber } from '../call/settings.ts';
import { MARKETPLACES, type MarketplaceCode } from '../contract/codes.ts';
import { BadRequestError } from '../contract/errors.ts';
import type { DeliveryPlace } from '../local.ts';

/** Places of delivery, a marketplace. */
export type DeliveryPlaces = Partial<Record<MarketplaceCode, DeliveryPlace>>;

const DURATION = /^(\d+(?:\.\d+)?)(ms|s|m)?$/;
const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };

/** A time such as `30s`, `1.5m`, `500ms`, in milliseconds; a bare number counts seconds. */
export function toMilliseconds(text: string): number {
  const [, amount, unit = 's'] = DURATION.exec(text) ?? [];
  const milliseconds = Math.round(Number(amount) * (UNITS[unit] ?? Number.NaN));
  if (milliseconds > 0) return milliseconds;
  throw invalidSetting('timeout', text, 'must be a time such as 30s, 500ms or 2m');
}

/** Reads a whole number of `least` or more, for the flag of this name. */
export function wholeNumberOf(name: string, least = 0, most?: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : text;
    return wholeNumber({ name, value }, least, most) ?? least;
  };
}

/** Reads a share in percent, for the flag of this name. */
export function percentOf(name: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== '' && value >= 0 && value <= 100) return value;
    throw new BadRequestError(`${name}: ${JSON.stringify(text)} must be a number from 0 to 100`, { parameter: name });
  };
}

/** An HTTP status. */
export function httpStatus(text: string): number {
  if (/^[1-5]\d\d$/.test(text)) return Number(text);
  throw new BadRequestError(`status: ${JSON.stringify(text)} must be an HTTP status such as 200`, {
    parameter: 'status',
  });
}

/** A moment, ISO 8601. */
export function toMoment(text: string): Date {
  const moment = new Date(text);
  if (!Number.isNaN(moment.getTime())) return moment;
  throw new BadRequestError(`requested-at: ${JSON.stringify(text)} must be a moment such as 2026-11-20T12:00:00Z`, {
    parameter: 'requested-at',
  });
}

/** All values of a flag that can be given several times. */
export function collect(value: string, before: readonly string[] | undefined): string[] {
  return [...(before ?? []), value];
}

/** A list with commas between its entries. */
export function toList(text: string, before: readonly string[] = []): string[] {
  const entries = text.split(',').map((entry) => entry.trim());
  return [...before, ...entries.filter((entry) => entry !== '')];
}

/** Adds a place of delivery: `us=10001`, or another country: `us=country:CA`. */
export function addPlace(text: string, before: DeliveryPlaces | undefined): DeliveryPlaces {
  const [code, place = ''] = text.split(/=(.*)/s);
  const marketplace = MARKETPLACES.find((known) => known === code);
  if (marketplace === undefined || place.trim() === '')
    throw invalidSetting('deliver-to', text, 'must be a marketplace and a place: us=10001, or us=country:CA');
  const country = /^country:([A-Z]{2})$/.exec(place)?.[1];
  if (country === undefined && place.startsWith('country:'))
    throw invalidSetting('deliver-to', text, 'must name a country by two capital letters: us=country:CA');
  return { ...before, [marketplace]: country === undefined ? { postalCode: place.trim() } : { country } };
}
