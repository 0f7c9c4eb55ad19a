/** Loaded before an example (`node --import`): the package's name means its source, and the network is msw's; only loopback is left as it is. */
import { registerHooks } from 'node:module';
import { http, passthrough } from 'msw';
import { setupServer } from 'msw/node';
import { apiHandlers, pageHandlers } from '../../src/testing.ts';

registerHooks({
  resolve(specifier, context, next) {
    const [, face] = /^buybox(?:\/(\w+))?$/.exec(specifier) ?? [undefined, undefined];
    const isOurs = specifier === 'buybox' || face !== undefined;
    return isOurs
      ? next(new URL(`../../src/${face ?? 'index'}.ts`, import.meta.url).href, context)
      : next(specifier, context);
  },
});

setupServer(
  http.all(/^http:\/\/(?:127\.0\.0\.1|localhost)[:/]/, () => passthrough()),
  ...pageHandlers(),
  ...apiHandlers({ baseUrl: 'https://api.example.com', apiKey: 'sk-test-key' }),
).listen({ onUnhandledFrame: 'error' });
