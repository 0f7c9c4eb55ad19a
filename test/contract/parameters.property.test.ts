import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { MARKETPLACES } from '../../src/contract/codes.ts';
import { ENDPOINT_NAMES, type EndpointName, endpoints } from '../../src/contract/endpoints.ts';
import { BadRequestError } from '../../src/contract/errors.ts';
import { checkedValue, type Parameter, type ParameterTable } from '../../src/contract/parameter.ts';
import { paramsSchemas } from '../../src/contract/schemas/params.ts';
import { validateParams } from '../../src/contract/validate.ts';
import { anyText } from '../hostile-texts.ts';
import { runsOf } from '../runs.ts';

/** Values that are nearly valid, or that break checks that are written by hand. */
const HOSTILE: readonly unknown[] = [
  undefined,
  null,
  true,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  -0,
  1e21,
  2 ** 53,
  -(2 ** 53),
  5e-324,
  Number.MAX_VALUE,
  0.1 + 0.2,
  0.07,
  2.675,
  1e9,
  1e9 + 0.01,
  999_999_999.99,
  10n,
  Symbol.iterator,
  [],
  {},
  new Date(0),
  new String('B0LANTERN1'),
  () => 'us',
  ['us'],
  { toString: () => 'us' },
  '',
  ' ',
  '\u00a0\ufeff',
  'B0LANTERN1\n',
  'B0LANTERN1\u0000',
  'Ｂ０ＬＡＮＴＥＲＮ',
  '٣٣٣',
  'US',
  'us ',
  'constructor',
  '__proto__',
  'toString',
  '😀'.repeat(500),
  '😀'.repeat(1_001),
  'x'.repeat(1_000),
  'x'.repeat(1_001),
  '\ud800'.repeat(1_001),
  '1'.repeat(20),
  '1'.repeat(21),
  'A'.repeat(50),
  'A'.repeat(51),
  `https://a.example/${'x'.repeat(8_174)}`,
  `https://a.example/${'x'.repeat(8_175)}`,
  `  https://a.example/${'x'.repeat(8_174)}  `,
  ' https://www.amazon.com/dp/B0LANTERN1 ',
  'https://www.amazon.com/\tdp/\nB0LANTERN1',
  '\u00a0https://www.amazon.com/dp/B0LANTERN1\u2003',
  'https://',
  'https:/www.amazon.com',
  'http:www.amazon.com',
  'javascript:alert(1)',
  'https://[::1',
  'https://user:pass@www.amazon.com:99999/',
  'data:,',
];

const anything = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.anything({ withBigInt: true, withDate: true, withSparseArray: true }),
  anyText(1_100),
  fc.stringMatching(/^[A-Z0-9]{8,52}$/),
  fc.stringMatching(/^\d{1,22}$/),
  fc.domain().map((host) => `https://${host}/dp/B0LANTERN1?th=1#top`),
  fc.double({ min: -10, max: 2e9 }),
  fc.integer({ min: -200_000, max: 200_000_000 }).map((cents) => cents / 100),
  fc.integer({ min: -2, max: 100 }),
  fc.constantFrom(...MARKETPLACES, 'en', 'native', 'all', 'used', 'featured', 'price_asc'),
);

/** The result of the schema: the value, or the first message. */
function bySchema(name: EndpointName, parameter: string, given: unknown) {
  const { shape }: z.ZodObject = paramsSchemas[name];
  const result = z.safeParse(shape[parameter] as z.ZodType, given);
  return result.success ? { value: result.data } : { problem: result.error.issues[0]?.message };
}

const rows: [EndpointName, string, Parameter][] = ENDPOINT_NAMES.flatMap((name) =>
  Object.entries<Parameter>(endpoints[name].params).map(([parameter, row]): [EndpointName, string, Parameter] => [
    name,
    parameter,
    row,
  ]),
);

describe('the check of a parameter', () => {
  it.each(rows)('of %s, %s, agrees with its schema', (name, parameter, row) => {
    const agree = (given: unknown) => {
      // Calls leave out parameters that are undefined; only schemas add defaults.
      if (given !== undefined) expect(checkedValue(row, given)).toEqual(bySchema(name, parameter, given));
    };
    for (const given of HOSTILE) agree(given);
    fc.assert(fc.property(anything, agree), runsOf(200));
  });
});

/** Parameters of which some are valid, some are not, and some are unknown. */
function paramsOf(name: EndpointName): fc.Arbitrary<Record<string, unknown>> {
  const table: ParameterTable = endpoints[name].params;
  const valid = Object.entries({ ...endpoints[name].example, marketplace: 'fr', language: 'native', page: 2 });
  const known = fc.constantFrom(...Object.keys(table));
  return fc
    .tuple(
      fc.subarray(valid.filter(([parameter]) => Object.hasOwn(table, parameter))),
      fc.dictionary(known, anything, { maxKeys: 2 }),
      fc.oneof(
        { weight: 3, arbitrary: fc.constant({}) },
        { weight: 1, arbitrary: fc.dictionary(fc.constantFrom('__proto__', 'constructor', 'asn', 'keywrd'), fc.nat()) },
      ),
    )
    .map(([some, wrong, unknown]) =>
      Object.fromEntries([...some, ...Object.entries(wrong), ...Object.entries(unknown)]),
    );
}

describe('the check of all parameters', () => {
  it.each(ENDPOINT_NAMES)('of %s agrees with their schema', (name) => {
    fc.assert(
      fc.property(paramsOf(name), (params) => {
        const given = Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));
        const result = paramsSchemas[name].safeParse(given);
        const unknown = result.error?.issues.find(({ code }) => code === 'unrecognized_keys');
        const [first] = result.error?.issues ?? [];
        const checked = outcome(() => validateParams(name, params as never));
        if (result.success) {
          // Rules about the marketplace's languages and URLs are not in the schemas.
          if (checked instanceof BadRequestError) expect(['marketplace', 'language']).toContain(checked.parameter);
          else {
            expect(checked).toEqual(result.data);
            expect(Object.keys(Object(checked))).toEqual(Object.keys(result.data));
          }
        } else {
          const parameter = unknown?.code === 'unrecognized_keys' ? unknown.keys[0] : String(first?.path[0]);
          expect(checked).toMatchObject({ code: 'INVALID_PARAMETER', parameter });
        }
      }),
      runsOf(500),
    );
  });

  it('compares the prices of a category only with each other', () => {
    for (const params of [{ min_price: 5 }, { max_price: 5 }, { min_price: 5, max_price: 5 }]) {
      expect(validateParams('category', { node: '1', ...params })).toMatchObject(params);
    }
    expect(outcome(() => validateParams('category', { node: '1', min_price: 5.01, max_price: 5 }))).toMatchObject({
      parameter: 'min_price',
    });
  });
});

function outcome(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return error;
  }
}
