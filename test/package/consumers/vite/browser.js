/** A page that reads another page's text: no server, no module of Node. */
import { BlockedError, detectPageType, explainPage, parsePage } from 'buybox/parse';

window.read = (html, url) => {
  const page = parsePage(html, { url });
  let refused;
  try {
    parsePage('<form action="/errors/validateCaptcha"><input id="captchacharacters"></form>', { url });
  } catch (error) {
    refused = error instanceof BlockedError ? error.code : String(error);
  }
  return {
    title: page.data.title,
    price: page.data.bb_price,
    fields: explainPage(html, { url }).fields.length,
    asin: detectPageType(url).asin,
    refused,
  };
};
