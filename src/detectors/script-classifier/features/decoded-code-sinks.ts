import type { AnyNode } from 'acorn';
import { taint } from '../flow/taint.ts';
import type { Finder } from './feature.ts';

/** Where a script runs text that it decodes. */
export const decodedCodeSinks: Finder = ({ flows, reading: { tree } }) =>
  flows
    .filter(({ sink, bits }) => sink === 'code' && (bits & taint.decoded) !== 0)
    .filter(({ node }) => !namesFunction(tree.node(node)))
    .map(({ node }) => node);

/**
 * `new Function('return function ' + name + …)` only gives a function a name; compilers of other languages write such code.
 */
function namesFunction(runner: AnyNode | undefined): boolean {
  if (runner?.type !== 'CallExpression' && runner?.type !== 'NewExpression') return false;
  let first: AnyNode | undefined = runner.arguments.at(-1);
  while (first?.type === 'BinaryExpression') first = first.left;
  return (
    first?.type === 'Literal' &&
    typeof first.value === 'string' &&
    /\bfunction\s+$/.test(first.value)
  );
}
