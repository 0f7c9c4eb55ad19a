import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createMarketplace } from 'buybox';
import { savedPages } from 'buybox/local';

const fixtures = join(dirname(fileURLToPath(import.meta.resolve('buybox/package.json'))), 'fixtures');

test('pages in process', async () => {
  const marketplace = createMarketplace({ pages: savedPages(fixtures) });
  const { data } = await marketplace.product({ asin: 'B0LANTERN1' });
  expect(data.asin).toBe('B0LANTERN1');
  await marketplace.close();
});
