/** The frame of the service's HTML pages. The `html` tag escapes values. */
import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

export { html } from 'hono/html';

/** Escaped HTML. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** Returns the path that the service is mounted at, as browsers see it; '' at the root. */
export function rootOf(baseUrl: string | undefined): string {
  return baseUrl === undefined ? '' : new URL(baseUrl).pathname.replace(/(?<!\/)\/+$/, '');
}

/** Returns a complete HTML page. */
export async function document(root: string, title: string, body: Html): Promise<string> {
  const text = await html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title} · buybox</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="${root}/style.css" />
  </head>
  <body>
    ${body}
  </body>
</html>`;
  return text.toString();
}
