// @ts-check
/**
 * The script of the page: it connects the table with the copied page. Builds embed its text (`scripts/build-plugins.ts`), so it imports nothing. The
 * copied page runs nothing: the script looks for the element below the pointer itself.
 */

/** The width that the copied page is laid out for, and the smallest scale at which it is readable [pixels]. */
const [LAYOUT_WIDTH, SMALLEST_SCALE] = [1_180, 0.55];
/** Rest of the pointer on a row before the page scrolls to its value [milliseconds]. */
const REST = 180;
/** An element that has no box is shown by one that is around it, if that one is small [pixels]. */
const LARGEST_BOX = 400;

/**
 * @template {HTMLElement} E
 * @param {string} selector
 * @param {new () => E} type
 */
const all = (selector, type) =>
  [...document.querySelectorAll(selector)].flatMap((found) => (found instanceof type ? [found] : []));

/**
 * @template {HTMLElement} E
 * @param {string} selector
 * @param {new () => E} type
 */
function one(selector, type) {
  const [found] = all(selector, type);
  if (found === undefined) throw new Error(`the page has no ${selector}`);
  return found;
}

const frame = one('iframe', HTMLIFrameElement);
const stage = one('.stage', HTMLElement);
const pane = one('.page', HTMLElement);
const label = one('.label', HTMLElement);
const search = one('#search', HTMLInputElement);
const field = one('#field', HTMLSelectElement);
const count = one('#count', HTMLElement);
const rows = all('tr[data-number]', HTMLTableRowElement);
const missing = all('li[data-path]', HTMLLIElement);
const rowOf = new Map(rows.map((row) => [row.dataset.number ?? '', row]));
/** @type {Map<string, HTMLElement[]>} */
const elements = new Map();
let scale = 1;
/** @type {readonly string[]} The numbers that stay shown when the pointer leaves. */
let pinned = [];
/** @type {readonly string[]} */
let current = [];
/** @type {ReturnType<typeof setTimeout> | undefined} */
let rest;

/** @param {Element | null} element */
const numbersOf = (element) => element?.getAttribute('data-read')?.split(' ') ?? [];

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

/** Finds the marked elements. For one that is hidden, a small one around it is marked too. */
function connect() {
  const page = frame.contentDocument;
  if (page === null) return;
  /** @type {[HTMLElement, HTMLElement][]} */
  const hidden = [];
  /** @type {NodeListOf<HTMLElement>} */
  const marked = page.querySelectorAll('[data-read]');
  for (const element of marked) {
    /** @type {HTMLElement | null} */
    let around = element;
    for (let level = 0; around !== null && level < 6; level++) {
      const { width, height } = around.getBoundingClientRect();
      if (width > 3 && height > 3) break;
      around = around.parentElement;
    }
    const isSmall = around !== null && around.getBoundingClientRect().height < LARGEST_BOX;
    if (around !== element && around !== null && isSmall) hidden.push([element, around]);
    else if (around === element) for (const number of numbersOf(element)) add(number, element);
  }
  for (const [element, around] of hidden) {
    for (const number of numbersOf(element)) add(number, around);
    around.setAttribute('data-read', [...new Set([...numbersOf(around), ...numbersOf(element)])].join(' '));
  }
  for (const row of rows) row.dataset.onPage = String(elements.has(row.dataset.number ?? ''));
}

/**
 * @param {string} number
 * @param {HTMLElement} element
 */
function add(number, element) {
  const known = elements.get(number);
  if (known === undefined) elements.set(number, [element]);
  else if (!known.includes(element)) known.push(element);
}

/** @param {readonly string[]} numbers */
function show(numbers) {
  for (const number of current) {
    rowOf.get(number)?.classList.remove('shown');
    for (const element of elements.get(number) ?? []) element.removeAttribute('data-shown');
  }
  current = numbers;
  for (const number of numbers) {
    rowOf.get(number)?.classList.add('shown');
    for (const element of elements.get(number) ?? []) element.setAttribute('data-shown', '');
  }
  name();
}

/** Puts the names of the shown fields next to the first of their elements. */
function name() {
  const [element] = current.flatMap((number) => elements.get(number) ?? []);
  label.hidden = element === undefined;
  if (element === undefined) return;
  const { left, top, bottom } = element.getBoundingClientRect();
  const paths = current.map((number) => rowOf.get(number)?.dataset.path ?? '');
  label.textContent =
    paths.length > 3 ? `${paths.slice(0, 3).join(', ')} and ${paths.length - 3} more` : paths.join(', ');
  const above = top * scale - label.offsetHeight - 6;
  label.style.top = `${above < pane.scrollTop ? bottom * scale + 6 : above}px`;
  label.style.left = `${Math.max(4, Math.min(left * scale, pane.clientWidth - label.offsetWidth - 8))}px`;
}

/** @param {readonly string[]} numbers */
function pin(numbers) {
  const isSame = numbers.join() === pinned.join();
  for (const number of pinned) setPinned(number, false);
  pinned = isSame ? [] : numbers;
  for (const number of pinned) setPinned(number, true);
  show(numbers);
}

/**
 * @param {string} number
 * @param {boolean} isPinned
 */
