/** Loaded before an example (`node --import`): the package's name means its source, and the network is msw's. */
import { registerHooks } from 'node:module';
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

setupServer(...pageHandlers(), ...apiHandlers({ baseUrl: 'https://api.example.com', apiKey: 'sk-test-key' })).listen({
  onUnhandledFrame: 'error',
});
