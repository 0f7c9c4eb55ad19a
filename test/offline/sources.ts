/** For processes that tests start: `buybox` resolves to its source. */
import { registerHooks } from 'node:module';
import { type HttpHandler, http, passthrough } from 'msw';

registerHooks({
  resolve(specifier, context, next) {
    const named = /^buybox(?:\/(?<face>[\w/]+))?$/.exec(specifier);
    if (named === null) return next(specifier, context);
    return next(
      new URL(`../../src/entries/${(named.groups?.face ?? 'index').replace('/', '-')}.ts`, import.meta.url).href,
      context,
    );
  },
});

/** Lets msw pass requests to loopback. */
export const loopback: HttpHandler = http.all(/^http:\/\/(?:127\.0\.0\.1|localhost)[:/]/, () => passthrough());
