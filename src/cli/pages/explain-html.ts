/** Renders an explained page as one self-contained HTML file: the page's text with the fields marked, and a table of the fields. */
import { createHash } from 'node:crypto';
import { escapeUTF8 as escaped } from 'entities';
import { safeLine } from '../../contract/safe-text.ts';
import {
  Block,
  type ChildNode,
  elementsBelow,
  type HtmlDocument,
  isParent,
  isSeparate,
  isSilent,
  isTag,
  isText,
  PageLimit,
} from '../../html/index.ts';
import type { ExplainedField, ExplainedPage } from '../../pages/index.ts';

/** Characters of the page's text that the report has. Longer pages are cut, with a note: browsers are slow with them. */
const MOST_TEXT = 2_000_000;
/** Characters of a value in the table. */
const MOST_VALUE = 2_000;

/** Returns the HTML of the report. It has no scripts and no external resources; its policy forbids both. */
export function explainHtml({ page_type, found, fields }: ExplainedPage, document: HtmlDocument, url: string): string {
  const lines = linesOf(document, marksOf(fields, document));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
<title>${shown(page_type)} · ${shown(url)}</title><style>${STYLE}</style></head><body>
<header><h1>${shown(page_type)}: ${found ? `${fields.length} fields` : 'not found'}</h1><p>${shown(url)}</p></header>
<main><section aria-label="Text of the page">
${lines.join('\n')}
</section><section aria-label="Fields"><table><thead><tr><th>Field</th><th>Value</th><th>Read from</th></tr></thead><tbody>
${fields.map(rowOf).join('\n')}
</tbody></table></section></main></body></html>
`;
}

/** Escapes a text, without what hides text or changes its direction. */
function shown(text: string): string {
  return escaped(
    safeLine(text.length > MOST_VALUE ? `${text.slice(0, MOST_VALUE)}… (${text.length} characters)` : text),
  );
}

/** Paths of fields, by the node that they were read from. */
type Marks = ReadonlyMap<ChildNode, readonly string[]>;

function marksOf(fields: readonly ExplainedField[], document: HtmlDocument): Marks {
  const page = new Block({ document }, [document.root], '');
  const marks = new Map<ChildNode, string[]>();
  const places = new Map<string, TextIndex>();
  let last = 0;
  for (const { order } of elementsBelow(document.root)) last = Math.max(last, order);
  for (const { path, source, at, text } of fields) {
    if (source !== 'selector') continue;
    const place = places.get(at) ?? new TextIndex(page, at, last);
    places.set(at, place);
    for (const node of place.with(text).flatMap(({ nodes }) => nodes)) {
      const paths = marks.get(node);
      if (paths === undefined) marks.set(node, [path]);
      else paths.push(path);
    }
  }
  return marks;
}

/** Blocks of a selector that are looked at: a list has fewer entries. */
const MOST_BLOCKS = 1_000;
/** Comparisons with texts that join several blocks. */
const MOST_COMPARISONS = 100_000;
/** Elements below the blocks of a selector, counted in each block: blocks can be inside each other. */
const MOST_ELEMENTS = 1_000_000;

/** The blocks of a selector by their texts, each read once. */
class TextIndex {
  readonly #blocks = new Map<string, Block>();
  #comparisons = 0;

  /** @param last The position of the last element. */
  constructor(page: Block, at: string, last: number) {
    let elements = 0;
    for (const block of blocksAt(page, at)) {
      for (const node of block.nodes) elements += (node.end?.order ?? last) - node.order;
      if (elements > MOST_ELEMENTS) break;
      for (const text of [block.text(), block.fullText()])
        if (text !== undefined && !this.#blocks.has(text)) this.#blocks.set(text, block);
    }
  }

  /** The first block with exactly this text. A text that joins several blocks marks all of them. */
  with(text: string): Block[] {
    const whole = this.#blocks.get(text);
    if (whole !== undefined) return [whole];
    this.#comparisons += this.#blocks.size;
    if (this.#comparisons > MOST_COMPARISONS) return [];
    const parts = [...this.#blocks].filter(([part, block]) => part === block.text() && text.includes(part));
    return parts.map(([, block]) => block);
  }
}

function blocksAt(page: Block, at: string): readonly Block[] {
  try {
    return page.find(at).all().slice(0, MOST_BLOCKS);
  } catch (error) {
    if (error instanceof PageLimit) return [];
    throw error;
  }
}

/** The lines of the page's text as HTML. */
function linesOf(document: HtmlDocument, marks: Marks): string[] {
  const lines: string[] = [];
  let length = 0;
  let line = '';
  let hasText = false;
  const end = () => {
    if (hasText) lines.push(`<p>${line.trim()}</p>`);
    if (hasText) length += line.length;
    [line, hasText] = ['', false];
  };
  /** The parser limits how deep elements are nested. */
  const visit = (node: ChildNode, isMarked: boolean): void => {
    if (length > MOST_TEXT) return;
    if (isText(node) && line.length <= MOST_TEXT) {
      const text = escaped(safeLine(node.data.slice(0, MOST_TEXT)).replace(/\s+/g, ' '));
      line += isMarked && text.trim() !== '' ? `<mark>${text}</mark>` : text;
      hasText ||= text.trim() !== '';
    }
    if (!isParent(node) || (isTag(node) && isSilent(node))) return;
    const separate = isTag(node) && isSeparate(node);
    const paths = marks.get(node);
    if (separate) end();
    for (const child of node.children) visit(child, isMarked || paths !== undefined);
    if (paths !== undefined) {
      line += `<b>${shown([...new Set(paths)].join(', '))}</b>`;
      hasText = true;
    }
    if (separate) end();
  };
  visit(document.root, false);
  end();
  if (length > MOST_TEXT) lines.push('<p><b>The page is longer: the rest of its text is left out.</b></p>');
  return lines;
}

function rowOf({ path, value, source, at }: ExplainedField): string {
  const place = at === '' ? shown(source) : `${shown(source)} <code>${shown(at)}</code>`;
  return `<tr><th scope="row">${shown(path)}</th><td>${shown(JSON.stringify(value) ?? '')}</td><td>${place}</td></tr>`;
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

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
