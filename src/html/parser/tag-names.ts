/** The names of HTML tags, looked up without creating a string for each tag, and tokens with them. */
import { html, type Token } from 'parse5';
import { SEPARATE } from '../text.ts';
import { lowerCase } from './characters.ts';

export interface TagName {
  readonly name: string;
  readonly id: html.TAG_ID;
  /** Whether parse5's tree builder reads the attributes of these tags. */
  readonly isLookedAt: boolean;
  /** `undefined` for tags that only parse5 reads. */
  readonly kind: TagKind | undefined;
  /** Whether browsers display the element on its own lines. */
  readonly isSeparate: boolean;
}

/** Tags with the same rules in the body. */
const KINDS = {
  block:
    'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header hgroup main menu nav ol p search section summary ul',
  heading: 'h1 h2 h3 h4 h5 h6',
  item: 'li',
  inline: 'abbr bdi bdo cite del dfn ins kbd label mark q samp span sub sup time var',
  /** The tree builder keeps their tags, to open them again. */
  formatting: 'a b big code em font i nobr s small strike strong tt u',
  void: 'br img wbr',
  input: 'input',
};
export type TagKind = keyof typeof KINDS;

const kinds = new Map(
  Object.entries(KINDS).flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind as TagKind] as const)),
);
/** Tags whose attributes the tree builder reads: it merges `html` and `body`, and checks one attribute of the others. */
const LOOKED_AT: ReadonlySet<string> = new Set('html body input svg math mglyph malignmark annotation-xml'.split(' '));

const SIZE = 4096;
const byHash = new Array<TagName | undefined>(SIZE).fill(undefined);
for (const name of Object.values(html.TAG_NAMES)) {
  // Some SVG names have capitals, but the name of a tag is in lower case here: parse5 restores the capitals.
  if (name === lowerCase(name)) byHash[hashOf(name)] = tagNamed(name);
}

/** Adds one character to the hash of a name. */
export function mixed(hash: number, code: number): number {
  return (hash * 31 + code) & (SIZE - 1);
}

/** Returns the tag name at a position of the page. `hash` is the hash of its characters. */
export function tagNameAt(text: string, start: number, end: number, hash: number): TagName {
  const known = byHash[hash];
  if (known !== undefined && isAt(known.name, text, start, end)) return known;
  return tagNamed(lowerCase(text.slice(start, end)));
}

const NO_ATTRIBUTES: Token.Attribute[] = [];

/** Returns a token for parse5's tree builder. */
export function tagToken(
  type: Token.TokenType.START_TAG | Token.TokenType.END_TAG,
  { name, id }: Pick<TagName, 'name' | 'id'>,
  attrs = NO_ATTRIBUTES,
  selfClosing = false,
): Token.TagToken {
  return { type, tagName: name, tagID: id, selfClosing, ackSelfClosing: false, attrs, location: null };
}

function tagNamed(name: string): TagName {
  return {
    name,
    id: html.getTagID(name),
    isLookedAt: LOOKED_AT.has(name),
    kind: kinds.get(name),
    isSeparate: SEPARATE.has(name),
  };
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
