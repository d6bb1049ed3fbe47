import type { AnyNode } from 'acorn';
import type { Facts } from '../facts/facts.ts';

/** Parameters of the unpacking function of Dean Edwards' packer: `function (p, a, c, k, e, d)`. */
export const isPacker = (node: AnyNode): boolean =>
  node.type === 'FunctionExpression' &&
  node.params.length >= 5 &&
  ['packe', 'packd'].includes(
    node.params
      .map((it) => (it.type === 'Identifier' ? it.name : ''))
      .join('')
      .slice(0, 5),
  );

/** Whether a script unpacks itself like this. Honest scripts do so to be shorter. */
export const isPacked = ({ reading: { tree } }: Facts): boolean =>
  tree.ofType('FunctionExpression').some((number) => {
    const node = tree.node(number);
    return node !== undefined && isPacker(node);
  });
