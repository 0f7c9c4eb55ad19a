/**
 * The program of the page: it connects the table with the copied page. It runs in browsers only, from its own text, so it uses nothing outside of the
 * function. The copied page runs nothing: the program looks for the element below the pointer itself.
 */
export function inspector(): void {
  /** The width that the copied page is laid out for, and the smallest scale at which it is readable [pixels]. */
  const [LAYOUT_WIDTH, SMALLEST_SCALE] = [1_180, 0.55];
  /** Rest of the pointer on a row before the page scrolls to its value [milliseconds]. */
  const REST = 180;
  /** An element that has no box is shown by one that is around it, if that one is small [pixels]. */
  const LARGEST_BOX = 400;

  const one = <E extends Element>(selector: string) => document.querySelector(selector) as E;
  const all = <E extends Element>(selector: string) => [...document.querySelectorAll<E>(selector)];
  const frame = one<HTMLIFrameElement>('iframe');
  const stage = one<HTMLElement>('.stage');
  const pane = one<HTMLElement>('.page');
  const label = one<HTMLElement>('.label');
  const search = one<HTMLInputElement>('#search');
  const field = one<HTMLSelectElement>('#field');
  const count = one<HTMLElement>('#count');
  const rows = all<HTMLTableRowElement>('tr[data-number]');
  const missing = all<HTMLLIElement>('li[data-path]');
  const rowOf = new Map(rows.map((row) => [row.dataset.number ?? '', row]));
  const elements = new Map<string, HTMLElement[]>();
  let scale = 1;
  /** The numbers that stay shown when the pointer leaves. */
  let pinned: readonly string[] = [];
  let current: readonly string[] = [];
  let rest: ReturnType<typeof setTimeout> | undefined;

  const numbersOf = (element: Element | null) => element?.getAttribute('data-read')?.split(' ') ?? [];

  function layOut(): void {
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
  function connect(): void {
    const page = frame.contentDocument;
    if (page === null) return;
    const hidden: [HTMLElement, HTMLElement][] = [];
    const marked = [...page.querySelectorAll<HTMLElement>('[data-read]')];
    for (const element of marked) {
      let around: HTMLElement | null = element;
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

  function add(number: string, element: HTMLElement): void {
    const known = elements.get(number);
    if (known === undefined) elements.set(number, [element]);
    else if (!known.includes(element)) known.push(element);
  }

  function show(numbers: readonly string[]): void {
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
  function name(): void {
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

  function pin(numbers: readonly string[]): void {
    const isSame = numbers.join() === pinned.join();
    for (const number of pinned) setPinned(number, false);
    pinned = isSame ? [] : numbers;
    for (const number of pinned) setPinned(number, true);
    show(numbers);
  }

  function setPinned(number: string, isPinned: boolean): void {
    const row = rowOf.get(number);
    row?.classList.toggle('pinned', isPinned);
    row?.querySelector('button')?.setAttribute('aria-pressed', String(isPinned));
  }

  function scrollPage(numbers: readonly string[]): void {
    const [element] = numbers.flatMap((number) => elements.get(number) ?? []);
    if (element === undefined) return;
    const { top, bottom } = element.getBoundingClientRect();
    const margin = 60;
    const isSeen =
      top * scale > pane.scrollTop + margin && bottom * scale < pane.scrollTop + pane.clientHeight - margin;
    if (!isSeen) pane.scrollTop = top * scale - pane.clientHeight / 3;
  }

  function scrollList(numbers: readonly string[]): void {
    // The first one last: if not all of them fit, it is the one in view.
    for (const number of numbers.toReversed()) rowOf.get(number)?.scrollIntoView({ block: 'nearest' });
  }

  /** Returns the numbers of the marked element below a point of the window. */
  function numbersAt(x: number, y: number): readonly string[] {
    const { left, top } = frame.getBoundingClientRect();
    const found = frame.contentDocument?.elementFromPoint((x - left) / scale, (y - top) / scale);
    return numbersOf(found?.closest('[data-read]') ?? null);
  }

  function filter(): void {
    const view = one<HTMLInputElement>('input[name=view]:checked').value;
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const isWanted = (item: HTMLElement) => {
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
    for (const body of all<HTMLElement>('tbody'))
      body.hidden = body.querySelector('tr[data-number]:not([hidden])') === null;
    let shownMissing = 0;
    for (const item of missing) {
      item.hidden = (view !== 'all' && view !== 'missing') || !isWanted(item);
      if (!item.hidden) shownMissing++;
    }
    one<HTMLElement>('table').hidden = shownRows === 0;
    one<HTMLElement>('.missing').hidden = shownMissing === 0;
    one<HTMLElement>('.nothing').hidden = shownRows + shownMissing > 0;
    count.textContent = `${shownRows} of ${rows.length} fields, ${shownMissing} of ${missing.length} missing`;
  }

  function move(event: KeyboardEvent): void {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity };
    const by = steps[event.key];
    const targets = all<HTMLElement>(
      'tr:not([hidden]) button, .missing:not([hidden]) li[data-path]:not([hidden]) summary',
    );
    const at = targets.indexOf(document.activeElement as HTMLElement);
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
  for (const control of [field, ...all('input[name=view]')]) control.addEventListener('change', filter);
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
}
