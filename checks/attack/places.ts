/** Puts hostile content into a page. */
import { isTraversal } from 'css-what';
import { type Edit, edited } from '../mutation/source.ts';
import type { Base } from './bases.ts';
import type { Random } from './random.ts';
import type { HostileScript } from './scripts.ts';
import { type Shell, shellOf, stepsOf } from './selectors.ts';
import type { Structure } from './structures.ts';

/** A page with hostile content, and where it is in words. */
export interface Placed {
  html: string;
  where: string;
}

/** Returns a page with a text in some slots. Of slots that overlap the first has it. */
export function inSlots(base: Base, paths: readonly string[], text: string): string {
  const edits: Edit[] = [];
  for (const path of paths) {
    const edit = base.editAt(path, inSlot(path, text));
    if (!edits.some(({ start, end }) => start < edit.end && edit.start < end)) edits.push(edit);
  }
  return edited(base.html, edits);
}

/** A text must not end its element, unless markup is the attack. */
function inSlot(path: string, text: string): string {
  return /@[\w-]+$/.test(path) || /^<\w/.test(text) ? text : text.replaceAll('<', '&lt;');
}

/** Returns a page with a structure that is made from the element that a path names: in the element, before it, or in the body. */
export function structureIn(base: Base, path: string, structure: Structure, size: number, random: Random): Placed {
  const element = base.found(path.replace(/@[\w-]+$/, '')).at(0) ?? random.pick(base.elements);
  const { open, close, start, end } = element;
  const text = ({ start, end }: { start: number; end: number }) => base.html.slice(start, end);
  // The shortest element that the selector finds: many more of them are in the same size.
  const short = random.below(2) === 0 ? undefined : shortOf(path);
  const material = { open: short?.open ?? text(open), close: short?.close ?? text(close), whole: text(element) };
  const made = structure.make({ size, random, ...material });
  const place = random.pick(['body', 'element', 'before', 'around']);
  const where = `${material.open.slice(0, 80)} ${place} ${path}`;
  if (place === 'body') return { html: atStartOf(base, 'body', made), where };
  const edits: Readonly<Record<string, Edit>> = {
    element: { start: open.end, end: close.start, text: made },
    before: { start, end: start, text: made },
    around: { start, end, text: made },
  };
  return { html: edited(base.html, [edits[place] as Edit]), where };
}

function shortOf(path: string): Shell {
  const [steps = []] = stepsOf(path.replace(/@[\w-]+$/, ''));
  return shellOf(steps.slice(steps.findLastIndex(isTraversal) + 1));
}

/** Returns a page with a script in its head or body. */
export function scriptIn(base: Base, script: HostileScript, marker: string, size: number, random: Random): Placed {
  const place = random.pick(['head', 'body']);
  return { html: atStartOf(base, place, script.make(size, marker, random)), where: `of ${marker} in the ${place}` };
}

function atStartOf(base: Base, tag: string, text: string): string {
  const [element] = base.found(tag);
  const at = element?.open.end ?? 0;
  return edited(base.html, [{ start: at, end: at, text }]);
}
