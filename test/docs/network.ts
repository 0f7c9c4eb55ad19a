/**
 * Prepares a process that runs code of the documentation: `buybox` resolves to the source, the network is the fixture marketplace, and the clock
 * starts at the time of the fixtures. `B08N5WRWNW` is the fixture that fits the marketplace.
 */
import { setupServer } from 'msw/node';
import { FIXTURES_FOLDER } from '../../src/fixtures-folder.ts';
import { createLocalMarketplace, type PageSource, savedPages } from '../../src/local.ts';
import { sitePages } from '../../src/testing/site.ts';
import { apiHandlers, FIXTURE_TIME, pageHandlers } from '../../src/testing.ts';
import { loopback } from '../offline/sources.ts';

/** Ids in the documentation and their fixtures, for one marketplace or for all. */
const STAND_INS: readonly { name: string; fixture: string; marketplace?: string }[] = [
  { name: 'B08N5WRWNW', fixture: 'B0LANTERN1', marketplace: 'us' },
  { name: 'B08N5WRWNW', fixture: 'B0WASSERK1', marketplace: 'de' },
  { name: 'B08N5WRWNW', fixture: 'B0TEAPOTS1', marketplace: 'uk' },
  { name: 'B08N5WRWNW', fixture: 'B0MOKAPOT1', marketplace: 'it' },
  { name: 'B08N5WRWNW', fixture: 'B0COUTEAU1', marketplace: 'fr' },
  { name: 'B08N5WRWNW', fixture: 'B0TETSUBN1', marketplace: 'jp' },
  { name: 'B07ZPKN6YR', fixture: 'B0HEADLMP1' },
  { name: 'A2L77EE7U53NWQ', fixture: 'A1LARKMOOR0US', marketplace: 'us' },
  { name: '3400371', fixture: '7000004' },
];

/** Returns the fixtures under the ids of the documentation. */
function documentedPages(): PageSource {
  const fixtures = savedPages(FIXTURES_FOLDER);
  return async (request) => {
    const used = STAND_INS.filter(
      ({ name, marketplace = request.marketplace }) =>
        request.url.includes(name) && marketplace === request.marketplace,
    );
    const url = used.reduce((text, { name, fixture }) => text.replaceAll(name, fixture), request.url);
    const response = await fixtures({ ...request, url, compressed: false });
    const text = typeof response.body === 'string' ? response.body : new TextDecoder().decode(response.body);
    return { ...response, body: used.reduce((page, { name, fixture }) => page.replaceAll(fixture, name), text) };
  };
}

/** Starts the fixture network. */
export function startNetwork(): void {
  const pages = documentedPages();
  const marketplace = createLocalMarketplace({ pages: sitePages(pages) });
  setupServer(
    ...pageHandlers({ pages }),
    ...apiHandlers({ baseUrl: 'https://api.example.com', apiKey: 'my-key', marketplace }),
    loopback,
  ).listen({ onUnhandledFrame: 'error' });
}

/** Sets the clock to the time of the fixtures; it runs from there. */
export function startClock(): void {
  const shift = FIXTURE_TIME - Date.now();
  const Clock = Date;
  const now = () => Clock.now() + shift;
  globalThis.Date = new Proxy(Clock, {
    construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now()] : args, self),
    apply: () => new Clock(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
