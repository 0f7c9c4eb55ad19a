/** What the service's pages share: the frame around them, and escaping, which the `html` tag does. */
import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

export { html } from 'hono/html';

/** Text that is safe to stand in a page. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** The path below which the service is mounted, as browsers see it: '' at the top. */
export function rootOf(baseUrl: string | undefined): string {
  return baseUrl === undefined ? '' : new URL(baseUrl).pathname.replace(/\/+$/, '');
}

/** A whole page. */
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
