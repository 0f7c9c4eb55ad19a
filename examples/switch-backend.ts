/**
 * Runs on either backend. Environment variables select the backend; the program stays the same.
 *
 *   node examples/switch-backend.ts B08N5WRWNW
 *   BUYBOX_BACKEND=remote BUYBOX_BASE_URL=https://api.example.com BUYBOX_API_KEY=... node examples/switch-backend.ts B08N5WRWNW
 */
import { createMarketplace, MarketplaceError } from 'buybox';

const [asin = 'B08N5WRWNW'] = process.argv.slice(2);

await using marketplace = createMarketplace();
try {
  const { found, data, meta } = await marketplace.product({ asin });
  if (found) console.log(`${data.asin}: ${data.title}, ${data.bb_price ?? 'no Buy Box price'} ${data.currency ?? ''}`);
  else console.log(`${asin}: not sold on ${meta.marketplace}`);
  console.log(`${meta.usage.requests_consumed} credit`);
} catch (error) {
  if (!(error instanceof MarketplaceError)) throw error;
  // Both backends throw the same classes, codes and messages.
  console.error(`${error.name} ${error.code}: ${error.message}`);
  process.exitCode = 1;
}
