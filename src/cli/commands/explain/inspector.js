// @ts-check
/**
 * The script of the page: it connects the table with the copied page. Builds embed its text (`scripts/build-plugins.ts`), so it imports nothing. The
 * copied page runs nothing: the script looks for the element below the pointer itself.
 */

/** The width that the copied page is laid out for, and the smallest scale at which it is readable [pixels]. */
const [LAYOUT_WIDTH, SMALLEST_SCALE] = [1_180, 0.55];
/** Rest of the pointer on a row before the page scrolls to its value [milliseconds]. */
const REST = 180;
/** An element that has no box is shown by one that is around it, if that one is near and small [levels, pixels]. */
const [MOST_LEVELS, LARGEST_BOX] = [6, 400];

/** @param {string} selector */
const all = (selector) => [...document.querySelectorAll(selector)].filter((found) => found instanceof HTMLElement);

/**
 * @template {HTMLElement} E
 * @param {string} selector
 * @param {new () => E} type
 */
function one(selector, type) {
  const found = document.querySelector(selector);
  if (found instanceof type) return found;
  throw new Error(`the page has no ${selector}`);
}

const frame = one('iframe', HTMLIFrameElement);
const stage = one('.stage', HTMLElement);
const pane = one('.page', HTMLElement);
const label = one('.label', HTMLElement);
const list = one('.list', HTMLElement);
const search = one('#search', HTMLInputElement);
const rows = all('tr[data-number]');
const missing = all('li[data-path]');
const rowOf = new Map(rows.map((row) => [row.dataset.number ?? '', row]));
/** @type {Map<string, Set<Element>>} The elements of the copied page by the numbers of their values. */
const elements = new Map();
let scale = 1;
/** @type {readonly string[]} The numbers that stay shown when the pointer leaves. */
let pinned = [];
/** @type {readonly string[]} */
let current = [];
/** @type {ReturnType<typeof setTimeout> | undefined} */
let rest;

/** @param {Element | null | undefined} element */
const numbersOf = (element) => element?.getAttribute('data-read')?.split(' ') ?? [];

/** @param {readonly string[]} numbers */
const elementsOf = (numbers) => numbers.flatMap((number) => [...(elements.get(number) ?? [])]);

function layOut() {
  const page = frame.contentDocument;
  if (page?.body == null) return;
  scale = Math.min(1, Math.max(SMALLEST_SCALE, pane.clientWidth / LAYOUT_WIDTH));
  frame.style.width = `${pane.clientWidth / scale}px`;
  frame.style.height = '900px';
  const height = Math.max(page.documentElement.scrollHeight, page.body.scrollHeight);
  frame.style.height = `${height}px`;
  frame.style.transform = `scale(${scale})`;
  stage.style.height = `${height * scale}px`;
}

/** Finds the marked elements. One that is hidden is shown by the element around it. */
function connect() {
  const marked = [...(frame.contentDocument?.querySelectorAll('[data-read]') ?? [])];
  const boxes = marked.map((element) => /** @type {const} */ ([numbersOf(element), boxOf(element)]));
  for (const [numbers, box] of boxes) {
    if (box === null) continue;
    for (const number of numbers) elements.set(number, (elements.get(number) ?? new Set()).add(box));
    box.setAttribute('data-read', [...new Set([...numbersOf(box), ...numbers])].join(' '));
  }
  for (const [number, row] of rowOf) row.toggleAttribute('data-visible', elements.has(number));
}

/** @param {Element} element */
function boxOf(element) {
  /** @type {Element | null} */
  let around = element;
  for (let level = 0; around !== null && level < MOST_LEVELS; level++) {
    const { width, height } = around.getBoundingClientRect();
    if (width > 3 && height > 3) return around === element || height < LARGEST_BOX ? around : null;
    around = around.parentElement;
  }
  return null;
}

/** @param {readonly string[]} numbers */
function show(numbers) {
  for (const [shown, isShown] of /** @type {const} */ ([
    [current, false],
    [numbers, true],
  ])) {
    for (const number of shown) rowOf.get(number)?.classList.toggle('shown', isShown);
    for (const element of elementsOf(shown)) element.toggleAttribute('data-shown', isShown);
  }
  current = numbers;
  name();
}

