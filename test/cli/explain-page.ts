/** Pages for the tests of `explain --html`. */
export const URL_OF_PAGE = 'https://www.amazon.com/dp/B0LANTERN1';

/** Returns a small page of a product. */
export const product = (title: string, rest = '') =>
  `<html lang="en"><body><div id="dp"><input id="ASIN" name="ASIN" value="B0LANTERN1"><h1 id="title"><span id="productTitle">${title}</span></h1>${rest}</div></body></html>`;
