/** The names of HTML's tags, found without making a string of them. */
import { html } from 'parse5';
import { lowerCase } from './characters.ts';

export interface TagName {
  readonly name: string;
  readonly id: html.TAG_ID;
  /** Whether parse5 looks at the attributes of such tags itself. */
  readonly isLookedAt: boolean;
}

/** Formatting elements are compared by their attributes, `html` and `body` can be merged, the others are told apart by one. */
const LOOKED_AT: ReadonlySet<string> = new Set(
  (
    'a b big code em font i nobr s small strike strong tt u html body input ' +
    'svg math mglyph malignmark annotation-xml'
  ).split(' '),
);

const SIZE = 4096;
const byHash = new Array<TagName | undefined>(SIZE).fill(undefined);
for (const name of Object.values(html.TAG_NAMES)) {
  // Names of SVG with capitals are written in lower case in tags, where parse5 finds them by themselves.
  if (name === lowerCase(name)) byHash[hashOf(name)] = tagNamed(name);
}

/** Goes on with the hash of a name, by one character. */
export function mixed(hash: number, code: number): number {
  return (hash * 31 + code) & (SIZE - 1);
}

/** The tag whose name stands in a text, and has a hash. */
export function tagNameAt(text: string, start: number, end: number, hash: number): TagName {
  const known = byHash[hash];
  if (known !== undefined && isAt(known.name, text, start, end)) return known;
  return tagNamed(lowerCase(text.slice(start, end)));
}

function tagNamed(name: string): TagName {
  return { name, id: html.getTagID(name), isLookedAt: LOOKED_AT.has(name) };
}

function isAt(name: string, text: string, start: number, end: number): boolean {
  if (name.length !== end - start) return false;
  for (let index = 0; index < name.length; index++) {
    if (name.charCodeAt(index) !== text.charCodeAt(start + index)) return false;
  }
  return true;
}

function hashOf(name: string): number {
  let hash = 0;
  for (let index = 0; index < name.length; index++) hash = mixed(hash, name.charCodeAt(index));
  return hash;
}
