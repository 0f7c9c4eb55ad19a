/**
 * Writes all offers of your products as CSV, as input for a repricer. Each row is an offer with its landed price.
 *
 *   node examples/repricer-input.ts B0LANTERN1:us B0WASSERK1:de > offers.csv
 *   node examples/repricer-input.ts --condition new --max-pages 3 < asins.txt > offers.csv
 *   node examples/repricer-input.ts --fixtures
 */
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { type AnyMarketplace, allOffers, createMarketplace, landedPrice, type OfferEntry, type Params } from 'buybox';
import { stringify } from 'csv-stringify';
import { pMapIterable } from 'p-map';

/** A row of the CSV file. Values that the page does not show are empty cells. */
export interface OfferRow {
  asin: string;
  marketplace: string | undefined;
  seller_id: string | null;
  seller: string | undefined;
  is_buy_box: boolean | undefined;
  is_amazon: boolean | undefined;
  fulfilment: 'FBA' | 'FBM' | undefined;
  condition: string | null | undefined;
  price: number | undefined;
  shipping: number | undefined;
  /** Price, shipping and import fees; absent when the shipping price is unknown. */
  landed_price: number | undefined;
  currency: string | undefined;
  coupon: string | undefined;
  stock_qty: number | undefined;
  minimum_order_quantity: number | undefined;
  delivery_by: string | null | undefined;
  seller_positive_percent: number | undefined;
  seller_ratings: number | undefined;
  offer_id: string | undefined;
}

/** All offers of a product, or the error: never a part of the list. */
export type ProductOffers =
  | { product: Params<'offers'>; rows: OfferRow[]; pages: number }
  | { product: Params<'offers'>; error: unknown };

/** Options of {@link repricerInput}. */
export interface RepricerOptions {
  /** Products in parallel. @default 5 */
  concurrency?: number;
  /** Most pages of ten offers for each product, one credit each. @default all */
  maxPages?: number | undefined;
}

/** Yields all offers of each product, in the order of the products. */
export async function* repricerInput(
  marketplace: AnyMarketplace,
  products: readonly Params<'offers'>[],
  { concurrency = 5, maxPages }: RepricerOptions = {},
): AsyncGenerator<ProductOffers> {
  const read = async (product: Params<'offers'>): Promise<ProductOffers> => {
    try {
      const { offers, pages } = await allOffers(marketplace, product, { maxPages });
      return { product, rows: offers.map((offer) => rowOf(product, offer)), pages };
    } catch (error) {
      return { product, error };
    }
  };
  yield* pMapIterable(products, read, { concurrency });
}

function rowOf({ asin, marketplace }: Params<'offers'>, offer: OfferEntry): OfferRow {
  const standard = offer.delivery.find(({ kind }) => kind === 'standard');
  return {
    asin,
    marketplace,
    seller_id: offer.seller_id,
    seller: offer.name,
    is_buy_box: offer.is_pinned,
    is_amazon: offer.is_amazon,
    fulfilment: offer.is_fba === undefined ? undefined : offer.is_fba ? 'FBA' : 'FBM',
    condition: offer.condition ?? offer.condition_text,
    price: offer.price,
    // 0 is free or unknown: a sum with an unknown cost would be too low.
    shipping: offer.is_shipping_known ? offer.shipping_price : undefined,
    landed_price: landedPrice(offer)?.amount,
    currency: offer.currency,
    coupon: offer.coupon?.text,
    stock_qty: offer.stock_qty,
    minimum_order_quantity: offer.minimum_order_quantity,
    delivery_by: standard?.date_max,
    seller_positive_percent: offer.rating_percent,
    seller_ratings: offer.reviews_count,
    offer_id: offer.offer_id,
  };
}

if (process.argv[1] === import.meta.filename) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      condition: { type: 'string' },
      'max-pages': { type: 'string' },
      fixtures: { type: 'boolean', default: false },
    },
  });
  const marketplace = values.fixtures
    ? await (await import('./fixtures.ts')).fixtureMarketplace()
    : createMarketplace();
  try {
    const given = values.fixtures ? ['B0LANTERN1:us', 'B0WASSERK1:de', 'B0HAMMOCK1:us'] : positionals;
    const words = given.length > 0 ? given : (await text(process.stdin)).split(/\s+/).filter(Boolean);
    // The call checks the marketplace's code and the condition.
    const products = words.map((word) => {
      const [asin, code] = word.split(':');
      return { asin, marketplace: code, condition: values.condition } as Params<'offers'>;
    });
    const maxPages = values['max-pages'] === undefined ? undefined : Number(values['max-pages']);
    const rows = async function* () {
      for await (const result of repricerInput(marketplace, products, { maxPages })) {
        if ('rows' in result) yield* result.rows;
        else {
          console.error(`${result.product.asin}: ${String(result.error)}`);
          process.exitCode = 1;
        }
      }
    };
    // Sellers write names and conditions: a spreadsheet must not run them as formulas.
    await pipeline(rows, stringify({ header: true, escape_formulas: true, cast: { boolean: String } }), process.stdout);
  } finally {
    await marketplace.close();
  }
}
