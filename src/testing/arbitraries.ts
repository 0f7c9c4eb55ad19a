/** Generators of data for fast-check: valid data of every page type, as odd as the contract allows. */
import { createRequire } from 'node:module';
import type { Arbitrary } from 'fast-check';
import { dataSchemas } from '../contract/data/index.ts';
import type { Envelope } from '../contract/envelope.ts';
import type { PageDataByType } from '../contract/generated/endpoints.ts';
import { type Json, schemaOf } from '../contract/json-schema.ts';
import { PAGE_TYPES, type PageType } from '../contract/page-types.ts';
import { ResponseMetaSchema } from '../contract/schemas/envelope.ts';
import { packageError } from '../options/modules.ts';

type FastCheck = typeof import('fast-check');

/** Generators of the data of each page type, and of whole envelopes. */
export type Arbitraries = { readonly [Type in PageType]: Arbitrary<PageDataByType[Type]> } & {
  /** Envelopes of each page type: also of entities that do not exist, and with gaps. */
  readonly envelopes: { readonly [Type in PageType]: Arbitrary<Envelope<Type, PageDataByType[Type]>> };
};

/**
 * Generators for property tests with fast-check: `arbitraries.product`, `arbitraries.envelopes.search`. Everything that they generate is valid; fields
 * that a page can lack are sometimes absent. fast-check is an optional package, which the first use loads.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` if the package fast-check is not installed
 * @example
 * fc.assert(fc.property(arbitraries.product, (product) => priceOf(product) >= 0));
 */
export const arbitraries: Arbitraries = Object.defineProperty(lazily(dataOf), 'envelopes', {
  enumerable: true,
  value: lazily(envelopeOf),
}) as Arbitraries;

/** Returns an object with a generator for each page type, made when it is first read. */
function lazily(make: (type: PageType) => Arbitrary<unknown>): object {
  const properties = PAGE_TYPES.map((type): [PageType, PropertyDescriptor] => {
    let made: Arbitrary<unknown> | undefined;
    return [type, { enumerable: true, get: () => (made ??= make(type)) }];
  });
  return Object.defineProperties({}, Object.fromEntries(properties));
}

function loadFastCheck(): FastCheck {
  try {
    return createRequire(import.meta.url)('fast-check');
  } catch (cause) {
    const use = { name: 'fast-check', parameter: 'fast-check', feature: 'arbitraries', isDevelopment: true };
    throw packageError(use, cause);
  }
}

function dataOf(type: PageType): Arbitrary<unknown> {
  return arbitraryOf(schemaOf(dataSchemas[type]), loadFastCheck());
}

function envelopeOf(type: PageType): Arbitrary<unknown> {
  const fc = loadFastCheck();
  const meta = arbitraryOf(schemaOf(ResponseMetaSchema), fc);
  const frame = { success: fc.constant(true), page_type: fc.constant(type), meta };
  const record = (members: Record<string, Arbitrary<unknown>>) => fc.record(members, { noNullPrototype: true });
  return fc.oneof(
    { weight: 4, arbitrary: record({ ...frame, found: fc.constant(true), data: arbitraries[type] }) },
    { weight: 1, arbitrary: record({ ...frame, found: fc.constant(false), data: fc.constant(null) }) },
  );
}

/** Entries of a generated list, and characters of a text: properties run many times. */
const MOST_ENTRIES = 4;
const LONGEST_TEXT = 40;

/** Returns a generator of the values that a JSON schema allows. */
function arbitraryOf(schema: Json, fc: FastCheck): Arbitrary<unknown> {
  const { const: constant, enum: values, anyOf, oneOf, type } = schema;
  if (constant !== undefined) return fc.constant(constant);
  if (Array.isArray(values)) return fc.constantFrom(...values);
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices)) return fc.oneof(...choices.map((choice: Json) => arbitraryOf(choice, fc)));
  if (Array.isArray(type)) return fc.oneof(...type.map((one: string) => arbitraryOf({ ...schema, type: one }, fc)));
  const make = typeof type === 'string' && Object.hasOwn(MAKERS, type) ? MAKERS[type] : undefined;
  if (make === undefined) throw new TypeError(`no generator for the schema ${JSON.stringify(schema)}`);
  return make(schema, fc);
}

const MAKERS: Readonly<Record<string, (schema: Json, fc: FastCheck) => Arbitrary<unknown>>> = {
  null: (_, fc) => fc.constant(null),
  boolean: (_, fc) => fc.boolean(),
  integer: ({ minimum = 0, maximum = 2_000_000_000 }, fc) => fc.integer({ min: Number(minimum), max: Number(maximum) }),
  // Two decimals, as amounts, ratings and percentages have.
  number: ({ minimum = 0, maximum = 1_000_000 }, fc) =>
    fc.integer({ min: Number(minimum) * 100, max: Number(maximum) * 100 }).map((cents) => cents / 100),
  string: stringOf,
  array: ({ items }, fc) => fc.array(arbitraryOf(items as Json, fc), { maxLength: MOST_ENTRIES }),
  object: objectOf,
};

const FORMATS: Readonly<Record<string, (fc: FastCheck) => Arbitrary<string>>> = {
  date: (fc) => timeOf(fc).map((time) => time.slice(0, 10)),
  'date-time': timeOf,
  uri: urlOf,
  uuid: (fc) => fc.uuid(),
};

function stringOf({ format, pattern }: Json, fc: FastCheck): Arbitrary<unknown> {
  if (typeof format === 'string') {
    const make = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
    if (make === undefined) throw new TypeError(`no generator for the format ${format}`);
    return make(fc);
  }
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern));
  return fc.string({ unit: 'grapheme', maxLength: LONGEST_TEXT });
}

/** URLs with any characters in their path. `fc.webUrl()` takes a second to begin: it makes a table of all characters. */
function urlOf(fc: FastCheck): Arbitrary<string> {
  const parts = fc.array(fc.string({ unit: 'grapheme', maxLength: 12 }).map(encodeURIComponent), { maxLength: 3 });
  return fc.tuple(fc.domain(), parts).map(([domain, path]) => `https://${domain}/${path.join('/')}`);
}

/** Times of the years that the contract is about. */
function timeOf(fc: FastCheck): Arbitrary<string> {
  const [min, max] = [Date.UTC(1995, 0), Date.UTC(2035, 0)];
  return fc.integer({ min, max }).map((time) => new Date(time).toISOString());
}

function objectOf({ properties, required = [], additionalProperties }: Json, fc: FastCheck): Arbitrary<unknown> {
  // Keys begin with a letter: schemas drop `__proto__`, and keep `constructor` and the other names of an object's own methods.
  if (properties === undefined)
    return fc.dictionary(fc.stringMatching(/^[a-z][a-z_]{0,11}$/), arbitraryOf(additionalProperties as Json, fc), {
      maxKeys: MOST_ENTRIES,
      noNullPrototype: true,
    });
  const members: Record<string, Arbitrary<unknown>> = {};
  for (const [name, member] of Object.entries(properties as Record<string, Json>))
    members[name] = arbitraryOf(member, fc);
  return fc.record(members, { requiredKeys: required as string[], noNullPrototype: true });
}
