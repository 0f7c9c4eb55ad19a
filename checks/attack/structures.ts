/** Hostile structures: markup that is large, deep or broken. */
import type { Random } from './random.ts';

/** The parts of a structure, and its size. */
interface Material {
  /** The number of characters to reach. */
  size: number;
  /** An element of the page that a reader asked for: its start tag, its end tag, and the whole of it. */
  open: string;
  close: string;
  whole: string;
  random: Random;
}

export interface Structure {
  name: string;
  make: (material: Material) => string;
}

const times = (size: number, unit: string) => unit.repeat(Math.max(1, Math.ceil(size / unit.length)));
const each = (size: number, unit: (at: number) => string) => {
  const parts: string[] = [];
  for (let length = 0, at = 0; length < size; at++) length += parts[parts.push(unit(at)) - 1]?.length ?? 1;
  return parts.join('');
};
const nested =
  (open: string, close: string, inner = 'x') =>
  (size: number) => {
    const depth = Math.max(1, Math.floor(size / (open.length + close.length)));
    return `${open.repeat(depth)}${inner}${close.repeat(depth)}`;
  };

/** Elements that are nested, repeated, and never closed. */
const PLAIN = [
  'div',
  'span',
  'p',
  'a',
  'b',
  'i',
  'em',
  'font',
  'nobr',
  'button',
  'form',
  'label',
  'ul',
  'ol',
  'li',
  'dl',
  'dt',
  'dd',
  'table',
  'tbody',
  'tr',
  'td',
  'th',
  'caption',
  'colgroup',
  'select',
  'option',
  'optgroup',
  'h1',
  'section',
  'svg',
  'math',
  'foreignObject',
  'mi',
  'template',
  'ruby',
  'rt',
  'object',
  'noscript',
  'textarea',
  'title',
  'style',
  'xmp',
  'iframe',
  'plaintext',
  'frameset',
  'body',
  'html',
  'head',
  'br',
  'img',
  'input',
  'applet',
  'marquee',
  'details',
  'summary',
  'main',
  'center',
  'script',
];

const NESTED: readonly Structure[] = PLAIN.map((tag) => ({
  name: `nested ${tag}`,
  make: ({ size }) => nested(`<${tag}>`, `</${tag}>`)(size),
}));
const UNCLOSED: readonly Structure[] = PLAIN.map((tag) => ({
  name: `unclosed ${tag}`,
  make: ({ size }) => times(size, `<${tag}>`),
}));
const SIBLINGS: readonly Structure[] = PLAIN.map((tag) => ({
  name: `siblings ${tag}`,
  make: ({ size }) => times(size, `<${tag}>1</${tag}>`),
}));

