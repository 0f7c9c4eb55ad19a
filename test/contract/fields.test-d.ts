import { describe, expectTypeOf, it } from 'vitest';
import type { AllFields, DataOf, FieldChoice, FieldPath } from '../../src/contract/field-types.ts';
import type { PageDataByType } from '../../src/contract/generated/endpoints.ts';
import type { StorefrontData } from '../../src/contract/generated/lists.ts';
import type { ProductData } from '../../src/contract/generated/product.ts';
import type { SearchData } from '../../src/contract/generated/search.ts';
import type { AnyMarketplace, EnvelopeOf, FieldOf, Marketplace } from '../../src/contract/marketplace.ts';
import {
  type BatchRequest,
  type BatchResult,
  batch,
  createMarketplace,
  landedPrice,
  searchPages,
  withResponse,
} from '../../src/entries/index.ts';
import { parsePage, parseProduct, parseSearch } from '../../src/entries/parse.ts';
import type { JobResult } from '../../src/entries/queue.ts';
import type { PagesRead } from '../../src/paging/index.ts';

describe('the paths of fields', () => {
  it('are those of the data, with dots', () => {
    expectTypeOf<'title' | 'brand.name' | 'promotion.deal.ends_on' | 'delivery.date_min'>().toExtend<
      FieldPath<ProductData>
    >();
    expectTypeOf<'shallow_parts' | 'shallow_parts.price' | 'shallow_parts.coupon.value'>().toExtend<
      FieldPath<SearchData>
    >();
    expectTypeOf<'rating_histogram.5' | 'selected_variation.color_name'>().toExtend<FieldPath<ProductData>>();
    expectTypeOf<'seller_id' | 'store_id' | 'sections.asins'>().toExtend<FieldPath<StorefrontData>>();
    expectTypeOf<'titel'>().not.toExtend<FieldPath<ProductData>>();
    expectTypeOf<'title.length'>().not.toExtend<FieldPath<ProductData>>();
    expectTypeOf<'delivery.0.text'>().not.toExtend<FieldPath<ProductData>>();
  });
});

describe('a function of your own with a choice of fields', () => {
  const product = <const Field extends FieldOf<'product'>>(asin: string, choice: FieldChoice<'product', Field>) =>
    createMarketplace().product<Field>({ asin, ...choice });

  it('returns data with these fields', async () => {
    const { data } = await product('B0LANTERN1', { fields: ['title', 'brand.name'] });
    expectTypeOf(data).toEqualTypeOf<{ asin: string; title?: string; brand?: { name: string } } | null>();
    // @ts-expect-error There is no field titel.
    await product('B0LANTERN1', { fields: ['titel'] });
  });

  it('works with the response, too', async () => {
    const { data, status } = await withResponse(createMarketplace(), 'product', {
      asin: 'B0LANTERN1',
      fields: ['title'],
    });
    expectTypeOf(data).toEqualTypeOf<{ asin: string; title?: string } | null>();
    expectTypeOf(status).toBeNumber();
  });
});

describe('the landed price', () => {
  it('needs all fields that it depends on', async () => {
    const fields = ['price', 'currency', 'shipping_price', 'is_shipping_known', 'import_fees', 'delivery'] as const;
    const paths = fields.map((name) => `product_sellers_info.${name}` as const);
    const { data } = await createMarketplace().offers({ asin: 'B0LANTERN1', fields: paths });
    expectTypeOf(landedPrice).toBeCallableWith({ ...data?.product_sellers_info[0], delivery: [] });
    const less = await createMarketplace().offers({ asin: 'B0LANTERN1', fields: ['product_sellers_info.price'] });
    // @ts-expect-error The delivery is missing.
    for (const offer of less.data?.product_sellers_info ?? []) landedPrice(offer);
  });
});