/** Puts the names of the shown fields next to the first of their elements. */
function name() {
  const [element] = elementsOf(current);
  label.hidden = element === undefined;
  if (element === undefined) return;
  const { left, top, bottom } = element.getBoundingClientRect();
  const paths = current.map((number) => rowOf.get(number)?.dataset.path ?? '');
  const more = paths.length > 3 ? ` and ${paths.length - 3} more` : '';
  label.textContent = paths.slice(0, 3).join(', ') + more;
  const above = top * scale - label.offsetHeight - 6;
  label.style.top = `${above < pane.scrollTop ? bottom * scale + 6 : above}px`;
  label.style.left = `${Math.max(4, Math.min(left * scale, pane.clientWidth - label.offsetWidth - 8))}px`;
}

/** Keeps values shown, or no longer those that were. @param {readonly string[]} numbers */
function pin(numbers) {
  const next = numbers.join() === pinned.join() ? [] : numbers;
  for (const number of [...pinned, ...next]) {
    const row = rowOf.get(number);
    row?.classList.toggle('pinned', next.includes(number));
    row?.querySelector('button')?.setAttribute('aria-pressed', String(next.includes(number)));
  }
  pinned = next;
  show(numbers);
}

/** Scrolls the page to the first element of values. @param {readonly string[]} numbers */
function scrollPage(numbers) {
  const [element] = elementsOf(numbers);
  if (element === undefined) return;
  const { top, bottom } = element.getBoundingClientRect();
  const [start, end] = [pane.scrollTop + 60, pane.scrollTop + pane.clientHeight - 60];
  if (top * scale < start || bottom * scale > end) pane.scrollTop = top * scale - pane.clientHeight / 3;
  name();
}

/** @param {readonly string[]} numbers */
function scrollList(numbers) {
  // The first one last: if not all of them fit, it is the one in view.
  for (const number of numbers.toReversed()) rowOf.get(number)?.scrollIntoView({ block: 'nearest' });
}

/** Returns the numbers of the row, or of the marked element of the page, below the pointer or with the focus. @param {Event} event */
function numbersAt(event) {
  const { target } = event;
  const row = target instanceof Element ? target.closest('tr[data-number]') : null;
  if (row instanceof HTMLElement) return [row.dataset.number ?? ''];
  if (!(event instanceof MouseEvent)) return [];
  const { left, top } = frame.getBoundingClientRect();
  const [x, y] = [(event.clientX - left) / scale, (event.clientY - top) / scale];
  return numbersOf(frame.contentDocument?.elementFromPoint(x, y)?.closest('[data-read]'));
}

function filter() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const item of [...rows, ...missing]) {
    const own = `${item.dataset.path ?? ''} ${item.querySelector('.value')?.textContent ?? ''}`.toLowerCase();
    // A word like a selector is looked for in the places.
    item.hidden = !words.every((word) => (/^[#.[@]/.test(word) ? item.textContent.toLowerCase() : own).includes(word));
  }
  const [shown, lacking] = [rows, missing].map((items) => items.filter((item) => !item.hidden).length);
  one('#count', HTMLElement).textContent = `${shown} of ${rows.length} fields, ${lacking} of ${missing.length} missing`;
}

pane.addEventListener('pointermove', (event) => {
  const numbers = numbersAt(event);
  stage.style.cursor = numbers.length === 0 ? '' : 'pointer';
  if (numbers.length === 0) return show(pinned);
  if (numbers.join() === current.join()) return;
  show(numbers);
  scrollList(numbers);
});
list.addEventListener('pointerover', (event) => {
  clearTimeout(rest);
  const numbers = numbersAt(event);
  show(numbers.length === 0 ? pinned : numbers);
  rest = setTimeout(() => scrollPage(numbers), REST);
});
for (const [side, scroll] of /** @type {const} */ ([
  [pane, scrollList],
  [list, scrollPage],
])) {
  side.addEventListener('pointerleave', () => {
    clearTimeout(rest);
    show(pinned);
  });
  side.addEventListener('click', (event) => {
    const numbers = numbersAt(event);
    if (numbers.length === 0) return;
    pin(numbers);
    scroll(numbers);
  });
}
list.addEventListener('focusin', (event) => {
  const numbers = numbersAt(event);
  if (numbers.length === 0) return;
  show(numbers);
  scrollPage(numbers);
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') pin([]);
});
search.addEventListener('input', filter);
new ResizeObserver(() => {
  layOut();
  name();
}).observe(pane);
const start = () => {
  layOut();
  connect();
  filter();
  document.documentElement.dataset.ready = '';
};
if (frame.contentDocument?.readyState === 'complete' && frame.contentDocument.URL === 'about:srcdoc') start();
else frame.addEventListener('load', start, { once: true });
