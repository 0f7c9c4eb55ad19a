import { parseProduct } from 'buybox/parse';

export const titleOf = (html) => parseProduct(html, { url: 'https://www.amazon.com/dp/B0LANTERN1' }).data?.title;