describe('data with some fields', () => {
  it('has these, as in the whole data, and what identifies the data', () => {
    expectTypeOf<DataOf<ProductData, 'title' | 'brand.name'>>().toEqualTypeOf<{
      asin: string;
      title?: string;
      brand?: { name: string };
    }>();
    expectTypeOf<DataOf<SearchData, 'shallow_parts.price' | 'last_page_number'>>().toEqualTypeOf<{
      current_page: number;
      last_page_number?: number;
      shallow_parts: { asin: string; price?: number }[];
    }>();
    expectTypeOf<DataOf<SearchData, 'shallow_parts.coupon.value'>['shallow_parts'][number]>().toEqualTypeOf<{
      asin: string;
      coupon?: { value: number } | null;
    }>();
  });

  it('has a whole object if both the object and a part of it are in the list', () => {
    expectTypeOf<DataOf<ProductData, 'brand' | 'brand.name'>['brand']>().toEqualTypeOf<ProductData['brand']>();
  });

  it('keeps maps and the kinds of a union', () => {
    type Color = DataOf<ProductData, 'selected_variation.color_name'>['selected_variation'];
    expectTypeOf<Color>().toEqualTypeOf<ProductData['selected_variation']>();
    expectTypeOf<DataOf<StorefrontData, 'name'>>().toEqualTypeOf<
      | { kind: 'seller'; seller_id: string; name?: string; current_page: number }
      | { kind: 'brand'; store_id: string; name?: string }
      | { kind: 'author'; author_id: string; name?: string }
    >();
  });

  it('is the whole data without a choice of fields', () => {
    expectTypeOf<DataOf<ProductData, AllFields>>().toEqualTypeOf<ProductData>();
  });

  it('has every field optional if the choice is not known at compile time', () => {
    type Some = DataOf<SearchData, string>;
    expectTypeOf<Some>().toEqualTypeOf<DataOf<SearchData, FieldPath<SearchData>>>();
    expectTypeOf<Some['current_page']>().toEqualTypeOf<number>();
    expectTypeOf<{ current_page: number }>().toExtend<Some>();
    expectTypeOf<{ current_page: number; shallow_parts: { asin: string }[] }>().toExtend<Some>();
    for (const type of ['product', 'search', 'offers', 'seller', 'category', 'bestseller', 'reviews'] as const) {
      type Data = PageDataByType[typeof type];
      expectTypeOf<Data>().toExtend<DataOf<Data, string>>();
    }
  });
});

describe('the functions that read a page', () => {
  const url = 'https://www.amazon.com/dp/B0LANTERN1';

  it('infer the fields of inline lists and of constant lists', () => {
    const inline = parseProduct('', { url, fields: ['title', 'bb_price'] });
    expectTypeOf(inline.data).toEqualTypeOf<{ asin: string; title?: string; bb_price?: number } | null>();
    const fields = ['shallow_parts.title'] as const;
    const constant = parseSearch('', { url, fields });
    if (constant.found) expectTypeOf(constant.data.shallow_parts).toEqualTypeOf<{ asin: string; title?: string }[]>();
    const page = parsePage('', { url, fields: ['title', 'shallow_parts.price'] });
    if (page.found && page.page_type === 'product')
      expectTypeOf(page.data).toEqualTypeOf<{ asin: string; title?: string }>();
    if (page.found && page.page_type === 'offers') expectTypeOf(page.data.page_index).toEqualTypeOf<number>();
  });

  it('return some fields for a list of strings', () => {
    const fields: string[] = ['title'];
    const { data } = parseProduct('', { url, fields });
    expectTypeOf(data).toEqualTypeOf<DataOf<ProductData, string> | null>();
    const perhaps = fields.length > 1 ? fields : undefined;
    expectTypeOf(parseProduct('', { url, fields: perhaps }).data).toEqualTypeOf(data);
    expectTypeOf(parsePage('', { url, fields: perhaps })).toEqualTypeOf(parsePage('', { url, fields }));
    const call = (marketplace: Marketplace) =>
      marketplace.product({ asin: 'B0LANTERN1', fields: perhaps }).then((result) => result.data);
    expectTypeOf(call).returns.resolves.toEqualTypeOf(data);
  });

  it('return all fields without a list', () => {
    expectTypeOf(parseProduct('', { url }).data).toEqualTypeOf<ProductData | null>();
    type Last = Extract<ReturnType<typeof parsePage>, { page_type: 'product'; found: true }>;
    expectTypeOf<Last['data']>().toEqualTypeOf<ProductData>();
    expectTypeOf(parsePage('', { url, document: true }).document.children).toExtend<unknown[]>();
    expectTypeOf(parsePage('', { url, fields: ['title'], document: true }).document.children).toExtend<unknown[]>();
  });

  it('reject a misspelt field', () => {
    // @ts-expect-error not a field
    parseProduct('', { url, fields: ['titel'] });
    // @ts-expect-error not a field of a product
    parseProduct('', { url, fields: ['shallow_parts.title'] });
    // @ts-expect-error not a field of any page
    parsePage('', { url, fields: ['title', 'titel'] });
  });
});

