/** The service's own documents: health, metrics, OpenAPI document and reference page. */
import { PROMETHEUS_TYPE } from '../metrics/registry.ts';
import type { App, ServiceContext } from './context.ts';
import { rootOf } from './html.ts';
import { type OpenApiDocument, openApiDocument } from './openapi.ts';
import { referencePage } from './reference.ts';
import { API_HEADERS, htmlResponse, jsonResponse } from './responses.ts';
import { STYLE } from './style.ts';

/** Adds the routes `/livez`, `/readyz`, `/healthz`, `/metrics`, `/openapi.json`, `/reference` and `/style.css`. */
export function addDocuments(app: App, { settings, metrics }: ServiceContext): void {
  const { baseUrl, store } = settings;
  // They take long to make, and anybody may ask for them.
  let api: OpenApiDocument | undefined;
  let reference: Promise<string> | undefined;
  const document = () => (api ??= openApiDocument('/'));
  app.get('/livez', ({ var: { facts } }) => jsonResponse(facts, 200, { status: 'ok' }));
  for (const path of ['/healthz', '/readyz']) {
    app.get(path, async ({ var: { facts } }) => {
      // Fails if the store cannot be used.
      await Promise.all([store.ledger.remaining(''), store.ready?.()]);
      return jsonResponse(facts, 200, { status: 'ok' });
    });
  }
  app.get('/metrics', async ({ body }) =>
    body(await metrics.text(), 200, { ...API_HEADERS, 'content-type': PROMETHEUS_TYPE }),
  );
  app.get('/openapi.json', ({ req, var: { facts } }) =>
    jsonResponse(facts, 200, { ...document(), servers: [{ url: baseUrl ?? new URL(req.url).origin }] }),
  );
  app.get('/reference', async ({ var: { facts } }) => {
    reference ??= referencePage(document(), rootOf(baseUrl));
    return htmlResponse(facts, 200, await reference);
  });
  app.get('/style.css', ({ body }) =>
    body(STYLE, 200, { ...API_HEADERS, 'cache-control': 'max-age=300', 'content-type': 'text/css;charset=UTF-8' }),
  );
}
