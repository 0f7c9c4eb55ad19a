/** Converts the strings of flags and environment variables. */
import { shown } from '../../contract/shown.ts';
import { type Budget, parseBudget } from '../../ledger/budget.ts';
import { invalidSetting, wholeNumber, wrongParameter } from '../../options/checks.ts';
import { durationIn } from '../../options/duration.ts';
import type { Secret } from '../../options/secrets.ts';
import { type DeliveryPlaces, deliveryPlaces, placesIn } from '../../sources/http/settings.ts';

/** The file of a watch, unless `--db` names another one. */
export const WATCH_DB = 'watch.db';

/** Returns the milliseconds of a time such as `500ms`, `30s`, `1.5m` or `7d`. */
export function toMilliseconds(text: string, name: string): number {
  const milliseconds = durationIn(text);
  if (milliseconds > 0) return milliseconds;
  const hint = durationIn(`${text}s`) > 0 ? ` Did you mean "${text}s"?` : '';
  throw invalidSetting(name, text, `is not a time: expected, for example, 30s, 500ms, 2m or 7d.${hint}`);
}

/** Returns a whole number. */
export function toWholeNumber(name: string, text: string, least = 0, most?: number): number {
  return wholeNumber({ name, value: /^\d+$/.test(text) ? Number(text) : text }, least, most) ?? least;
}

/** Reads an HTTP status. */
export function httpStatus(text: string): number {
  if (/^[1-5]\d\d$/.test(text)) return Number(text);
  throw wrongParameter('status', `${shown(text)} is not an HTTP status: expected, for example, 200.`);
}

/** Reads a timestamp (ISO 8601). */
export function toTimestamp(text: string): Date {
  const date = new Date(text);
  if (!Number.isNaN(date.getTime())) return date;
  throw wrongParameter(
    'requested-at',
    `${shown(text)} is not a timestamp: expected, for example, 2026-11-20T12:00:00Z.`,
  );
}

/** Returns the secret of a webhook. @throws BadRequestError `INVALID_CONFIGURATION` without one */
export function requiredSecret(secret: Secret | undefined): Secret {
  if (secret !== undefined) return secret;
  const why = 'missing: expected the secret that signs webhooks. Set BUYBOX_WEBHOOK_SECRET or --webhook-secret.';
  throw invalidSetting('webhook-secret', undefined, why);
}

/** Adds a budget such as `500/day`. */
export function addBudget(text: string, before: readonly Budget[] = []): Budget[] {
  return [...before, parseBudget(text)];
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

/** Adds delivery places: a postal code, `us=10001`, or a country, `us=country:CA`. */
export function addPlace(text: string, before: DeliveryPlaces | undefined): DeliveryPlaces {
  const name = 'deliver-to';
  return { ...before, ...deliveryPlaces({ name, value: placesIn(text, name) }) };
}
