/**
 * Runs on either backend. Environment variables select the backend; the program stays the same.
 *
 *   node examples/switch-backend.ts B0LANTERN1
 *   BUYBOX_BACKEND=remote BUYBOX_BASE_URL=https://api.example.com BUYBOX_API_KEY=... node examples/switch-backend.ts B0LANTERN1
 */
import { createMarketplace, MarketplaceError } from 'buybox';

const [asin = 'B0LANTERN1'] = process.argv.slice(2);

const marketplace = createMarketplace();
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
} finally {
  await marketplace.close();
}
