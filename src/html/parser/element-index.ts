/** Indexes elements by id and by the marking attributes while the page is parsed. */
import { ElementLinks } from '../document-order.ts';
import { type Element, following, isTag, type Root } from '../tree.ts';
import { NONE_INDEXED, type TagPlace } from './tag-text.ts';

type Elements = Map<string, Element[]>;

const CLASS = 'class';

export class ElementIndex {
  readonly byId: Elements = new Map();
  readonly byAttribute: ReadonlyMap<string, Elements>;
  readonly scripts: Element[] = [];
  readonly tables: Element[] = [];
  readonly links = new ElementLinks();
  /** The names of the indexed attributes, by their length. */
  readonly #names: string[][] = [];

  constructor(attributes: readonly string[]) {
    this.byAttribute = new Map(attributes.map((name) => [name, new Map()]));
    for (const name of ['id', ...attributes]) {
      this.#names[name.length] ??= [];
      this.#names[name.length]?.push(name);
    }
  }

  /** Reads the attributes of a tag to its end, and notes its indexed ones and its class. */
  read(place: TagPlace): void {
    const { tag } = place;
    let indexed: string[] | undefined;
    let hasClass = false;
    place.classAt = 0;
    while (tag.next()) {
      const { nameLength } = tag;
      if (nameLength === CLASS.length && !hasClass && tag.isNamed(CLASS)) {
        hasClass = true;
        place.classAt = tag.quotedAt;
      }
      const names = this.#names[nameLength];
      if (names === undefined) continue;
      for (const name of names) {
        if (!tag.isNamed(name)) continue;
        indexed ??= [];
        // Of a name that is repeated, the first value counts.
        if (!indexed.some((known, at) => at % 2 === 0 && known === name)) indexed.push(name, tag.value);
      }
    }
    place.indexed = indexed ?? NONE_INDEXED;
  }

  /** Adds an element under the values of its indexed attributes. */
  enterAll(element: Element, { indexed }: TagPlace): void {
    for (let at = 0; at < indexed.length; at += 2) this.enter(element, indexed[at] ?? '', indexed[at + 1] ?? '');
  }

  /** Adds an element under the value of one attribute. */
  enter(element: Element, name: string, value: string): void {
    const elements = name === 'id' ? this.byId : this.byAttribute.get(name);
    const known = elements?.get(value);
    if (known === undefined) elements?.set(value, [element]);
    else known.push(element);
  }

  /** Brings the indexes and links in document order after elements were moved. Elements that are no longer in the tree are dropped. */
  renew(root: Root): void {
    const indexes = [this.byId, ...this.byAttribute.values()];
    const lists = [...indexes.flatMap((index) => [...index.values()]), this.scripts, this.tables];
    for (const elements of lists) for (const element of elements) element.order = ABSENT;
    this.links.restart(root);
    for (let node = root.firstChild; node !== null; node = following(node, root)) if (isTag(node)) this.links.add(node);
    for (const elements of lists) arrange(elements);
    for (const index of indexes) {
      const entries = [...index].filter(([, { length }]) => length > 0);
      entries.sort(([, [one]], [, [other]]) => (one as Element).order - (other as Element).order);
      index.clear();
      for (const [value, elements] of entries) index.set(value, elements);
    }
  }
}

/** The order of an element that is not in the tree. */
const ABSENT = 0;

/** Sorts elements in document order, without those that are not in the tree. */
function arrange(elements: Element[]): void {
  let length = 0;
  for (const element of elements) if (element.order !== ABSENT) elements[length++] = element;
  elements.length = length;
  elements.sort((one, other) => one.order - other.order);
}
