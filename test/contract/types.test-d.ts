import { describe, expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import type { dataSchemas } from '../../src/contract/data/index.ts';
import type { ProductData } from '../../src/contract/data/product.ts';
import type { SearchResultEntry } from '../../src/contract/data/search.ts';
import type { ResponseMeta } from '../../src/contract/envelope.ts';
import type { FullParamsByEndpoint, PageDataByType, ParamsByEndpoint } from '../../src/contract/generated/endpoints.ts';
import type { AnyMarketplace, EnvelopeOf, Params } from '../../src/contract/marketplace.ts';
import type { ResponseMetaSchema } from '../../src/contract/schemas/envelope.ts';
import type { paramsSchemas } from '../../src/contract/schemas/params.ts';
import type { Block } from '../../src/html/index.ts';
import type { FieldTable } from '../../src/pages/engine/fields.ts';

describe('the types of the contract', () => {
  it('narrow an envelope by found', () => {
    const envelope = {} as EnvelopeOf<'product'>;
    expectTypeOf(envelope.page_type).toEqualTypeOf<'product'>();
    if (envelope.found) expectTypeOf(envelope.data).toEqualTypeOf<ProductData>();
    else expectTypeOf(envelope.data).toEqualTypeOf<null>();
  });

  it('narrow a scraped page by page_type and found', () => {
    const envelope = {} as EnvelopeOf<'scrape'>;
    if (envelope.page_type === 'search' && envelope.found) {
      expectTypeOf(envelope.data.shallow_parts).toEqualTypeOf<SearchResultEntry[]>();
    }
    if (envelope.page_type === 'storefront' && envelope.found && envelope.data.kind === 'brand') {
      expectTypeOf(envelope.data.store_id).toEqualTypeOf<string>();
    }
    if (envelope.page_type === 'seller' && envelope.found)
      expectTypeOf(envelope.data.seller_id).toEqualTypeOf<string | null>();
  });

  it('distinguish absent fields from null fields', () => {
    type Entry = Required<SearchResultEntry>;
    expectTypeOf<Entry['price']>().toEqualTypeOf<number>();
    expectTypeOf<Entry['shipping']>().toEqualTypeOf<number | null>();
    expectTypeOf<Entry['is_prime']>().toEqualTypeOf<true | null>();
    // An absent field is absent: `undefined` cannot be written into it.
    expectTypeOf<{ asin: string; title: undefined }>().not.toExtend<ProductData>();
    expectTypeOf<{ asin: string; promotion: null }>().toExtend<ProductData>();
    expectTypeOf<{ asin: string; bb_price: null }>().not.toExtend<ProductData>();
  });

  it('are the types that zod infers from the schemas', () => {
    type Data = { -readonly [Type in keyof typeof dataSchemas]: z.output<(typeof dataSchemas)[Type]> };
    type Schemas = typeof paramsSchemas;
    type AllParams = { -readonly [Name in keyof Schemas]: z.input<Schemas[Name]> };
    type AllFullParams = { -readonly [Name in keyof Schemas]: z.output<Schemas[Name]> };
    expectTypeOf<Data>().toEqualTypeOf<PageDataByType>();
    expectTypeOf<AllParams>().toEqualTypeOf<ParamsByEndpoint>();
    expectTypeOf<AllFullParams>().branded.toEqualTypeOf<FullParamsByEndpoint>();
    expectTypeOf<z.output<typeof ResponseMetaSchema>>().toEqualTypeOf<ResponseMeta>();
  });

  it('are assignable to records', () => {
    expectTypeOf<ProductData>().toExtend<Record<string, unknown>>();
    expectTypeOf<Params<'product'>>().toExtend<Record<string, unknown>>();
  });

  it('make only parameters with a default optional', () => {
    expectTypeOf<{ asin: string }>().toExtend<Params<'product'>>();
    expectTypeOf<{ marketplace: 'de' }>().not.toExtend<Params<'product'>>();
    expectTypeOf<{ asin: string; marketplace: 'xx' }>().not.toExtend<Params<'product'>>();
    expectTypeOf<{ keyword: string; page: number }>().toExtend<Params<'search'>>();
  });

  it('derive the interface from the table of endpoints', () => {
    expectTypeOf<AnyMarketplace['offers']>().parameter(0).toEqualTypeOf<Params<'offers'>>();
    expectTypeOf<AnyMarketplace['offers']>().returns.resolves.toEqualTypeOf<EnvelopeOf<'offers'>>();
    expectTypeOf<AnyMarketplace['seller']>().returns.resolves.toEqualTypeOf<EnvelopeOf<'seller'>>();
  });

  it('let only the source choose a selector', () => {
    const ids = ['a', 'b'] as const;
    const check = (block: Block, fromPage: string) => {
      block.find('#a');
      block.text(`#${ids[0]}`, `#${ids[1]}`);
      // @ts-expect-error a text of the page
      block.find(fromPage);
      // @ts-expect-error a part of it is a text of the page
      block.find(`[id="${fromPage}"]`);
      // @ts-expect-error the second
      block.text('#a', fromPage);
    };
    expectTypeOf(check).toBeFunction();
  });

  it('reject a misspelled or missing row of a field table', () => {
    type Small = { asin: string; title?: string };
    const asin = () => 'B000000000';
    expectTypeOf<{ asin: typeof asin; title: () => undefined }>().toExtend<FieldTable<Small>>();
    expectTypeOf<{ asin: typeof asin }>().not.toExtend<FieldTable<Small>>();
    // @ts-expect-error a misspelt row
    const table = { asin, titel: () => undefined, title: () => undefined } satisfies FieldTable<Small>;
    void table;
    // @ts-expect-error a required field must have a value
    const lacking = { asin: () => undefined, title: () => undefined } satisfies FieldTable<Small>;
    void lacking;
  });
});
