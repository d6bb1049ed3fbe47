import type { AnyNode } from 'acorn';
import type { ScriptReading } from '../script-reading.ts';
import { functionsOf } from '../tree/known-calls.ts';
import { taint } from './taint.ts';

/** Properties that describe a field. Its value is not among them. */
const labels: ReadonlySet<string> = new Set([
  ...['name', 'id', 'type', 'tagName', 'nodeName', 'className', 'placeholder', 'form', 'required'],
  ...['dataset', 'classList', 'addEventListener', 'checkValidity', 'validity', 'disabled'],
]);
/** Methods that pass each item to a callback and do not return it. */
const iterating: ReadonlySet<string> = new Set(['map', 'forEach', 'some', 'every']);
/** Members of lists that are no fields. */
const listMembers: ReadonlySet<string> = new Set([
  ...[
    'length',
    'item',
    'reduce',
    'slice',
    'find',
    'filter',
    'flatMap',
    'entries',
    'values',
    'keys',
  ],
  ...['call', 'apply', 'concat', ...iterating],
]);
/** Calls and lists around a list of fields: `[...Array.from(fields)]`. */
const MAX_STEPS = 4;
/** If an item has more uses, all of them count as reads of its value. */
const MAX_USES = 30;

/** What the script takes of `form.elements`: all fields, one of them, or only their names. */
export function bitsOfElements(reading: ScriptReading, number: number): number {
  const { tree, values } = reading;
  const parent = tree.parent(number);
  if (parent?.type === 'MemberExpression' && parent.object === tree.node(number)) {
    const name = values.property(parent);
    if (name !== undefined && !listMembers.has(name)) {
      const user = tree.parent(tree.numberOf(parent));
      return user && isLabel(reading, user, parent) ? 0 : taint.field;
    }
  }
  return readsLabelsOnly(reading, number) ? 0 : taint.field | taint.allFields;
}

/** Whether a list of fields is only handed to callbacks that read nothing but labels. */
function readsLabelsOnly(reading: ScriptReading, list: number): boolean {
  const { tree, bindings, values } = reading;
  for (let [at, steps] = [list, 0]; steps < MAX_STEPS; steps += 1) {
    const [node, parent] = [tree.node(at), tree.parent(at)];
    if (!node || !parent) return false;
    if (parent.type === 'ForOfStatement' && parent.right === node) {
      const [item] = parent.left.type === 'VariableDeclaration' ? parent.left.declarations : [];
      return item !== undefined && usesLabelsOnly(reading, item.id);
    }
    const isWrapped =
      parent.type === 'SpreadElement' ||
      (parent.type === 'ArrayExpression' && parent.elements.length === 1);
    if (!isWrapped) {
      const call = parent.type === 'MemberExpression' ? tree.parent(tree.numberOf(parent)) : parent;
      if (call?.type !== 'CallExpression') return false;
      const callee = values.path(call.callee);
      const isArgument = call.arguments[0] === node;
      const method =
        callee
          .replace(/\.call$/, '')
          .split('.')
          .at(-1) ?? '';
      const isFrom = isArgument && callee === 'Array.from';
      const callback = call.arguments[isArgument ? 1 : 0];
      if (!isFrom || callback) {
        if (!callback || !(iterating.has(method) || isFrom)) return false;
        const called = functionsOf(tree, bindings, callback);
        return (
          called.length > 0 &&
          called.every((it) => {
            const [item] = paramsOf(tree.node(it));
            return item === undefined || usesLabelsOnly(reading, item);
          })
        );
      }
      at = tree.numberOf(call);
    } else at = tree.numberOf(parent);
  }
  return false;
}

const paramsOf = (node: AnyNode | undefined): readonly AnyNode[] =>
  node && 'params' in node ? node.params : [];

/** Whether all uses of a variable read labels: `field.name`. */
function usesLabelsOnly(reading: ScriptReading, variable: AnyNode): boolean {
  const { tree, bindings } = reading;
  if (variable.type !== 'Identifier') return false;
  const binding = bindings.of(tree.numberOf(variable));
  const uses = binding ? bindings.referencesOf(binding) : [];
  if (uses.length === 0 || uses.length > MAX_USES) return false;
  return uses.every((use) => {
    const [node, parent] = [tree.node(use), tree.parent(use)];
    return node === variable || (parent !== undefined && isLabel(reading, parent, node));
  });
}

const isLabel = (reading: ScriptReading, parent: AnyNode, object: AnyNode | undefined): boolean =>
  parent.type === 'MemberExpression' &&
  parent.object === object &&
  labels.has(reading.values.property(parent) ?? '');
