/** The service's own documents: health, metrics, OpenAPI document and reference page. */
import type { App, ServiceContext } from './context.ts';
import { API_HEADERS } from './headers.ts';
import { rootOf } from './html.ts';
import { openApiDocument } from './openapi.ts';
import { referencePage } from './reference.ts';
import { htmlResponse, jsonResponse } from './responses.ts';
import { STYLE } from './style.ts';

/** Adds the routes `/healthz`, `/metrics`, `/openapi.json`, `/reference` and `/style.css`. */
export function addDocuments(app: App, { settings, calls, metrics }: ServiceContext): void {
  const { baseUrl, store } = settings;
  app.get('/healthz', async ({ var: { context } }) => {
    // Fails if the store cannot be read.
    await store.ledger.remaining('');
    return jsonResponse(context, 200, { status: 'ok' });
  });
  app.get('/metrics', ({ body }) =>
    body(metrics.text(calls.queue), 200, { ...API_HEADERS, 'content-type': 'text/plain; version=0.0.4' }),
  );
  app.get('/openapi.json', ({ req, var: { context } }) =>
    jsonResponse(context, 200, openApiDocument(baseUrl ?? new URL(req.url).origin)),
  );
  app.get('/reference', async ({ var: { context } }) =>
    htmlResponse(context, 200, await referencePage(openApiDocument('/'), rootOf(baseUrl))),
  );
  app.get('/style.css', ({ body }) =>
    body(STYLE, 200, { ...API_HEADERS, 'cache-control': 'max-age=300', 'content-type': 'text/css;charset=UTF-8' }),
  );
}
