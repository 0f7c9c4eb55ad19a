/** The scripts of a page, and the JSON in its `a-state` elements. */
import { type Element, type HtmlDocument, isText, parseLoose } from '../html/index.ts';

/** Returns the text of a script. */
export function scriptText(script: Element): string {
  const { firstChild } = script;
  return firstChild !== null && isText(firstChild) ? firstChild.data : '';
}

/** Returns the texts of all scripts that have one. */
export function readScripts(document: HtmlDocument): string[] {
  return document.scripts.map(scriptText).filter((text) => text !== '');
}

/** Returns the `a-state` elements by key. The first element of a key wins. */
export function readStates(document: HtmlDocument): Map<string, Element> {
  const states = new Map<string, Element>();
  for (const [attribute, [element]] of document.byAttribute.get('data-a-state') ?? []) {
    const key = (parseLoose(attribute) as { key?: unknown } | undefined)?.key;
    if (element !== undefined && typeof key === 'string' && !states.has(key)) states.set(key, element);
  }
  return states;
}
