/** Examples of the endpoints' commands, for `--help`. */
import { type EndpointName, endpoints } from '../../../contract/endpoints.ts';

/** Further examples, by endpoint. */
const MORE: Readonly<Partial<Record<EndpointName, readonly string[]>>> = {
  product: [
    'product B0WASSERK1 --marketplace de --language native --fields title,bb_price,seller.name',
    'product B0LANTERN1 --backend remote --base-url https://api.example.com',
  ],
  search: [
    'search "water kettle" --max-pages 3 --csv > kettles.csv',
    'search wasserkocher --marketplace de --fields asin,title,price',
  ],
  offers: ['offers B0LANTERN1 --condition used --all-pages --ndjson'],
  seller: ['seller A1LARKMOOR0US --fields name,rating,business_address'],
  scrape: [
    'scrape https://www.amazon.com/gp/bestsellers/kitchen',
    'scrape https://www.amazon.de/dp/B0WASSERK1 --table',
  ],
  category: ['category 289913 --min-price 20', 'category 289913 --all-pages --csv > category.csv'],
};

/** Returns the examples of an endpoint's command, as `--help` prints them. */
export function examplesOf(name: EndpointName): string {
  const lines = [exampleOf(name), ...(MORE[name] ?? [])].map((example) => `  buybox ${example}`);
  return `Examples:\n${lines.join('\n')}`;
}

/** The example of the endpoint's row as a command line: the subject is the argument, all other parameters are options. */
function exampleOf(name: EndpointName): string {
  const { subject, example } = endpoints[name];
  const words = Object.entries(example).map(([parameter, value]) => {
    const text = /\s/.test(String(value)) ? JSON.stringify(value) : String(value);
    return parameter === subject ? text : `--${parameter.replaceAll('_', '-')} ${text}`;
  });
  return [name, ...words].join(' ');
}
