import { describe, expect, it } from 'vitest';
import { createMarketplace, type MarketplaceEvent } from '../../src/entries/index.ts';
import { httpPages } from '../../src/entries/local.ts';
import { ASIN, productPage } from '../local/pages.ts';
import { serve } from './server.ts';

const html = { 'content-type': 'text/html;charset=UTF-8' };

/** A site whose pages are priced for a place, and whose address dialogue changes the place. */
async function siteWithPlaces(result: unknown = { isValidAddress: 1 }) {
  let place = 'Seattle 98101';
  const changes: { body: unknown; token: string | undefined; cookie: string | undefined }[] = [];
  const server = await serve((request, response) => {
    const { url = '', headers } = request;
    if (url.startsWith('/portal-migration/hz/glow/address-change')) {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        const change = JSON.parse(body);
        changes.push({ body: change, token: headers['anti-csrftoken-a2z'] as string, cookie: headers.cookie });
        if ((result as { isValidAddress?: number }).isValidAddress === 1) place = `New York ${change.zipCode}`;
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result));
      });
    } else if (url.startsWith('/portal-migration/hz/glow/get-rendered')) {
      response
        .writeHead(200, html)
        .end(
          headers['anti-csrftoken-a2z'] === 'pageToken1'
            ? '<script>x = { CSRF_TOKEN : "dialogueToken2" }</script>'
            : '',
        );
    } else if (url === '/') {
      const modal = '{&quot;ajaxHeaders&quot;:{&quot;anti-csrftoken-a2z&quot;:&quot;pageToken1&quot;}}';
      response.writeHead(200, { ...html, 'set-cookie': 'session-id=1; Domain=.amazon.com; Path=/' });
      response.end(`<html><span id="nav-global-location-data-modal-action" data-a-modal="${modal}"></span></html>`);
    } else {
      response
        .writeHead(200, html)
        .end(
          productPage().replace(
            '<body>',
            `<body><span id="glow-ingress-line1">Deliver to</span><span id="glow-ingress-line2">${place}</span>`,
          ),
        );
    }
  });
  return Object.assign(server, { changes });
}

const us = { us: { postalCode: '10001' } };

describe('the delivery place', () => {
  it("is set once per session, with the requests of the site's own dialogue", async () => {
    await using site = await siteWithPlaces();
    await using marketplace = createMarketplace({
      backend: 'local',
      pages: httpPages({ via: site.url, deliverTo: us }),
    });
    const [first] = await Promise.all([marketplace.product({ asin: ASIN }), marketplace.product({ asin: ASIN })]);
    expect(first.data?.delivery_location).toBe('New York 10001');
    await marketplace.product({ asin: ASIN, marketplace: 'de' });
    expect(site.changes).toEqual([
      {
        body: expect.objectContaining({ locationType: 'LOCATION_INPUT', zipCode: '10001' }),
        token: 'dialogueToken2',
        cookie: expect.stringContaining('session-id=1'),
      },
    ]);
  });

  it('is reported as a gap if the page was priced for another place', async () => {
    await using site = await siteWithPlaces({});
    const events: MarketplaceEvent[] = [];
    await using marketplace = createMarketplace({
      backend: 'local',
      pages: httpPages({ via: site.url, deliverTo: us }),
      onEvent: (event) => events.push(event),
    });
    const response = await marketplace.product({ asin: ASIN });
    expect(response.data?.delivery_location).toBe('Seattle 98101');
    const gaps = events.flatMap((event) => (event.type === 'gaps' ? event.gaps : []));
    expect(gaps).toContainEqual({
      landmark: 'glow-ingress-line2',
      kind: 'place',
      detail: 'the page is for "Seattle 98101", not for "10001"',
    });
  });

  it('throws BadRequestError for a place that the site does not know', async () => {
    await using site = await siteWithPlaces({ isValidAddress: 0 });
    await using marketplace = createMarketplace({
      backend: 'local',
      pages: httpPages({ via: site.url, deliverTo: us }),
    });
    await expect(marketplace.product({ asin: ASIN })).rejects.toMatchObject({
      name: 'BadRequestError',
      parameter: 'deliverTo',
      message: expect.stringContaining('10001'),
    });
  });

  it('can be a country', async () => {
    await using site = await siteWithPlaces();
    await using marketplace = createMarketplace({
      backend: 'local',
      pages: httpPages({ via: site.url, deliverTo: { us: { country: 'DE' } } }),
    });
    await marketplace.product({ asin: ASIN });
    expect(site.changes[0]?.body).toMatchObject({ locationType: 'COUNTRY', countryCode: 'DE' });
  });
});
