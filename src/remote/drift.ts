/** Where a live answer differs from the contract. The live answer wins (specification, "Versioning"): differences are told, not mended. */
import * as z from 'zod';
import { dataSchemas } from '../contract/data/index.ts';
import { type EndpointName, endpoints } from '../contract/endpoints.ts';
import { ResponseMetaSchema } from '../contract/envelope.ts';
import { isPageType } from '../contract/page-types.ts';
import type { LiveEnvelope } from './response.ts';

/** One difference. */
export interface Drift {
  /** Where it is: `data.product_sellers_info[].price`; the place in a list is left out. */
  path: string;
  /** What the contract says of it. */
  expected: string;
  /** What came: a type, or the value where the contract lists values. */
  got: string;
  /** A field that the contract does not know: it does no harm, and is no error of a strict marketplace. */
  isAddition: boolean;
}

const FrameSchema = z.object({
  success: z.literal(true),
  found: z.boolean(),
  page_type: z.string(),
  data: z.unknown(),
  meta: ResponseMetaSchema,
});

/** The differences of an envelope; none for nearly all. */
export function driftOf(name: EndpointName, envelope: LiveEnvelope): Drift[] {
  const { found, page_type, data } = envelope;
  const pageTypes: readonly string[] = endpoints[name].responses;
  return [
    ...differences(FrameSchema, envelope, ''),
    ...(typeof page_type === 'string' && !pageTypes.includes(page_type)
      ? [{ path: 'page_type', expected: pageTypes.join('|'), got: JSON.stringify(page_type), isAddition: false }]
      : []),
    ...(found && isPageType(page_type) ? differences(dataSchemas[page_type], data, 'data') : []),
    ...(!found && data !== null ? [{ path: 'data', expected: 'null', got: typeOf(data), isAddition: false }] : []),
  ];
}

function differences(schema: z.ZodType, value: unknown, path: string): Drift[] {
  const result = schema.safeParse(value);
  if (!result.success) return result.error.issues.map((issue) => toDrift(issue, value, path));
  const found: Drift[] = [];
  // A schema leaves out the fields that it does not know.
  collectAdditions(value as object, result.data as object, path, found);
  return found;
}

function toDrift(issue: z.core.$ZodIssue, root: unknown, path: string): Drift {
  const value = issue.path.reduce((parent, key) => (parent as Record<PropertyKey, unknown>)[key], root);
  const place = issue.path.reduce<string>((start, key) => step(start, key), path);
  return { path: place, expected: expectationOf(issue), got: gotOf(issue, value), isAddition: false };
}

function step(path: string, key: PropertyKey): string {
  if (typeof key === 'number') return `${path}[]`;
  return path === '' ? String(key) : `${path}.${String(key)}`;
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

/** The value itself where a list of values or a bound is missed: the type alone would say nothing there. */
function gotOf(issue: z.core.$ZodIssue, value: unknown): string {
  const isTelling = typeof value === 'string' ? issue.code === 'invalid_value' : typeof value === 'number';
  return isTelling && issue.code !== 'invalid_type' ? JSON.stringify(value).slice(0, LONGEST_VALUE) : typeOf(value);
}

function typeOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (typeof value === 'number' && !Number.isInteger(value)) return 'fraction';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Collects the members that are in the value and not in what its schema knows of it. */
function collectAdditions(value: object, known: object, path: string, found: Drift[]): void {
  // What a schema passes through as it is holds no more than itself.
  if (value === known) return;
  for (const key of Object.keys(value)) {
    const member: unknown = (value as Record<string, unknown>)[key];
    const isKnown = key in known;
    if (isKnown && (typeof member !== 'object' || member === null)) continue;
    const place = Array.isArray(value) ? `${path}[]` : step(path, key);
    if (!isKnown) found.push({ path: place, expected: 'no such field', got: typeOf(member), isAddition: true });
    else collectAdditions(member as object, (known as Record<string, object>)[key] ?? {}, place, found);
  }
}

/** How many shapes are remembered: a service whose field names are data would else fill the memory. */
const MOST_SHAPES = 1_000;
/** How many answers of a page type are all looked at. */
const FIRST_ANSWERS = 100;
/** Of those after them, one in so many is: what drifts does not drift once, and looking costs up to a third of the client's own time. */
const SAMPLE = 25;

/** Remembers which differences have been told, and how many answers it has seen. */
export class DriftWatch {
  readonly #told = new Set<string>();
  readonly #seen = new Map<string, number>();

  /** Whether the next answer of a page type is to be looked at. */
  isDue(pageType: unknown): boolean {
    const type = isPageType(pageType) ? pageType : 'unknown';
    const seen = (this.#seen.get(type) ?? 0) + 1;
    this.#seen.set(type, seen);
    return seen <= FIRST_ANSWERS || seen % SAMPLE === 0;
  }

  /** Whether a difference is told for the first time: once a shape, for each page type. */
  isNew(pageType: unknown, { path, expected, got }: Drift): boolean {
    const shape = JSON.stringify([pageType, path, expected, got]);
    if (this.#told.has(shape) || this.#told.size >= MOST_SHAPES) return false;
    this.#told.add(shape);
    return true;
  }
}
