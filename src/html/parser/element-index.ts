/** Indexes elements by id and by the marking attributes while the page is parsed. */
import { ElementLinks } from '../document-order.ts';
import { type Element, following, isTag, type Root } from '../tree.ts';
import type { TagText } from './tag-text.ts';

type Elements = Map<string, Element[]>;

export class ElementIndex {
  readonly byId: Elements = new Map();
  readonly byAttribute: ReadonlyMap<string, Elements>;
  readonly scripts: Element[] = [];
  readonly tables: Element[] = [];
  readonly links = new ElementLinks();
  readonly #attributes: readonly string[];
  /** The names of the indexed attributes, by their length. */
  readonly #names: string[][] = [];
  /** Indexed attributes of the current tag: name, value, name, value, ... */
  #noted: string[] = [];

  constructor(attributes: readonly string[]) {
    this.#attributes = ['id', ...attributes];
    this.byAttribute = new Map(attributes.map((name) => [name, new Map()]));
    for (const name of this.#attributes) {
      this.#names[name.length] ??= [];
      this.#names[name.length]?.push(name);
    }
  }

  /** Reads the attributes of a tag to its end, and keeps those that are indexed. */
  read(tag: TagText): void {
    if (this.#noted.length > 0) this.#noted = [];
    while (tag.next()) {
      const names = this.#names[tag.nameLength];
      if (names === undefined) continue;
      for (const name of names) if (tag.isNamed(name) && !this.#noted.includes(name)) this.#noted.push(name, tag.value);
    }
  }

  /** Adds the element of the tag that was read last. */
  enterNoted(element: Element): void {
    const noted = this.#noted;
    for (let at = 0; at < noted.length; at += 2) this.enter(element, noted[at] ?? '', noted[at + 1] ?? '');
  }

  /** Adds an element under the value of one attribute. */
  enter(element: Element, name: string, value: string): void {
    const elements = name === 'id' ? this.byId : this.byAttribute.get(name);
    const known = elements?.get(value);
    if (known === undefined) elements?.set(value, [element]);
    else known.push(element);
  }

  /** Builds the indexes and links again, in document order. */
  renew(root: Root): void {
    for (const elements of [this.byId, ...this.byAttribute.values()]) elements.clear();
    this.scripts.length = 0;
    this.tables.length = 0;
    this.links.restart(root);
    for (let node = root.firstChild; node !== null; node = following(node, root)) {
      if (!isTag(node)) continue;
      this.links.add(node);
      for (const name of this.#attributes) {
        const value = node.attr(name);
        if (value !== undefined) this.enter(node, name, value);
      }
      if (node.name === 'script') this.scripts.push(node);
      else if (node.name === 'table') this.tables.push(node);
    }
  }
}
