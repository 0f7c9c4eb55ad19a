/** Makes elements that a selector finds, so that a slot can be attacked that a page lacks. */
import { isTraversal, parse, type Selector, stringify } from 'css-what';

/** Elements around a content: start tags and end tags, the outermost first. */
export interface Shell {
  open: string;
  close: string;
}

/** A selector that has no alternatives: a sequence of compound selectors and combinators. */
export type Steps = readonly Selector[];

/** Returns the selectors without alternatives that a selector consists of: `a :is(b, c)` is `a b` and `a c`. */
export function stepsOf(selector: string): Steps[] {
  return parse(selector).flatMap(alternativesOf);
}

function alternativesOf(steps: Steps): Steps[] {
  const at = steps.findIndex(({ type, ...rest }) => type === 'pseudo' && 'name' in rest && CHOICES.has(rest.name));
  const choice = steps[at];
  if (choice?.type !== 'pseudo' || !Array.isArray(choice.data)) return [steps];
  // The name of an element is first: `.a:is(b.c)` is `b.a.c`.
  const from = steps.slice(0, at).findLastIndex(isTraversal) + 1;
  return choice.data.flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const before = steps.slice(from, at);
    const start = first.type === 'tag' ? [first, ...before] : [...before, first];
    return alternativesOf([...steps.slice(0, from), ...start, ...others, ...steps.slice(at + 1)]);
  });
}

const CHOICES = new Set(['is', 'where', 'matches']);

/** Returns the ends of the parts of a selector that are selectors of ancestors, and its own end: `a b > c` has three. */
export function endsOf(steps: Steps): number[] {
  const ends = steps.flatMap(({ type }, at) => (type === 'descendant' || type === 'child' ? [at] : []));
  return [...ends, steps.length];
}

/** Returns the selector of steps. */
export function selectorOf(steps: Steps): string {
  return stringify([[...steps]]);
}

/** Returns elements that steps find: the content is in the last one. */
export function shellOf(steps: Steps, attributes: Readonly<Record<string, string>> = {}): Shell {
  const shell: Shell = { open: '', close: '' };
  let from = 0;
  for (let at = 0; at <= steps.length; at++) {
    const step = steps[at];
    if (step !== undefined && !isTraversal(step)) continue;
    const isLast = at === steps.length;
    const one = elementOf(steps.slice(from, at), isLast ? attributes : {});
    const isSibling = step?.type === 'adjacent' || step?.type === 'sibling';
    if (isSibling) shell.open += one.open + one.close;
    else {
      shell.open += one.open;
      shell.close = one.close + shell.close;
    }
    from = at + 1;
  }
  return shell;
}

function elementOf(compound: Steps, more: Readonly<Record<string, string>>): Shell {
  let tag: string | undefined;
  let inside = '';
  const attributes = new Map<string, string>();
  for (const step of compound) {
    if (step.type === 'tag') tag = step.name;
    else if (step.type === 'attribute' && step.action !== 'not') {
      const before = attributes.get(step.name);
      attributes.set(step.name, before === undefined ? step.value : `${before}${GLUE[step.name] ?? ''}${step.value}`);
    } else if (step.type === 'pseudo' && step.name === 'has' && Array.isArray(step.data)) {
      const [first] = step.data;
      const made = shellOf(first?.filter((one, at) => at > 0 || !isTraversal(one)) ?? []);
      inside += made.open + made.close;
    }
  }
  for (const [name, value] of Object.entries(more)) attributes.set(name, value);
  tag ??= attributes.has('href') ? 'a' : attributes.has('src') ? 'img' : 'div';
  const written = [...attributes].map(([name, value]) => ` ${name}="${escaped(value)}"`).join('');
  const [before, after] = AROUND[tag] ?? ['', ''];
  return { open: `${before}<${tag}${written}>${inside}`, close: VOID.has(tag) ? after : `</${tag}>${after}` };
}

const GLUE: Readonly<Record<string, string>> = { class: ' ' };
const VOID = new Set(['img', 'input', 'br', 'hr', 'link', 'meta', 'source']);
/** Elements that the parser drops outside of a table. */
const AROUND: Readonly<Record<string, readonly [string, string]>> = {
  tr: ['<table>', '</table>'],
  tbody: ['<table>', '</table>'],
  td: ['<table><tr>', '</tr></table>'],
  th: ['<table><tr>', '</tr></table>'],
};

/** Returns a text as the value of an attribute in double quotes. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}
