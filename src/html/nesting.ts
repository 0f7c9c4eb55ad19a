/** Limits how deep elements nest. */
import { LIMITS } from './limits.ts';
import { type ChildNode, isParent, isTag, type ParentNode, type Root } from './tree.ts';

/** Moves the elements below the deepest level up to it: they become siblings, in the order of their tags. */
export function flatten(root: Root): void {
  let depth = 1;
  let node: ChildNode | null = root.firstChild;
  while (node !== null) {
    if (isParent(node)) {
      if (depth >= LIMITS.depth) level(node);
      else if (node.firstChild !== null) {
        node = node.firstChild;
        depth++;
        continue;
      }
    }
    while (node.next === null) {
      const { parent }: ChildNode = node;
      if (parent === null || parent === root) return;
      node = parent as ChildNode;
      depth--;
    }
    node = node.next;
  }
}

/** Makes everything below a node its child. Elements with text only keep their text. */
function level(scope: ParentNode): void {
  const children: ChildNode[] = [];
  const emptied: ParentNode[] = [];
  let node: ChildNode | null = scope.firstChild;
  while (node !== null) {
    children.push(node);
    const isNested: boolean = isParent(node) && node.children.some(isParent);
    if (isParent(node) && isNested) emptied.push(node);
    // The content of a template is not part of the page.
    const isTemplate = isTag(node) && node.name === 'template';
    node = isParent(node) && isNested && !isTemplate ? node.firstChild : after(node, scope);
  }
  for (const one of emptied) one.children = [];
  scope.children = children;
  children.forEach((child, at) => {
    child.parent = scope;
    child.prev = children[at - 1] ?? null;
    child.next = children[at + 1] ?? null;
  });
}

/** Returns the node after a node and all below it, below a scope. */
function after(node: ChildNode, scope: ParentNode): ChildNode | null {
  for (let at = node; ; at = at.parent as ChildNode) {
    if (at.next !== null) return at.next;
    if (at.parent === scope) return null;
  }
}
