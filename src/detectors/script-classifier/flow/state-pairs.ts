import type { AnyNode } from 'acorn';
import type { ScriptReading } from '../script-reading.ts';
import type { Binding } from '../tree/bindings.ts';
import { memberName, onlyValue } from '../tree/known-calls.ts';

/** Functions of frameworks that return a value and a function that sets it. */
const makers: ReadonlySet<string> = new Set(['useState', 'createSignal', 'useReducer', 'useAtom']);
/** Helpers of compilers around such a call. */
const MAX_HOPS = 4;

/** The variable that a function sets: `const [phrase, setPhrase] = useState('')`, by the variable of the function. */
export function statePairs(reading: ScriptReading): ReadonlyMap<Binding, Binding> {
  const { tree, bindings } = reading;
  const pairs = new Map<Binding, Binding>();
  /** The values of lists, by the variable of the list: compilers write `var phrase = list[0], setPhrase = list[1]`. */
  const lists = new Map<Binding, { value?: Binding; setter?: Binding }>();
  for (const number of tree.ofType('VariableDeclarator')) {
    const node = tree.node(number);
    if (node?.type !== 'VariableDeclarator' || !node.init) continue;
    const { id, init } = node;
    if (id.type === 'ArrayPattern') {
      const [value, setter] = id.elements.map((it) => it && bindings.of(tree.numberOf(it)));
      if (value && setter && isState(reading, init, MAX_HOPS)) pairs.set(setter, value);
      continue;
    }
    const at = indexOf(init);
    const list = init.type === 'MemberExpression' && bindings.of(tree.numberOf(init.object));
    const variable = bindings.of(tree.numberOf(id));
    if (at === undefined || !list || !variable) continue;
    const known = lists.get(list) ?? {};
    lists.set(list, { ...known, [at === 0 ? 'value' : 'setter']: variable });
  }
  for (const [list, { value, setter }] of lists) {
    const made = list.values.length === 1 ? tree.node(list.values[0] ?? -1) : undefined;
    if (value && setter && made && isState(reading, made, MAX_HOPS)) pairs.set(setter, value);
  }
  return pairs;
}

/** 0 or 1 of `list[0]` and `list[1]`. */
function indexOf(node: AnyNode): number | undefined {
  if (node.type !== 'MemberExpression' || node.property.type !== 'Literal') return undefined;
  const { value } = node.property;
  return value === 0 || value === 1 ? value : undefined;
}

function isState(reading: ScriptReading, node: AnyNode, hops: number): boolean {
  if (hops === 0) return false;
  const { tree, bindings } = reading;
  if (node.type === 'Identifier') {
    const made = onlyValue(tree, bindings, tree.numberOf(node));
    return made !== undefined && isState(reading, made, hops - 1);
  }
  if (node.type !== 'CallExpression') return false;
  const callee =
    node.callee.type === 'SequenceExpression' ? node.callee.expressions.at(-1) : node.callee;
  const name =
    callee?.type === 'MemberExpression'
      ? memberName(callee.property)
      : callee?.type === 'Identifier'
        ? callee.name
        : undefined;
  if (name !== undefined && makers.has(name)) return true;
  const [first] = node.arguments;
  return first !== undefined && isState(reading, first, hops - 1);
}
