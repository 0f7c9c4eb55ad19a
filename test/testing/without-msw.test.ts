import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { program } from '../built/program.ts';

const entry = (name: string) => JSON.stringify(pathToFileURL(program(name)).href);

/**
 * Prints what `buybox/testing` does in a project that has neither msw nor fast-check. It runs the test build, so that `npm test` needs no package;
 * `test/package/consumers.long.test.ts` runs the installed kit without them.
 */
const PROGRAM = `
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve(name, context, next) {
      if (/^(?:msw|fast-check)(?:\\/|$)/.test(name)) throw Object.assign(new Error('Cannot find module ' + name), { code: 'MODULE_NOT_FOUND' });
      return next(name, context);
    },
  });
  const { createMarketplace } = await import(${entry('index')});
  const { arbitraries, fixturePages, startFixtureMarketplace } = await import(${entry('testing')});
  const { apiHandlers, pageHandlers } = await import(${entry('testing-msw')});

  const titleFrom = async (options) => {
    const marketplace = createMarketplace(options);
    const { data } = await marketplace.product({ asin: 'B0WASSERK1', marketplace: 'de' });
    await marketplace.close();
    return data.title;
  };
  const site = await startFixtureMarketplace();
  const titles = [await titleFrom({ pages: fixturePages() }), await titleFrom({ via: site.url })];
  await site.close();

  const refused = [apiHandlers, pageHandlers, () => arbitraries.product].map((handlers) => {
    try {
      handlers();
      return 'no error';
    } catch ({ code, parameter, message }) {
      return { code, parameter, message };
    }
  });
  console.log(JSON.stringify({ titles, refused }));
`;

it('buybox/testing works without its optional packages, except the parts that need and name them', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', PROGRAM]);
  const refusal = (feature: string, name = 'msw') => ({
    code: 'INVALID_CONFIGURATION',
    parameter: name,
    message: `${name}: ${feature} needs the package "${name}". Install it: npm install --save-dev ${name}`,
  });
  const title = 'Brenneke Kettle 1.7 L, Stainless Steel, Temperature Selection, 2400 W';
  expect(JSON.parse(stdout)).toEqual({
    titles: [title, title],
    refused: [refusal('apiHandlers'), refusal('pageHandlers'), refusal('arbitraries', 'fast-check')],
  });
});
