/** The same package, as a CommonJS module sees it. */
import { createMarketplace, type ProductData } from 'buybox';
import { savedPages } from 'buybox/local';
import { MARKETPLACES, parsePage } from 'buybox/parse';
import { createRemoteMarketplace } from 'buybox/remote';
import { createService } from 'buybox/service';

import faces = require('buybox');

export const made = [faces.createMarketplace, createRemoteMarketplace, createService, parsePage];
export const codes: readonly string[] = MARKETPLACES;

export async function main(folder: string): Promise<ProductData['title']> {
  const marketplace = createMarketplace({ pages: savedPages(folder) });
  const response = await marketplace.product({ asin: 'B0LANTERN1' });
  await marketplace.close();
  return response.found ? response.data.title : undefined;
}

main(process.argv[2] ?? '').then((title) =>
  console.log(JSON.stringify({ title, made: made.length, codes: codes.length })),
);