function setPinned(number, isPinned) {
  const row = rowOf.get(number);
  row?.classList.toggle('pinned', isPinned);
  row?.querySelector('button')?.setAttribute('aria-pressed', String(isPinned));
}

/** @param {readonly string[]} numbers */
function scrollPage(numbers) {
  const [element] = numbers.flatMap((number) => elements.get(number) ?? []);
  if (element === undefined) return;
  const { top, bottom } = element.getBoundingClientRect();
  const margin = 60;
  const isSeen = top * scale > pane.scrollTop + margin && bottom * scale < pane.scrollTop + pane.clientHeight - margin;
  if (!isSeen) pane.scrollTop = top * scale - pane.clientHeight / 3;
}

/** @param {readonly string[]} numbers */
function scrollList(numbers) {
  // The first one last: if not all of them fit, it is the one in view.
  for (const number of numbers.toReversed()) rowOf.get(number)?.scrollIntoView({ block: 'nearest' });
}

/**
 * Returns the numbers of the marked element below a point of the window.
 *
 * @param {number} x
 * @param {number} y
 */
function numbersAt(x, y) {
  const { left, top } = frame.getBoundingClientRect();
  const found = frame.contentDocument?.elementFromPoint((x - left) / scale, (y - top) / scale);
  return numbersOf(found?.closest('[data-read]') ?? null);
}

function filter() {
  const view = one('input[name=view]:checked', HTMLInputElement).value;
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  /** @param {HTMLElement} item */
  const isWanted = (item) => {
    const path = item.dataset.path ?? '';
    if (field.value !== '' && path.replace(/[.[].*$/s, '') !== field.value) return false;
    const text = `${path} ${item.querySelector('.value')?.textContent ?? ''}`.toLowerCase();
    // A word like a selector is looked for in the places.
    return words.every((word) => (/^[#.[@]/.test(word) ? item.textContent.toLowerCase() : text).includes(word));
  };
  let shownRows = 0;
  for (const row of rows) {
    const isInView = view === 'all' || (view !== 'missing' && row.dataset.onPage === String(view === 'page'));
    row.hidden = !isInView || !isWanted(row);
    if (!row.hidden) shownRows++;
  }
  for (const body of all('tbody', HTMLElement))
    body.hidden = body.querySelector('tr[data-number]:not([hidden])') === null;
  let shownMissing = 0;
  for (const item of missing) {
    item.hidden = (view !== 'all' && view !== 'missing') || !isWanted(item);
    if (!item.hidden) shownMissing++;
  }
  one('table', HTMLElement).hidden = shownRows === 0;
  one('.missing', HTMLElement).hidden = shownMissing === 0;
  one('.nothing', HTMLElement).hidden = shownRows + shownMissing > 0;
  count.textContent = `${shownRows} of ${rows.length} fields, ${shownMissing} of ${missing.length} missing`;
}

/** @param {KeyboardEvent} event */
function move(event) {
  /** @type {Readonly<Record<string, number>>} */
  const steps = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity };
  const by = steps[event.key];
  const targets = all(
    'tr:not([hidden]) button, .missing:not([hidden]) li[data-path]:not([hidden]) summary',
    HTMLElement,
  );
  const at = targets.findIndex((target) => target === document.activeElement);
  // In the text of the search, Home and End move the cursor.
  if (by === undefined || (at === -1 && (event.target !== search || event.key !== 'ArrowDown'))) return;
  targets[Math.max(0, Math.min(targets.length - 1, at + by))]?.focus();
  event.preventDefault();
}

pane.addEventListener('pointermove', ({ clientX, clientY }) => {
  const numbers = numbersAt(clientX, clientY);
  stage.style.cursor = numbers.length === 0 ? '' : 'pointer';
  if (numbers.length === 0) return show(pinned);
  if (numbers.join() === current.join()) return;
  show(numbers);
  scrollList(numbers);
});
pane.addEventListener('pointerleave', () => show(pinned));
pane.addEventListener('click', ({ clientX, clientY }) => {
  const numbers = numbersAt(clientX, clientY);
  if (numbers.length === 0) return;
  pin(numbers);
  scrollList(numbers);
});
for (const row of rows) {
  const numbers = [row.dataset.number ?? ''];
  row.addEventListener('pointerenter', () => {
    clearTimeout(rest);
    show(numbers);
    rest = setTimeout(() => {
      scrollPage(numbers);
      name();
    }, REST);
  });
  row.addEventListener('pointerleave', () => {
    clearTimeout(rest);
    show(pinned);
  });
  row.addEventListener('click', () => {
    pin(numbers);
    scrollPage(numbers);
    name();
  });
  row.querySelector('button')?.addEventListener('focus', () => {
    show(numbers);
    scrollPage(numbers);
    name();
  });
}
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && event.target !== search) {
    event.preventDefault();
    search.focus();
    search.select();
  } else if (event.key === 'Escape') {
    if (event.target === search) search.value = '';
    pin([]);
    filter();
  } else move(event);
});
search.addEventListener('input', filter);
for (const control of [field, ...all('input[name=view]', HTMLElement)]) control.addEventListener('change', filter);
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
