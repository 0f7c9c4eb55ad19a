/** The frame of the service's HTML pages. */
import { type Html, htmlDocument } from '../display/html.ts';

/** Returns the path that the service is mounted at, as browsers see it; '' at the root. */
export function rootOf(baseUrl: string | undefined): string {
  return baseUrl === undefined ? '' : new URL(baseUrl).pathname.replace(/(?<!\/)\/+$/, '');
}

/** Returns a complete HTML page. */
export function document(root: string, title: string, body: Html): Promise<string> {
  return htmlDocument({ title: `${title} · buybox`, style: { href: `${root}/style.css` }, body });
}
