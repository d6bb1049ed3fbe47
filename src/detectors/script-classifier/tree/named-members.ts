import type { AnyNode } from 'acorn';
import { memberName } from './known-calls.ts';
import type { SyntaxTree } from './syntax-tree.ts';

/** Everything that is put into members, by their names: of objects, of classes and by assignment. */
export function namedMembers(tree: SyntaxTree): ReadonlyMap<string, readonly AnyNode[]> {
  const members = new Map<string, AnyNode[]>();
  const add = (name: string | undefined, value: AnyNode): void => {
    if (name === undefined) return;
    const list = members.get(name);
    if (list) list.push(value);
    else members.set(name, [value]);
  };
  for (const type of ['Property', 'PropertyDefinition', 'AssignmentExpression'] as const) {
    for (const number of tree.ofType(type)) {
      const node = tree.node(number);
      if (node?.type === 'Property' || node?.type === 'PropertyDefinition') {
        if (!node.value || tree.parent(number)?.type === 'ObjectPattern') continue;
        add(keyName(node.key, node.computed), node.value);
      } else if (node?.type === 'AssignmentExpression' && node.left.type === 'MemberExpression') {
        add(keyName(node.left.property, node.left.computed), node.right);
      }
    }
  }
  return members;
}

function keyName(key: AnyNode, isComputed: boolean): string | undefined {
  if (key.type === 'Literal') return String(key.value);
  return isComputed ? undefined : memberName(key);
}
