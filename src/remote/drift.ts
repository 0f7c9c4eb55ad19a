/** Finds differences between a response and the contract. The response is returned unchanged: differences are reported, not corrected. */
import type * as z from 'zod';
import { dataSchemas } from '../contract/data/index.ts';
import { type EndpointName, endpoints } from '../contract/endpoints.ts';
import type { LiveEnvelope, MetaExtensions } from '../contract/envelope.ts';
import { isPageType } from '../contract/page-types.ts';
import { EnvelopeFrameSchema } from '../contract/schemas/envelope.ts';
import { shortened, shown } from '../contract/shown.ts';
import type { Drift, DriftCheck } from './drift-watch.ts';

/**
 * Returns the check of responses against the schemas, for the option `drift` of the remote backend. On Node it is the default; elsewhere a bundle contains
 * the schemas only if the program passes it.
 *
 * @example
 * const marketplace = createRemoteMarketplace({ baseUrl, apiKey, drift: schemaDrift() });
 */
export function schemaDrift(): DriftCheck {
  return driftOf;
}

/** Returns the differences of an envelope. @param isPartial Whether only some fields were asked for: then members of the data can be missing. */
export function driftOf(name: EndpointName, live: LiveEnvelope, isPartial = false): Drift[] {
  const envelope = withShortLists(live) as LiveEnvelope;
  const { found, page_type, data } = envelope;
  const pageTypes: readonly string[] = endpoints[name].responses;
  return [
    ...differences(EnvelopeFrameSchema, withoutExtensions(envelope), ''),
    ...(typeof page_type === 'string' && !pageTypes.includes(page_type)
      ? [{ path: 'page_type', expected: pageTypes.join('|'), got: shown(page_type), isAddition: false }]
      : []),
    ...(found && isPageType(page_type)
      ? differences(dataSchemas[page_type], data, 'data').filter((one) => !isPartial || one.got !== NOTHING)
      : []),
    ...(!found && data !== null ? [{ path: 'data', expected: 'null', got: typeOf(data), isAddition: false }] : []),
  ];
}

const NOTHING = 'nothing';

/** Entries of a list that are checked. Each wrong one is a difference, and a hostile response has millions. */
const MOST_ENTRIES = 1_000;
const MOST_ADDITIONS = 1_000;

function withShortLists(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.slice(0, MOST_ENTRIES).map(withShortLists);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withShortLists(member)]));
}

/** The extensions of `meta` are not part of the specification: a service can omit them, or have others under their names. */
function withoutExtensions(envelope: LiveEnvelope): LiveEnvelope {
  if (typeof envelope.meta !== 'object' || envelope.meta === null) return envelope;
  const { gaps, source, queued_ms, cached_at, ...meta } = envelope.meta as Record<keyof MetaExtensions, unknown>;
  return { ...envelope, meta };
}

function differences(schema: z.ZodType, value: unknown, path: string): Drift[] {
  const result = schema.safeParse(value);
  if (!result.success) return result.error.issues.map((issue) => toDrift(issue, value, path));
  const found: Drift[] = [];
  // Parsing removes fields that the schema does not know.
  collectAdditions(value as object, result.data as object, path, found);
  return found;
}

function toDrift(issue: z.core.$ZodIssue, root: unknown, path: string): Drift {
  const value = issue.path.reduce((parent, key) => (parent as Record<PropertyKey, unknown>)[key], root);
  const issuePath = issue.path.reduce<string>((start, key) => step(start, key), path);
  return { path: issuePath, expected: expectationOf(issue), got: gotOf(issue, value), isAddition: false };
}

function step(path: string, key: PropertyKey): string {
  if (typeof key === 'number') return `${path}[]`;
  const name = shortened(String(key));
  return path === '' ? name : `${path}.${name}`;
}

function expectationOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected;
    case 'invalid_value':
      return issue.values.map(String).join('|');
    case 'invalid_format':
      return issue.format;
    case 'too_small':
      return `${issue.minimum} or more`;
    case 'too_big':
      return `${issue.maximum} or less`;
    default:
      return issue.message;
  }
}

const LONGEST_VALUE = 40;

/** Returns the value itself if it is not in a list of values or is out of bounds, else its type. */
function gotOf(issue: z.core.$ZodIssue, value: unknown): string {
  const isUseful = typeof value === 'string' ? issue.code === 'invalid_value' : typeof value === 'number';
  return isUseful && issue.code !== 'invalid_type' ? JSON.stringify(value).slice(0, LONGEST_VALUE) : typeOf(value);
}

function typeOf(value: unknown): string {
  if (value === undefined) return NOTHING;
  if (value === null) return 'null';
  if (typeof value === 'number' && !Number.isInteger(value)) return 'fraction';
  return Array.isArray(value) ? 'array' : typeof value;
}

function collectAdditions(value: object, known: object, path: string, found: Drift[]): void {
  // The schema passed the value through unchanged.
  if (value === known) return;
  for (const key of Object.keys(value)) {
    if (found.length >= MOST_ADDITIONS) return;
    const member: unknown = (value as Record<string, unknown>)[key];
    const isKnown = key in known;
    if (isKnown && (typeof member !== 'object' || member === null)) continue;
    const memberPath = Array.isArray(value) ? `${path}[]` : step(path, key);
    if (!isKnown) found.push({ path: memberPath, expected: 'no such field', got: typeOf(member), isAddition: true });
    else collectAdditions(member as object, (known as Record<string, object>)[key] ?? {}, memberPath, found);
  }
}
