/** HTML as a template, which escapes its values, and the document of every page of this package. */
import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { oneLine } from './text.ts';

export { html, raw } from 'hono/html';

/** Escaped HTML. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** A document. */
export interface Document {
  title: string;
  /** The style sheet, or the URL of one. */
  style: string | { href: string };
  /** The content security policy, unless a header has it. */
  policy?: string | undefined;
  /** The program that made it. */
  generator?: string | undefined;
  body: Html;
}

/** Returns a complete HTML document. */
export async function htmlDocument({ title, style, policy, generator, body }: Document): Promise<string> {
  const text = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${policy === undefined ? '' : html`<meta http-equiv="content-security-policy" content="${raw(policy)}">`}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
${generator === undefined ? '' : html`<meta name="generator" content="${generator}">`}
<title>${oneLine(title)}</title>
<link rel="icon" href="data:,">
${typeof style === 'string' ? html`<style>${raw(style)}</style>` : html`<link rel="stylesheet" href="${style.href}">`}
</head>
<body>
${body}
</body>
</html>
`;
  return text.toString();
}

/** Text from a page or file as pages show it: escaped, on one line, isolated from the direction of the text around it. */
export function foreignText(text: string, longest?: number): Html {
  return html`<bdi>${oneLine(text, longest)}</bdi>`;
}
