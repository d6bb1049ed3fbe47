import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  type RuleNode,
  ruleTree,
  type TraceRule,
  type TraceValue,
  valueText,
} from './trace-tree.ts';

const rule = (id: string, executed_by = '') => ({ id, executed_by }) as TraceRule;
const shape = (nodes: readonly RuleNode[]): unknown[] =>
  nodes.map((node) => [node.rule.id, ...shape(node.children)]);

it('puts rules below the one that executes them', () => {
  const rules = [rule('a'), rule('b', 'a'), rule('c', 'b'), rule('d')];
  assert.deepEqual(shape(ruleTree(rules)), [['a', ['b', ['c']]], ['d']]);
});

it('keeps rules whose parent did not fit into the trace', () => {
  assert.deepEqual(shape(ruleTree([rule('b', 'lost')])), [['b']]);
});

for (const [value, text] of [
  [{ state: 'shown', value: '/search', length: 7 }, '/search'],
  [{ state: 'shown', value: '', length: 0 }, 'empty'],
  [{ state: 'hidden', value: '', length: 12 }, 'hidden, 12 characters'],
  [{ state: 'missing', value: '', length: 0 }, 'not present'],
] as const) {
  it(`shows a value that is ${text}`, () => assert.equal(valueText(value as TraceValue), text));
}
