import type { AnyNode, MemberExpression } from 'acorn';
import type { ScriptReading } from '../script-reading.ts';

/** Steps from a value up to the condition around it. */
const MAX_STEPS = 8;
const buttons: ReadonlySet<string> = new Set(['submit', 'button', 'reset']);

/**
 * Whether a value is that of a button, which is its label: `if (e.type === 'submit' || e.type === 'button') text = e.value`. Error
 * reporters name what was clicked.
 */
export function isButtonValue(reading: ScriptReading, { object }: MemberExpression): boolean {
  const { tree, bindings } = reading;
  const element = bindings.of(tree.numberOf(object));
  if (!element) return false;
  let child: AnyNode = object;
  let parent = tree.parent(tree.numberOf(object));
  for (let steps = 0; parent && steps < MAX_STEPS; steps += 1) {
    const test = conditionOf(parent, child);
    if (test && requiresButton(test)) return true;
    if (tree.isFunction(tree.numberOf(parent))) return false;
    child = parent;
    parent = tree.parent(tree.numberOf(parent));
  }
  return false;

  /** Whether the element is a button if a test is true. */
  function requiresButton(test: AnyNode): boolean {
    if (test.type === 'LogicalExpression') {
      const [left, right] = [requiresButton(test.left), requiresButton(test.right)];
      return test.operator === '&&' ? left || right : left && right;
    }
    if (test.type !== 'BinaryExpression' || !/^===?$/.test(test.operator)) return false;
    const sides = [test.left as AnyNode, test.right];
    return (
      sides.some(isTypeOfElement) && sides.some((it) => buttons.has(reading.values.text(it) ?? ''))
    );
  }

  function isTypeOfElement(node: AnyNode): boolean {
    return (
      node.type === 'MemberExpression' &&
      reading.values.property(node) === 'type' &&
      bindings.of(tree.numberOf(node.object)) === element
    );
  }
}

/** What must be true for a part of a statement or expression to run. */
function conditionOf(parent: AnyNode, part: AnyNode): AnyNode | undefined {
  if (parent.type === 'IfStatement' || parent.type === 'ConditionalExpression') {
    return parent.consequent === part ? parent.test : undefined;
  }
  const isAnd = parent.type === 'LogicalExpression' && parent.operator === '&&';
  return isAnd && parent.right === part ? parent.left : undefined;
}
