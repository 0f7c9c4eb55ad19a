/**
 * Copies a page for display: its elements with their layout, and nothing that runs, loads or leads elsewhere. The frame that shows the copy also
 * forbids all of that. Only what is named here is copied.
 */
import { escapeUTF8 as escaped } from 'entities';
import { type ChildNode, type Element, type HtmlDocument, isTag, isText } from '../../../html/index.ts';
import { BASE_STYLE, MARK_STYLE } from './copy-style.ts';

/** Characters of the copy. Browsers are slow with longer pages. */
const MOST_COPY = 6_000_000;
/** Characters of an attribute. */
const MOST_ATTRIBUTE = 4_000;
/** Characters of an image in the page itself. */
const MOST_IMAGE = 200_000;

/** The attribute of marked elements: the numbers of the values that were read there. */
const MARK = 'data-read';

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/** Elements that are left out with everything in them. */
const LEFT_OUT = new Set(
  'script noscript template style iframe frame frameset object embed applet audio video canvas map link meta base title head portal fencedframe param source track dialog'.split(
    ' ',
  ),
);
/** Elements of drawings. All others outside of HTML are left out. */
const SHAPES = new Set('svg g path rect circle ellipse line polyline polygon'.split(' '));
/** Elements that have no end tag. */
const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
const ATTRIBUTES = new Set(
  'class id style dir lang title alt width height colspan rowspan align valign bgcolor color size border cellpadding cellspacing nowrap type value placeholder checked selected disabled readonly rows cols open start reversed hidden viewbox d points x y x1 y1 x2 y2 cx cy r rx ry fill stroke stroke-width transform data-a-strike'.split(
    ' ',
  ),
);
const NAME = /^[a-z][a-z0-9-]*$/i;

/** A copy of a page as a document of its own. */
export interface PageCopy {
  html: string;
  /** Whether the rest of a long page is left out. */
  isCut: boolean;
}

/** @param marks The numbers of the values that were read from an element */
export function copyOf({ root, byId }: HtmlDocument, marks: ReadonlyMap<Element, ReadonlySet<number>>): PageCopy {
  let copy = `<!doctype html><meta charset="utf-8"><meta http-equiv="content-security-policy" content="${POLICY}"><style>${BASE_STYLE}</style>`;
  let isCut = false;
  // Selectors that look for the parent of an element would make browsers slow.
  const columns = byId.get('centerCol')?.[0]?.parent;
  /** The parser limits how deep elements are nested. */
  const visit = (node: ChildNode): void => {
    if (copy.length > MOST_COPY) isCut = true;
    else if (isText(node)) copy += escaped(node.data.slice(0, MOST_COPY));
    else if (isTag(node)) element(node);
  };
  const element = (node: Element): void => {
    const { name, children } = node;
    if (name === 'style' && !isForeign(node)) copy += `<style>${styleOf(node)}</style>`;
    if (name === 'head') for (const child of children) if (isTag(child) && child.name === 'style') visit(child);
    if (LEFT_OUT.has(name) || !NAME.test(name) || (isForeign(node) && !SHAPES.has(name))) return;
    const numbers = marks.get(node);
    const mark = numbers === undefined ? '' : ` ${MARK}="${[...numbers].join(' ')}"`;
    copy += `<${name}${attributesOf(node)}${node === columns ? ' data-columns' : ''}${mark}>`;
    if (VOID.has(name)) return;
    // The parser of browsers drops a line feed after these tags.
    if (name === 'pre' || name === 'textarea' || name === 'listing') copy += '\n';
    for (const child of children) visit(child);
    copy += `</${name}>`;
  };
  for (const node of root.children) visit(node);
  return { html: `${copy}<style>${MARK_STYLE}</style>`, isCut };
}

function isForeign({ namespace }: Element): boolean {
  return namespace !== 'http://www.w3.org/1999/xhtml';
}

function attributesOf(element: Element): string {
  let text = '';
  for (const [name, value] of Object.entries(element.attribs)) {
    const lower = name.toLowerCase();
    if (lower === 'src' && element.name === 'img' && value.length < MOST_IMAGE && IMAGE.test(value))
      text += ` src="${escaped(value)}"`;
    else if (ATTRIBUTES.has(lower) && value.length < MOST_ATTRIBUTE)
      text += ` ${name}="${escaped(lower === 'style' ? withoutRequests(value) : value)}"`;
  }
  return text;
}

/** An image that is a part of the page. */
const IMAGE = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[A-Za-z0-9+/=]+$/;

function styleOf({ children }: Element): string {
  const text = children.filter(isText).map(({ data }) => data);
  // In a style sheet, this is the same character. As a tag it could end the sheet.
  return withoutRequests(text.join('')).slice(0, MOST_COPY).replaceAll('<', '\\3c ');
}

/** Returns styles without what they load. The policy of the frame would refuse it, with a message for each. */
function withoutRequests(style: string): string {
  return style
    .replaceAll(/@import\b[^;@]*/gi, '')
    .replaceAll(/url\([^()]*\)/gi, (url) => (DATA.test(url) ? url : 'none'));
}

const DATA = /^url\(\s?["']?data:image\//i;
