/** The names in an expression that have no value in any request, and their effect on its result. */
import { standardFunctions } from './functions/standard-functions.ts';
import { isLiteral, isValue, unpacks } from './node-type.ts';
import type { ArgumentNode, CallNode, ExpressionTree, LogicNode, ValueNode } from './syntax.ts';
import { usage } from './usage.ts';

export interface ValueGaps {
  /** Fields and functions without a value, and lists without data as `$name`. */
  readonly names: readonly string[];
  /** The result of the condition, if they make it the same for every request. */
  readonly constant: boolean | undefined;
}

/** Whether a field, a list (as `$name`) or a function with `needsContext` and its subject has no value. */
export type LacksValue = (name: string, subject?: string) => boolean;

const functions = new Map(standardFunctions.map((definition) => [definition.name, definition]));
const unfilledFunction = (name: string) => functions.get(name)?.isUnfilled === true;

export function valueGaps(tree: ExpressionTree, lacksValue: LacksValue): ValueGaps {
  const used = usage(tree);
  const names = [
    ...[...used.fields].filter((name) => lacksValue(name)),
    ...[...used.functions].filter(unfilledFunction),
    ...[...used.lists].map((name) => `$${name}`).filter((name) => lacksValue(name)),
    ...[...used.contextCalls].flatMap(([spelled, { name, subject }]) =>
      lacksValue(name, subject) ? [spelled] : [],
    ),
  ];
  const isCondition = !isValue(tree) && !isLiteral(tree);
  const constant = names.length > 0 && isCondition ? resultOf(tree, lacksValue) : undefined;
  return { names, constant };
}

/** The result for every request, if it is the same; `undefined` if it depends on the request. */
function resultOf(node: LogicNode, lacks: LacksValue): boolean | undefined {
  switch (node.kind) {
    case 'constant':
      return node.value;
    case 'not': {
      const result = resultOf(node.of, lacks);
      return result === undefined ? undefined : !result;
    }
    case 'compare': {
      const isInNothing = node.test.kind === 'in-list' && lacks(`$${node.test.list}`);
      return isInNothing || isMissing(node.left, lacks) ? false : undefined;
    }
    case 'truth':
      return truthOf(node.value, lacks);
    case 'combine':
      return combined(
        node.op,
        node.items.map((item) => resultOf(item, lacks)),
      );
  }
}

function combined(
  op: 'and' | 'or' | 'xor',
  results: readonly (boolean | undefined)[],
): boolean | undefined {
  const decisive = op === 'or';
  if (op !== 'xor' && results.includes(decisive)) return decisive;
  if (results.includes(undefined)) return undefined;
  return op === 'xor' ? results.filter((each) => each).length % 2 === 1 : !decisive;
}

/** Over an empty array, `any` is false and `all` is true. */
function truthOf(value: ValueNode, lacks: LacksValue): boolean | undefined {
  if (value.kind === 'call' && (value.name === 'any' || value.name === 'all')) {
    const [argument] = value.args;
    if (!argument) return undefined;
    if (isValue(argument) && !unpacks(argument)) {
      return isMissing(argument, lacks) ? false : undefined;
    }
    return isEmpty(argument, lacks) ? value.name === 'all' : undefined;
  }
  return isMissing(value, lacks) ? false : undefined;
}

/** Whether an array of comparisons is empty. Arrays are combined up to the length of the shortest. */
function isEmpty(node: ArgumentNode, lacks: LacksValue): boolean {
  if (isLiteral(node)) return false;
  if (isValue(node)) return isMissing(node, lacks);
  switch (node.kind) {
    case 'compare':
      return isMissing(node.left, lacks);
    case 'truth':
      return isMissing(node.value, lacks);
    case 'not':
      return isEmpty(node.of, lacks);
    case 'combine':
      return node.items.some((item) => isEmpty(item, lacks));
    case 'constant':
      return false;
  }
}

function isMissing(value: ValueNode, lacks: LacksValue): boolean {
  return value.kind === 'field' ? lacks(value.name) : isMissingCall(value, lacks);
}

/** The result of a function is missing if an argument is, except for the few that accept a missing one. */
function isMissingCall({ name, args }: CallNode, lacks: LacksValue): boolean {
  const definition = functions.get(name);
  if (definition?.isUnfilled) return true;
  if (definition?.takesMissing) return false;
  const [first] = args;
  if (definition?.needsContext) return first?.kind === 'string' && lacks(name, first.value);
  // If it is applied to each element, another missing argument results in an empty array instead.
  if (first && unpacks(first)) return isValue(first) && isMissing(first, lacks);
  return args.some((argument) => isValue(argument) && isMissing(argument, lacks));
}
