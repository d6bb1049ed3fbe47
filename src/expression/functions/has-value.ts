import type { CheckedArgument, FunctionDefinition } from '../function-definition.ts';
import { type IpValue, sameIp } from '../ip-value.ts';
import type { Value } from '../value.ts';
import { BOOL, sameType, typeText } from '../value-type.ts';

/** `has_value(http.request.headers.names, "X-Tag")` */
export const hasValue: FunctionDefinition = {
  name: 'has_value',
  description: 'True when an element of the array, or a value of the map, equals the value.',
  parameters: [
    { name: 'container', types: ['Map', 'Array'], kind: 'field' },
    { name: 'value', types: ['String', 'Int', 'IP', 'Bool'], kind: 'either' },
  ],
  result: () => BOOL,
  complain: (args, index) => (index === 1 ? foreign(args[0], args[1]) : undefined),
  prepare: () => contains,
};

function foreign(
  container: CheckedArgument | undefined,
  value: CheckedArgument | undefined,
): string | undefined {
  const type = container?.type;
  if (!type || !('of' in type) || !value || sameType(type.of, value.type)) return undefined;
  return `expected value of type ${typeText(type.of)}, but got ${typeText(value.type)}`;
}

type Scalar = string | number | boolean | IpValue;

function contains(
  container: readonly Scalar[] | ReadonlyMap<string, Scalar>,
  value: Scalar,
): boolean {
  for (const element of container.values()) if (same(element, value)) return true;
  return false;
}

function same(left: Scalar, right: Value): boolean {
  if (typeof left !== 'object') return left === right;
  return typeof right === 'object' && 'family' in right && sameIp(left, right);
}
