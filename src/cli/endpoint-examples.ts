/** Examples of the endpoints' commands, for `--help`. */
import type { EndpointName } from '../contract/endpoints.ts';

const lines = (...examples: string[]) => `\nExamples:\n${examples.map((example) => `  buybox ${example}`).join('\n')}`;

/** By endpoint. */
export const endpointExamples: Readonly<Record<EndpointName, string>> = {
  product: lines(
    'product B08N5WRWNW',
    'product B08N5WRWNW --marketplace de --language native --fields title,bb_price,seller.name',
    'product B08N5WRWNW --backend remote --base-url https://api.example.com',
  ),
  search: lines(
    'search "water kettle"',
    'search "water kettle" --max-pages 3 --csv > kettles.csv',
    'search wasserkocher --marketplace de --fields asin,title,price',
  ),
  offers: lines('offers B08N5WRWNW', 'offers B08N5WRWNW --condition used --all-pages --ndjson'),
  seller: lines('seller A2L77EE7U53NWQ', 'seller A2L77EE7U53NWQ --fields name,rating,business_address'),
  scrape: lines(
    'scrape https://www.amazon.com/gp/bestsellers/kitchen',
    'scrape https://www.amazon.de/dp/B08N5WRWNW --table',
  ),
  category: lines(
    'category 289913 --sort price_asc --min-price 20',
    'category 289913 --all-pages --csv > category.csv',
  ),
};
