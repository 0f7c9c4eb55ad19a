/** Small changes of a page, of the kind that the site makes. */
import { FOREIGN_BLOCKS } from './foreign.ts';
import type { Edit, Place, SourceElement } from './source.ts';

/** The kinds of changes. */
export const MUTATION_KINDS = [
  'wrap',
  'rename-class',
  'rename-id',
  'drop-mark',
  'change-tag',
  'reorder',
  'repeat',
  'remove',
  'empty-twin',
  'foreign-block',
] as const;

export type MutationKind = (typeof MUTATION_KINDS)[number];

/** A change of one element of a page. */
export interface Mutation {
  kind: MutationKind;
  /** The element and what was done to it, in words. */
  what: string;
  edits: readonly Edit[];
  /** The part of the page whose meaning the change touches: what is repeated or removed. Absent for the other kinds. */
  touched?: Place;
}

/**
 * Makes a change of an element. Returns `undefined` if the kind is not possible there, or would change what the page says: see docs/measured/robustness.md.
 *
 * @param pick A whole number that decides between the names, attributes or blocks that are possible
 */
export function mutate(kind: MutationKind, element: SourceElement, html: string, pick: number): Mutation | undefined {
  const made = makers[kind](element, html, pick);
  return made === undefined ? undefined : { kind, what: `${made.how} ${shown(element)}`, ...made.change };
}

interface Made {
  how: string;
  change: Pick<Mutation, 'edits' | 'touched'>;
}

type Maker = (element: SourceElement, html: string, pick: number) => Made | undefined;

const makers: Readonly<Record<MutationKind, Maker>> = {
  wrap: (element) => {
    if (PARTS_OF_LISTS.has(element.tag)) {
      if (!WRAPPABLE_INSIDE.has(element.tag)) return undefined;
      return made('wrap the content of', [
        at(element.open.end, '<div class="x-wrap">'),
        at(element.close.start, '</div>'),
      ]);
    }
    const tag = isBlock(element) && !isInline(element.parent) ? 'div' : 'span';
    return made('wrap', [at(element.start, `<${tag} class="x-wrap">`), at(element.end, `</${tag}>`)]);
  },

  'rename-class': (element, _html, pick) => {
    const attribute = element.attributes.get('class');
    const names = attribute?.value.split(/\s+/).filter((name) => name !== '' && !HIDING.test(name)) ?? [];
    const name = chosen(names, pick);
    if (attribute === undefined || name === undefined) return undefined;
    const all = attribute.value.split(/\s+/).map((one) => (one === name ? renamed(name, pick) : one));
    return made(`rename class ${name} of`, [{ ...attribute, text: `class="${escaped(all.join(' '))}"` }]);
  },

  'rename-id': (element, _html, pick) => {
    const attribute = element.attributes.get('id');
    if (attribute === undefined || attribute.value === '') return undefined;
    return made(`rename id ${attribute.value} of`, [
      { ...attribute, text: `id="${escaped(renamed(attribute.value, pick))}"` },
    ]);
  },

  'drop-mark': (element, _html, pick) => {
    const isHiding = HIDING.test(element.attributes.get('class')?.value ?? '');
    const names = [...element.attributes]
      .filter(([name, { value }]) => MARKS.test(name) && !(name === 'class' && isHiding) && !isContent(name, value))
      .map(([name]) => name);
    const name = chosen(names, pick);
    const attribute = name === undefined ? undefined : element.attributes.get(name);
    return attribute === undefined ? undefined : made(`drop ${name} of`, [{ ...attribute, text: '' }]);
  },

  'change-tag': (element, html, pick) => {
    const tag = chosen(isBlock(element) ? BLOCK_TAGS : INLINE_TAGS, pick);
    if (tag === undefined || tag === element.tag || !CHANGEABLE.has(element.tag)) return undefined;
    const rest = html.slice(element.open.start + 1 + element.tag.length, element.open.end);
    return made(`change the tag to ${tag} of`, [
      { ...element.open, text: `<${tag}${rest}` },
      { ...element.close, text: `</${tag}>` },
    ]);
  },

  reorder: (element, html) => {
    const next = siblingAfter(element);
    if (next === undefined || !isMovable(element) || !isMovable(next)) return undefined;
    return made('swap with its next sibling', [
      { start: element.start, end: element.end, text: html.slice(next.start, next.end) },
      { start: next.start, end: next.end, text: html.slice(element.start, element.end) },
    ]);
  },

  repeat: (element, html) =>
    isShown(element) ? made('repeat', [at(element.end, html.slice(element.start, element.end))], element) : undefined,

  remove: (element) =>
    isWhole(element) && !isWayToBuy(element)
      ? made('remove', [{ start: element.start, end: element.end, text: '' }], element)
      : undefined,

  'empty-twin': (element, html) =>
    isShown(element)
      ? made('put an empty twin before', [
          at(
            element.start,
            `${html.slice(element.open.start, element.open.end)}${html.slice(element.close.start, element.close.end)}`,
          ),
        ])
      : undefined,

  'foreign-block': (element, _html, pick) => {
    const isTile = element.attributes.get('data-component-type')?.value === 's-search-result';
    const block = chosen(
      FOREIGN_BLOCKS.filter((one) => one.isTile !== true || isTile),
      pick,
    );
    if (block === undefined || !takesBlocks(element)) return undefined;
    const isBefore = Math.floor(pick / 1000) % 2 === 0;
    return made(`put a foreign ${block.name} ${isBefore ? 'before' : 'after'}`, [
      at(isBefore ? element.start : element.end, block.html),
    ]);
  },
};

