/** One program that imports and requires the package, as happens when its dependencies load it each in their way. */
import { createRequire } from 'node:module';
import { BlockedError, MarketplaceError } from 'buybox';
import { parsePage } from 'buybox/parse';

const required = createRequire(import.meta.url)('buybox/parse');
const captcha = '<form action="/errors/validateCaptcha"><input id="captchacharacters"></form>';

for (const parse of [parsePage, required.parsePage]) {
  try {
    parse(captcha, { url: 'https://www.amazon.com/dp/B0LANTERN1' });
  } catch (error) {
    console.log(
      error instanceof BlockedError,
      error instanceof required.MarketplaceError,
      error instanceof MarketplaceError,
      error instanceof required.ParseError,
    );
  }
}
