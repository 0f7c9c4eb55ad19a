/** The fields that the caller asked for, as far as readers and landmarks depend on them. */
import type { FieldTree } from '../contract/fields.ts';
import type { PageBlock } from './page.ts';

/** Whether the caller asked for a field, for one inside of it, or for one that contains it. */
export function isWanted({ source }: PageBlock, path: string): boolean {
  let tree = source.asked;
  for (const name of path.split('.')) {
    if (tree === undefined) return true;
    if (!tree.has(name)) return false;
    tree = tree.get(name);
  }
  return true;
}

/**
 * Returns the wanted fields inside of an object or a list. `undefined` for all.
 *
 * @param also Fields that the page's reader itself needs.
 */
export function wantedIn({ source }: PageBlock, path: string, also: readonly string[] = []): FieldTree | undefined {
  let tree: FieldTree | undefined = source.fields;
  for (const name of path.split('.')) {
    if (tree === undefined) return undefined;
    tree = tree.has(name) ? tree.get(name) : new Map();
  }
  return tree === undefined ? undefined : new Map([...tree, ...also.map((name) => [name, undefined] as const)]);
}