function made(how: string, edits: readonly Edit[], touched?: Place): Made {
  return { how, change: { edits, ...(touched && { touched: { start: touched.start, end: touched.end } }) } };
}

function at(place: number, text: string): Edit {
  return { start: place, end: place, text };
}

function chosen<T>(list: readonly T[], pick: number): T | undefined {
  return list[pick % (list.length || 1)];
}

/** The site adds a suffix to a name, or takes another one. */
function renamed(name: string, pick: number): string {
  return Math.floor(pick / 1000) % 2 === 0 ? `${name}_x2` : 'x7q-k4';
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}

/** Classes that hide an element: without them the page shows something else. */
const HIDING = /(?:^|\s)(?:aok-hidden|a-hidden|a-popover-preload|aok-offscreen|hidden|hide|video-block)(?:\s|$)/i;
/** Attributes that mark an element, and are not its content. */
const MARKS = /^(?:id|class|role|name|aria-label|aria-labelledby|data-.+|cel_widget_id|tabular-attribute-name)$/;

/** A label for screen readers with a number says something that the text need not say: "92,938 ratings" for "92.9K". */
function isContent(name: string, value: string): boolean {
  return name === 'aria-label' && /\p{Nd}/u.test(value);
}

/** Elements that no other element may be around, and those whose content may be wrapped. */
const PARTS_OF_LISTS = new Set([
  'td',
  'th',
  'tr',
  'tbody',
  'thead',
  'tfoot',
  'li',
  'option',
  'dt',
  'dd',
  'caption',
  'col',
  'colgroup',
  'source',
  'param',
]);
const WRAPPABLE_INSIDE = new Set(['td', 'th', 'li', 'dd']);

const BLOCK_TAGS = ['div', 'section', 'article'];
const INLINE_TAGS = ['span', 'em', 'strong'];
const BLOCKS = new Set([
  'div',
  'section',
  'article',
  'aside',
  'header',
  'footer',
  'main',
  'nav',
  'ul',
  'ol',
  'li',
  'table',
  'tr',
  'p',
  'form',
  'fieldset',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'dl',
  'address',
  'blockquote',
]);
const CHANGEABLE = new Set([
  ...BLOCK_TAGS,
  ...INLINE_TAGS,
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'a',
  'b',
  'i',
  'label',
  'header',
  'aside',
  'main',
  'nav',
  'p',
  'button',
]);
/** Elements that are not on the page, or are one with the page. */
const UNTOUCHED = new Set([
  'html',
  'head',
  'body',
  'script',
  'style',
  'noscript',
  'template',
  'meta',
  'link',
  'title',
  'svg',
  'path',
  'option',
  'select',
]);

/** Whether an element can be changed at all. */
export function isChangeable(element: SourceElement): boolean {
  return (
    !UNTOUCHED.has(element.tag) &&
    !ancestorsOf(element).some(({ tag }) => tag === 'svg' || tag === 'noscript' || tag === 'template')
  );
}

