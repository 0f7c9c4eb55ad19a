/** Makes the example responses of the OpenAPI document: the fixtures' answers to the example call of each endpoint. */
import { type Endpoint, type EndpointName, endpoints } from '../../src/contract/endpoints.ts';
import { callOf, type Params } from '../../src/contract/marketplace.ts';
import { requestUrl } from '../../src/contract/request-params.ts';
import { validateParams } from '../../src/contract/validate.ts';
import { fixtureMarketplace } from '../../src/testing/fixtures-in-process.ts';
import { FIXTURE_TIME } from '../../src/testing/virtual-clock.ts';

/** The typical fields of a product. */
const FIELDS =
  `title brand.name bb_price currency bsr promotion in_stock is_prime rating reviews delivery image_url`.split(' ');

/** Returns the text of src/contract/generated/examples.json, a line for each endpoint. Lists have one entry. */
export async function examplesFile(): Promise<string> {
  await using marketplace = fixtureMarketplace({ now: () => FIXTURE_TIME });
  const call = callOf(marketplace);
  const lines: string[] = [];
  const cut = (_: string, value: unknown) => (Array.isArray(value) ? value.slice(0, 1) : value);
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const { example, responses }: Endpoint = endpoints[name];
    const params = example as Params<EndpointName>;
    const asked: Params<EndpointName> & { fields?: readonly string[] } = { ...params };
    if (responses.includes('product')) asked.fields = FIELDS;
    const envelope = await call(name, asked);
    const meta = {
      ...envelope.meta,
      timing_ms: 1_240,
      request_url: requestUrl('https://api.example.com', name, validateParams(name, params)),
      request_id: '3f0d4f0e-6a0c-4d7a-9a5e-0c7f5c1f4b11',
      usage: { requests_consumed: 1, requests_remaining: 9_999 },
    };
    lines.push(`  "${name}": ${JSON.stringify({ ...envelope, meta }, cut)}`);
  }
  return `{\n${lines.join(',\n')}\n}\n`;
}
