import type { Constant } from '../const-eval/constant.ts';
import type { ReadLayer } from '../script-layers.ts';
import { UNKNOWN } from '../values/paths.ts';
import { quoted, type SourceView } from './source-view.ts';

/** Items of a list that are shown. */
const MAX_ITEMS = 10;

const computed = [
  'BinaryExpression',
  'CallExpression',
  'MemberExpression',
  'TemplateLiteral',
] as const;

/** Constants that were worked out; those that stand in the source as they are say nothing new. */
export function dumpConstants({ facts: { reading } }: ReadLayer, view: SourceView): string[] {
  const { tree, values } = reading;
  return tree.ofTypes(computed).flatMap((number) => {
    const node = tree.node(number);
    // A sum is shown as a whole: its parts, which are sums too, would take quadratic time.
    const isPart = node?.type === 'BinaryExpression' && tree.parent(number)?.type === node.type;
    const constant = isPart ? undefined : values.constant(node);
    if (!constant) return [];
    return [`${view.position(number)} ${view.code(number)}: ${constantText(constant)}`];
  });
}

export function constantText(constant: Constant): string {
  const decoded = constant.isDecoded ? ', decoded' : '';
  if (constant.kind === 'text') {
    const joined = constant.pieces > 1 ? `, of ${constant.pieces} pieces` : '';
    return `${quoted(constant.text)}${joined}${decoded}`;
  }
  const { items } = constant;
  const shown = items.slice(0, MAX_ITEMS).map(quoted).join(', ');
  const rest = items.length > MAX_ITEMS ? `, … ${items.length} in all` : '';
  return `[${shown}${rest}]${decoded}`;
}

/** What is called, made, written and read, by its path. */
export function dumpPaths({ facts: { reading } }: ReadLayer, view: SourceView): string[] {
  const { tree, values } = reading;
  return tree.ofTypes(['CallExpression', 'NewExpression', 'MemberExpression']).flatMap((number) => {
    const node = tree.node(number);
    const parent = tree.parent(number);
    if (node?.type === 'CallExpression' || node?.type === 'NewExpression') {
      const made = values.path(node);
      const result = made === UNKNOWN ? '' : ` gives ${made}`;
      const verb = node.type === 'NewExpression' ? 'new' : 'call';
      return [`${view.position(number)} ${verb} ${values.path(node.callee)}${result}`];
    }
    if (!node || (parent && 'callee' in parent && parent.callee === node)) return [];
    const isWritten = parent?.type === 'AssignmentExpression' && parent.left === node;
    return [`${view.position(number)} ${isWritten ? 'set' : 'get'} ${values.path(node)}`];
  });
}