/** Returns the ancestors, nearest first. */
export function ancestorsOf(element: SourceElement): SourceElement[] {
  const ancestors: SourceElement[] = [];
  for (let { parent } = element; parent !== undefined; { parent } = parent) ancestors.push(parent);
  return ancestors;
}

const CONTAINERS = new Set(['body', 'td', 'th', 'dd']);

function isBlock({ tag }: SourceElement): boolean {
  return BLOCKS.has(tag);
}

/** Whether an element may contain no blocks: browsers end a paragraph before them. */
function isInline(element: SourceElement | undefined): boolean {
  if (element === undefined || element.tag === 'p') return element !== undefined;
  return !isBlock(element) && !CONTAINERS.has(element.tag) && !element.children.some(isBlock);
}

/** One amount in parts, or one icon: no part of it can go, double or move without another amount on the page. */
const ATOM = /(?:^|\s)(?:a-price|sx-price|s-price|a-icon|a-icon-star|[\w-]*p13n-sc-price[\w-]*)(?:\s|$)/;

function isInsideAtom(element: SourceElement): boolean {
  return ancestorsOf(element).some(({ attributes }) => ATOM.test(attributes.get('class')?.value ?? ''));
}

/** Whether an element is whole on its own: not a word of a sentence, a part of an amount, or a cell of a row. */
function isWhole(element: SourceElement): boolean {
  if (isInsideAtom(element) || CELLS.has(element.tag)) return false;
  return isBlock(element) || (element.parent !== undefined && !element.parent.hasOwnText);
}

/** Whether an element is displayed apart from the text around it. A word twice is another text. */
function isShown(element: SourceElement): boolean {
  const isAmount = ATOM.test(element.attributes.get('class')?.value ?? '');
  return isWhole(element) && (isBlock(element) || isAmount || element.children.some(isBlock));
}

/** A row of a Buy Box with several: without it the page sells something else. */
const WAY_TO_BUY =
  /(?:^|\s)(?:a-accordion-(?:active|inner)|dp-accordion-(?:active|inner)|rbbSection|a-accordion)(?:\s|$)/;

/** Whether an element is a row of the Buy Box, its content, or has rows in it. */
function isWayToBuy({ attributes, children }: SourceElement): boolean {
  const isRow = attributes.has('data-a-accordion-row-name') || /AccordionRow/.test(attributes.get('id')?.value ?? '');
  return isRow || WAY_TO_BUY.test(attributes.get('class')?.value ?? '') || children.some(isWayToBuy);
}

const CELLS = new Set(['td', 'th', 'dt', 'dd', 'tbody', 'thead', 'tfoot', 'caption', 'option']);

/** Whether the page says the same wherever the element is among its siblings. */
function isMovable(element: SourceElement): boolean {
  return isBlock(element) && isWhole(element) && element.parent?.hasOwnText === false;
}

function siblingAfter(element: SourceElement): SourceElement | undefined {
  const siblings = element.parent?.children ?? [];
  return siblings[siblings.indexOf(element) + 1];
}

const NO_BLOCKS_INSIDE = new Set(['table', 'tbody', 'thead', 'tr', 'ul', 'ol', 'select', 'a', 'button', 'p', 'dl']);

/** Whether a block can be before or after an element. */
function takesBlocks(element: SourceElement): boolean {
  const { parent } = element;
  if (parent === undefined || parent.hasOwnText || NO_BLOCKS_INSIDE.has(parent.tag)) return false;
  if (isInline(parent) || !isBlock(element) || isInsideAtom(element)) return false;
  return !ancestorsOf(parent).some(({ tag }) => tag === 'a' || tag === 'button' || tag === 'p');
}

/** Returns an element as a selector, with its place. */
function shown({ tag, attributes, start }: SourceElement): string {
  const id = attributes.get('id')?.value;
  const classes = attributes.get('class')?.value.split(/\s+/).slice(0, 3).filter(Boolean) ?? [];
  const mark = ['data-hook', 'data-cy', 'data-feature-name', 'data-asin'].find((name) => attributes.has(name));
  const marked = mark === undefined ? '' : `[${mark}="${attributes.get(mark)?.value}"]`;
  return `${tag}${id ? `#${id}` : ''}${classes.map((name) => `.${name}`).join('')}${marked} at ${start}`;
}
