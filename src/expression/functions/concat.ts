import type { CheckedArgument, FunctionDefinition } from '../function-definition.ts';
import type { Value } from '../value.ts';
import { STRING, sameType, typeText } from '../value-type.ts';

/** `concat(http.host, http.request.uri.path) eq "example.com/login"` */
export const concat: FunctionDefinition = {
  name: 'concat',
  description: 'The values one after the other: strings and integers, or arrays of one type.',
  parameters: [
    { name: 'value', types: ['String', 'Int', 'Array'], kind: 'either' },
    { name: 'more', types: ['String', 'Int', 'Array'], kind: 'either', optional: true, rest: true },
  ],
  result: ([first]) => (first?.kind === 'Array' ? first : STRING),
  takesMissing: true,
  complain: (args, index) => mixed(args[0], args[index]),
  prepare: (_literals, [first]) => (first?.kind === 'Array' ? concatenateArrays : concatenateText),
};

function mixed(
  first: CheckedArgument | undefined,
  other: CheckedArgument | undefined,
): string | undefined {
  if (!first || !other) return undefined;
  const arrays = first.type.kind === 'Array' || other.type.kind === 'Array';
  if (!arrays || sameType(first.type, other.type)) return undefined;
  return `expected value of type ${typeText(first.type)}, but got ${typeText(other.type)}`;
}

/** A missing argument counts as empty. */
function concatenateArrays(...values: (readonly Value[] | undefined)[]): readonly Value[] {
  return values.flatMap((value) => value ?? []);
}

function concatenateText(...values: (string | number | undefined)[]): string {
  let text = '';
  for (const value of values) if (value !== undefined) text += value;
  return text;
}
