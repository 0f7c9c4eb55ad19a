/** With Vitest, without a setting but its globals. */
import { createMarketplace, RateLimitError } from 'buybox';
import { apiHandlers } from 'buybox/testing/msw';
import { setupServer } from 'msw/node';

test('a hosted service by msw', async () => {
  const server = setupServer(...apiHandlers({ responses: { search: new RateLimitError('slow down') } }));
  server.listen({ onUnhandledFrame: 'error' });
  const hosted = { backend: 'remote', baseUrl: 'https://api.example.com', apiKey: 'k', retries: 0 };
  const marketplace = createMarketplace(hosted);
  expect((await marketplace.product({ asin: 'B0LANTERN1' })).found).toBe(true);
  await expect(marketplace.search({ keyword: 'lantern' })).rejects.toThrow(RateLimitError);
  await marketplace.close();
  server.close();
});