const TABLE: Readonly<Record<string, Structure['make']>> = {
  'nested element of the page': ({ size, open, close }) => nested(open, close)(size),
  'nested element of the page with text': ({ size, open, close }) => nested(`${open}$1.00 `, close)(size),
  'nested whole element of the page': ({ size, open, close, whole }) => nested(`${open}`, close, whole)(size),
  'whole elements of the page in each other': ({ size, open, close, whole }) =>
    nested(`${open}${whole.slice(open.length, -close.length || undefined)}`, close)(size),
  'nested with another element between': ({ size, open, close }) =>
    nested(`${open}<div class="a-row">`, `</div>${close}`)(size),
  'unclosed element of the page': ({ size, open }) => times(size, `${open}1`),
  'siblings of an element of the page': ({ size, open, close }) => times(size, `${open}1${close}`),
  'siblings of a whole element of the page': ({ size, whole }) => times(size, whole),
  'empty siblings of an element of the page': ({ size, open, close }) => times(size, open + close),
  'an element of the page in deep elements': ({ size, whole }) => nested('<div>', '</div>', whole)(size),
  'an element of the page around deep elements': ({ size, open, close }) =>
    `${open}${nested('<span>', '</span>')(size)}${close}`,
  'an element of the page around many elements': ({ size, open, close }) =>
    `${open}${times(size, '<span>1</span>')}${close}`,
  'an element of the page around many texts': ({ size, open, close }) => `${open}${times(size, '$1<br>')}${close}`,
  'an element of the page around many links': ({ size, open, close }) =>
    `${open}${each(size, (at) => `<a href="/dp/B${String(at).padStart(9, '0')}?seller=A${at}">x</a>`)}${close}`,
  'tiles of other products': ({ size, whole }) =>
    each(size, (at) => whole.replace(/B0[A-Z0-9]{8}/g, `B${String(at).padStart(9, '0')}`)),
  'other ids': ({ size }) => each(size, (at) => `<p id="i${at}">x</p>`),
  'one id': ({ size, open }) => times(size, `<p id="${/ id="([^"]*)"/.exec(open)?.[1] ?? 'title'}">x</p>`),
  'marks of the site': ({ size, random }) =>
    times(
      size,
      `<p ${random.pick(['data-asin', 'data-hook', 'data-cel-widget', 'data-feature-name', 'data-a-state', 'rel', 'role'])}="x">1</p>`,
    ),
  'other marks of the site': ({ size, random }) => {
    const mark = random.pick([
      'data-asin',
      'data-hook',
      'data-cel-widget',
      'data-a-state',
      'data-a-carousel-options',
      'id',
      'class',
    ]);
    return each(size, (at) => `<p ${mark}="${at}">1</p>`);
  },
  'many attributes': ({ size }) => `<p${each(size, (at) => ` a${at}`)}>1</p>`,
  'many attributes of an element of the page': ({ size, open, close }) =>
    `${open.slice(0, -1)}${each(size, (at) => ` a${at}="${at}"`)}>1${close}`,
  'one attribute many times': ({ size }) => `<p${times(size, ' id="a"')}>1</p>`,
  'a long attribute': ({ size }) => `<p title="${times(size, 'a')}">1</p>`,
  'a long attribute name': ({ size }) => `<p ${times(size, 'a')}>1</p>`,
  'a long class': ({ size }) => `<p class="${times(size, 'a-row ')}">1</p>`,
  'many classes': ({ size }) => `<p class="${each(size, (at) => `c${at} `)}">1</p>`,
  'a long style': ({ size }) => `<p style="${times(size, 'display: ')}">1</p>`,
  'a long style of blanks': ({ size }) => `<p style="display:${times(size, ' ')}x">1</p>`,
  'a long id': ({ size }) => `<p id="${times(size, 'a')}">1</p>`,
  'a long tag': ({ size }) => `<${times(size, 'a')}>1`,
  'an attribute without an end': ({ size }) => `<p id="${times(size, 'a ')}`,
  'a tag without an end': ({ size }) => `<p ${times(size, 'a="b" ')}`,
  'quotes in tags': ({ size }) => times(size, `<p a="b'c" 'd">`),
  'slashes in tags': ({ size }) => `<p ${times(size, '/')}>`,
  'equals in tags': ({ size }) => `<p ${times(size, '= ')}>`,
  'formatting before paragraphs': ({ size }) =>
    `${each(size / 10, (at) => `<b id="f${at}">`)}${times(size, '<p>1</p>')}`,
  'fonts before paragraphs': ({ size }) =>
    `${each(Math.sqrt(size) * 4, (at) => `<font size="${at}">`)}${times(size, '<p>')}`,
  'formatting in each paragraph': ({ size }) => each(size, (at) => `<p><i class="c${at}">1`),
  'links in paragraphs': ({ size }) => times(size, '<a><p>'),
  'adopted links': ({ size }) => `${times(size / 2, '<a href="/dp/B0LANTERN1"><div>')}${times(size / 2, '</a>')}`,
  'adopted formatting': ({ size }) => `${times(size / 2, '<b><div>')}${times(size / 2, '</b>')}`,
  'wrong order of ends': ({ size }) => times(size, '<b><i></b></i>'),
  'fostered text': ({ size }) => `<table>${times(size, 'a<tr>')}</table>`,
  'fostered elements': ({ size }) => `<table>${times(size, '<a>1</a><tr>')}</table>`,
  'fostered tables': ({ size }) => times(size, '<table><div>'),
  'tables in cells': ({ size }) => nested('<table><tr><td>', '</td></tr></table>')(size),
  'tables in tables': ({ size }) => times(size, '<table>'),
  'inputs in tables': ({ size }) => `<table>${times(size, '<input type=hidden><input>')}`,
  rows: ({ size }) => `<table>${each(size, (at) => `<tr><th>l${at}</th><td>${at}</td></tr>`)}</table>`,
  cells: ({ size }) => `<table><tr>${times(size, '<td>1')}</table>`,
  'lists in lists': ({ size }) => nested('<ul><li>', '</li></ul>')(size),
  options: ({ size }) => `<select>${each(size, (at) => `<option value="${at},B0LANTERN1">1`)}</select>`,
  'selects in selects': ({ size }) => times(size, '<select><input>'),
  'drawings in each other': ({ size }) => nested('<svg><foreignObject>', '</foreignObject></svg>')(size),
  'formulas and text': ({ size }) => times(size, '<math><mi><p>'),
  'templates in tables': ({ size }) => nested('<table><template>', '</template></table>')(size),
  frames: ({ size }) => times(size, '<frameset><frame>'),
  'bodies with attributes': ({ size }) => each(size, (at) => `<body a${at}=1>`),
  'documents with attributes': ({ size }) => each(size, (at) => `<html a${at}=1>`),
  'end tags': ({ size }) => times(size, '</div>'),
  'end tags of paragraphs': ({ size }) => times(size, '</p>'),
  'end tags of line breaks': ({ size }) => times(size, '</br>'),
  'end tags of nothing': ({ size }) => `${times(size / 2, '<div>')}${times(size / 2, '</x>')}`,
  'end tags in deep elements': ({ size }) => `${times(size / 2, '<span>')}${times(size / 2, '</li>')}`,
  'items in deep elements': ({ size }) => `${times(size / 2, '<span>')}${times(size / 2, '<li>')}`,
  'paragraphs in deep elements': ({ size }) => `${times(size / 2, '<b>')}${times(size / 2, '<p>')}`,
  'headings in deep elements': ({ size }) => `${times(size / 2, '<h1>')}${times(size / 2, '</h2>')}`,
  comments: ({ size }) => times(size, '<!-- -->'),
  'a long comment': ({ size }) => `<!--${times(size, '-')}-->`,
  'comments without an end': ({ size }) => times(size, '<!--'),
  'wrong comments': ({ size }) => times(size, '<!-- --!> <? ?>'),
  'character data': ({ size }) => times(size, '<![CDATA['),
  'character data in drawings': ({ size }) => `<svg>${times(size, '<![CDATA[a]]>')}`,
  'document types': ({ size }) => times(size, '<!DOCTYPE html>'),
  'a script without an end': ({ size }) => `<script>${times(size, 'a')}`,
  'a hidden script': ({ size }) => `<script>${times(size, '<!--<script>')}`,
  'ends of scripts': ({ size }) => `<script>${times(size, '</scrip')}</script>`,
  'text areas': ({ size }) => `<textarea>${times(size, '</textare')}`,
  titles: ({ size }) => `<title>${times(size, '</title')}`,
  'texts of one letter': ({ size }) => times(size, 'a<!---->'),
  'small tags': ({ size }) => times(size, '<'),
  'ends of tags': ({ size }) => times(size, '</'),
  ampersands: ({ size }) => times(size, '&'),
  entities: ({ size }) => times(size, '&lt;&#1;&notit;'),
  'long entities': ({ size }) => `&#${times(size, '9')};`,
  NULs: ({ size }) => times(size, '\0<p>\0'),
  'carriage returns': ({ size }) => times(size, '\r'),
  'hidden elements': ({ size }) => nested('<div class="aok-hidden">', '</div>')(size),
  carousels: ({ size }) =>
    nested(
      '<div class="a-carousel-container"><ol class="a-carousel"><li class="a-carousel-card">',
      '</li></ol></div>',
    )(size),
  'prices in prices': ({ size }) =>
    nested(
      '<span class="a-price"><span class="a-offscreen">$1</span><span class="a-price-whole">',
      '</span></span>',
    )(size),
  prices: ({ size }) => each(size, (at) => `<span class="a-price"><span class="a-offscreen">$${at}.00</span></span>`),
};

/** All structures. The ones about elements of the page are more likely. */
export const STRUCTURES: readonly Structure[] = [
  ...Object.entries(TABLE).map(([name, make]) => ({ name, make })),
  ...NESTED,
  ...UNCLOSED,
  ...SIBLINGS,
];

const OF_THE_PAGE: readonly Structure[] = STRUCTURES.filter(
  ({ name }) => name.includes('of the page') || name.includes('of other products'),
);

/** Picks a structure. */
export function structureFor(random: Random): Structure {
  return random.pick(random.below(2) === 0 ? OF_THE_PAGE : STRUCTURES);
}