describe('the iterators', () => {
  it('infer the fields, and take a list of strings', () => {
    const chosen = (marketplace: Marketplace) =>
      searchPages(marketplace, { keyword: 'kettle', fields: ['last_page_number'] });
    expectTypeOf(chosen).returns.toEqualTypeOf<
      AsyncGenerator<EnvelopeOf<'search', 'last_page_number'>, void, undefined>
    >();
    const listed = (marketplace: Marketplace, fields: string[]) =>
      searchPages(marketplace, { keyword: 'kettle', fields });
    expectTypeOf(listed).returns.toEqualTypeOf<AsyncGenerator<EnvelopeOf<'search', string>, void, undefined>>();
    // @ts-expect-error not a field
    const misspelt = (marketplace: Marketplace) => searchPages(marketplace, { keyword: 'a', fields: ['x'] });
    expectTypeOf(misspelt).toBeFunction();
  });
});

describe('a helper for a marketplace', () => {
  it('passes fields, and is called with the result of createMarketplace', () => {
    const titleOf = (marketplace: Marketplace) =>
      marketplace.product({ asin: 'B0LANTERN1', fields: ['title'] }).then(({ data }) => data);
    expectTypeOf(titleOf).returns.resolves.toEqualTypeOf<{ asin: string; title?: string } | null>();
    expectTypeOf(titleOf).toBeCallableWith(createMarketplace());
    expectTypeOf<Marketplace>().toExtend<AnyMarketplace>();
  });
});

describe('a batch', () => {
  it('has results that its endpoint and its error tell apart', () => {
    const result = {} as BatchResult;
    if (result.error === undefined && result.endpoint === 'product') {
      expectTypeOf(result.request.params.asin).toEqualTypeOf<string>();
      expectTypeOf(result.response.page_type).toEqualTypeOf<'product'>();
    }
    const job = {} as JobResult;
    if (job.endpoint === 'search') {
      expectTypeOf(job.params.keyword).toEqualTypeOf<string>();
      expectTypeOf(job.envelope).toEqualTypeOf<EnvelopeOf<'search'> | undefined>();
    }
  });

  it('reads all pages of endpoints that have pages only', () => {
    expectTypeOf<{ endpoint: 'offers'; params: { asin: string }; pages: 'all' }>().toExtend<BatchRequest>();
    expectTypeOf<{ endpoint: 'product'; params: { asin: string }; pages: 'all' }>().not.toExtend<BatchRequest>();
  });

  it('has the pages of a request that asks for all', () => {
    type Requested = { endpoint: 'offers'; params: { asin: string }; pages: 'all' };
    const result = {} as BatchResult<Requested>;
    if (result.error === undefined) expectTypeOf(result.pages).toEqualTypeOf<PagesRead>();
    const one = {} as BatchResult<Omit<Requested, 'pages'>>;
    expectTypeOf(one.pages).toEqualTypeOf<PagesRead | undefined>();
  });

  it('has the fields that its requests name', () => {
    const results = (marketplace: Marketplace) =>
      batch(marketplace, [
        { endpoint: 'product', params: { asin: 'B0LANTERN1', fields: ['title'] } },
        { endpoint: 'search', params: { keyword: 'kettle' } },
      ]);
    type Result = Awaited<ReturnType<ReturnType<typeof results>['next']>>['value'];
    type Response = NonNullable<Extract<Result, { error?: undefined }>['response']>;
    type DataOfType<Type> = Extract<Response, { page_type: Type; found: true }>['data'];
    expectTypeOf<DataOfType<'product'>>().toEqualTypeOf<{ asin: string; title?: string }>();
    expectTypeOf<DataOfType<'search'>>().toEqualTypeOf<SearchData>();
  });
});
