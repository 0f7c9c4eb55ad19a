/** Renders an explained page as one self-contained HTML file: the page's text with the fields marked, and a table of the fields. */
import { escapeUTF8 as escaped } from 'entities';
import {
  Block,
  type ChildNode,
  collapse,
  type HtmlDocument,
  isParent,
  isSeparate,
  isSilent,
  isTag,
  isText,
} from '../../html/index.ts';
import type { ExplainedField, ExplainedPage } from '../../pages/index.ts';

/** Returns the HTML of the report. */
export function explainHtml({ page_type, found, fields }: ExplainedPage, document: HtmlDocument, url: string): string {
  const lines = linesOf(document, marksOf(fields, document));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(page_type)} · ${escaped(url)}</title><style>${STYLE}</style></head><body>
<header><h1>${escaped(page_type)}: ${found ? `${fields.length} fields` : 'not found'}</h1><p>${escaped(url)}</p></header>
<main><section aria-label="Text of the page">
${lines.join('\n')}
</section><section aria-label="Fields"><table><thead><tr><th>Field</th><th>Value</th><th>Read from</th></tr></thead><tbody>
${fields.map(rowOf).join('\n')}
</tbody></table></section></main></body></html>
`;
}

/** Paths of fields, by the node that they were read from. */
type Marks = ReadonlyMap<ChildNode, readonly string[]>;

function marksOf(fields: readonly ExplainedField[], document: HtmlDocument): Marks {
  const page = new Block({ document }, [document.root], '');
  const marks = new Map<ChildNode, string[]>();
  const found = new Map<string, Block[]>();
  for (const { path, source, at, text } of fields) {
    if (source !== 'selector') continue;
    const blocks = found.get(at) ?? page.find(at).all();
    found.set(at, blocks);
    for (const node of blocksWith(text, blocks).flatMap(({ nodes }) => nodes))
      marks.set(node, [...(marks.get(node) ?? []), path]);
  }
  return marks;
}

/** The first block with exactly this text. A text that joins several blocks marks all of them. */
function blocksWith(text: string, blocks: readonly Block[]): Block[] {
  const whole = blocks.find((block) => block.text() === text || block.fullText() === text);
  if (whole !== undefined) return [whole];
  return blocks.filter((block) => {
    const own = block.text();
    return own !== undefined && text.includes(own);
  });
}

/** The lines of the page's text as HTML. */
function linesOf(document: HtmlDocument, marks: Marks): string[] {
  const lines: string[] = [];
  let line = '';
  const end = () => {
    if (collapse(line.replace(/<[^>]*>/g, '')) !== '') lines.push(`<p>${line.trim()}</p>`);
    line = '';
  };
  const visit = (node: ChildNode, isMarked: boolean): void => {
    if (isText(node)) {
      const text = escaped(node.data.replace(/\s+/g, ' '));
      line += isMarked && text.trim() !== '' ? `<mark>${text}</mark>` : text;
    }
    if (!isParent(node) || (isTag(node) && isSilent(node))) return;
    const separate = isTag(node) && isSeparate(node);
    const paths = marks.get(node);
    if (separate) end();
    for (const child of node.children) visit(child, isMarked || paths !== undefined);
    if (paths !== undefined) line += `<b>${[...new Set(paths)].map(escaped).join(', ')}</b>`;
    if (separate) end();
  };
  visit(document.root, false);
  end();
  return lines;
}

function rowOf({ path, value, source, at }: ExplainedField): string {
  const place = at === '' ? escaped(source) : `${escaped(source)} <code>${escaped(at)}</code>`;
  return `<tr><th scope="row">${escaped(path)}</th><td>${escaped(JSON.stringify(value))}</td><td>${place}</td></tr>`;
}

const STYLE = `
:root { color-scheme: light dark; --mark: light-dark(#ffe08a, #6b5300); --line: light-dark(#ddd, #444); }
body { margin: 0; font: 14px/1.5 system-ui, sans-serif; color: light-dark(#222, #ddd); background: light-dark(#fff, #1a1a1a); }
header { padding: 1rem 1.5rem; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 1.2rem; }
header p { margin: 0; }
main { display: grid; grid-template-columns: 1fr 1fr; }
section { padding: 1rem 1.5rem; overflow-wrap: anywhere; min-width: 0; }
section + section { border-left: 1px solid var(--line); }
section p { margin: 0 0 .3rem; }
mark { background: var(--mark); color: inherit; padding: 0 .15em; border-radius: .2em; }
b { margin-left: .5em; font-size: .8em; font-weight: 600; color: light-dark(#8a6d00, #e5c55a); }
table { border-collapse: collapse; width: 100%; table-layout: fixed; }
th:first-child { width: 28%; }
th:last-child { width: 34%; }
th, td { text-align: left; vertical-align: top; padding: .25rem .5rem; border-bottom: 1px solid var(--line); }
tbody th { font-weight: 600; }
code { font-size: .85em; }
@media (max-width: 60rem) { main { grid-template-columns: 1fr; } section + section { border-left: 0; border-top: 1px solid var(--line); } }
`;
