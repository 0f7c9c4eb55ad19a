/** Converts the strings of flags and environment variables. */
import { invalidSetting, wholeNumber } from '../call/settings.ts';
import { MARKETPLACES, type MarketplaceCode } from '../contract/codes.ts';
import { BadRequestError } from '../contract/errors.ts';
import type { DeliveryPlace } from '../local.ts';

/** Delivery places by marketplace. */
export type DeliveryPlaces = Partial<Record<MarketplaceCode, DeliveryPlace>>;

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };

/** Returns the milliseconds of a time such as `30s`, `1.5m` or `500ms`. A number without a unit is in seconds. */
export function toMilliseconds(text: string, name = 'timeout'): number {
  const [, amount, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(text) ?? [];
  const milliseconds = Math.round(Number(amount) * (UNITS[unit] ?? Number.NaN));
  if (milliseconds > 0) return milliseconds;
  throw invalidSetting(name, text, 'is not a time: expected, for example, 30s, 500ms or 2m.');
}

/** Returns a parser for a whole number. `name` is that of the flag, for messages. */
export function wholeNumberOf(name: string, least = 0, most?: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : text;
    return wholeNumber({ name, value }, least, most) ?? least;
  };
}

/** Returns a parser for a percentage. `name` is that of the flag, for messages. */
export function percentOf(name: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== '' && value >= 0 && value <= 100) return value;
    throw invalidValue(name, text, 'a percentage: expected a number from 0 to 100');
  };
}

/** Reads an HTTP status. */
export function httpStatus(text: string): number {
  if (/^[1-5]\d\d$/.test(text)) return Number(text);
  throw invalidValue('status', text, 'an HTTP status: expected, for example, 200');
}

/** Reads a timestamp (ISO 8601). */
export function toTimestamp(text: string): Date {
  const date = new Date(text);
  if (!Number.isNaN(date.getTime())) return date;
  throw invalidValue('requested-at', text, 'a timestamp: expected, for example, 2026-11-20T12:00:00Z');
}

function invalidValue(parameter: string, text: string, expected: string): BadRequestError {
  return new BadRequestError(`${parameter}: ${JSON.stringify(text)} is not ${expected}.`, { parameter });
}

/** Adds a value to those of a repeatable flag. */
export function collect(value: string, before: readonly string[] | undefined): string[] {
  return [...(before ?? []), value];
}

/** Adds the entries of a comma-separated list to those of a repeatable flag. */
export function toList(text: string, before: readonly string[] = []): string[] {
  const entries = text.split(',').map((entry) => entry.trim());
  return [...before, ...entries.filter((entry) => entry !== '')];
}

/** Adds a delivery place: a postal code, `us=10001`, or a country, `us=country:CA`. */
export function addPlace(text: string, before: DeliveryPlaces | undefined): DeliveryPlaces {
  const [code, place = ''] = text.split(/=(.*)/s);
  const marketplace = MARKETPLACES.find((known) => known === code);
  if (marketplace === undefined || place.trim() === '') {
    throw invalidSetting(
      'deliver-to',
      text,
      'is not a delivery place: expected, for example, us=10001 or us=country:CA.',
    );
  }
  if (!place.startsWith('country:')) return { ...before, [marketplace]: { postalCode: place.trim() } };
  const country = /^country:([A-Z]{2})$/.exec(place)?.[1];
  if (country !== undefined) return { ...before, [marketplace]: { country } };
  throw invalidSetting(
    'deliver-to',
    text,
    'has an invalid country: expected two capital letters, as in us=country:CA.',
  );
}
