/** A server's program: Vite bundles it with all that it imports (`vite build --ssr`). */
import { createMarketplace } from 'buybox';
import { savedPages } from 'buybox/local';

const marketplace = createMarketplace({ pages: savedPages(process.argv[2]) });
const { data } = await marketplace.product({ asin: 'B0LANTERN1' });
console.log(JSON.stringify({ title: data.title }));
await marketplace.close();
