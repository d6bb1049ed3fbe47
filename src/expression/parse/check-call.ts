/** Checks of arguments: number, kind, type, and checks of the function itself. */
import type {
  Budget,
  CheckedArgument,
  FunctionDefinition,
  Parameter,
  TypePattern,
} from '../function-definition.ts';
import { parseIp } from '../ip-value.ts';
import { argumentType, isLiteral, unpacks } from '../node-type.ts';
import type { ArgumentNode } from '../syntax.ts';
import type { Value } from '../value.ts';
import { arrayOf, typeText, type ValueType } from '../value-type.ts';

/** The problem of the last argument, given those before it. */
export function checkArgument(
  definition: FunctionDefinition,
  args: readonly ArgumentNode[],
  budget: Budget,
): string | undefined {
  const index = args.length - 1;
  const argument = args[index];
  const parameter = parameterAt(definition, index);
  if (!argument || !parameter) return 'invalid number of arguments';
  const problem = kindProblem(parameter, argument);
  if (problem !== undefined) return `invalid kind of argument #${index}: ${problem}`;
  const type = argumentType(argument);
  if (!parameter.types.some((pattern) => matchesPattern(type, pattern))) {
    const expected = parameter.types.join(' or ');
    return `invalid type of argument #${index}: expected value of type ${expected}, but got ${typeText(type)}`;
  }
  const complaint = definition.complain?.(args.map(checkedArgument), index, budget);
  return complaint === undefined ? undefined : `invalid value of argument #${index}: ${complaint}`;
}

/** The result type; an array of it if the first argument is unpacked. */
export function resultType(
  definition: FunctionDefinition,
  args: readonly ArgumentNode[],
): ValueType {
  const type = definition.result(args.map(argumentType));
  return args[0] && unpacks(args[0]) ? arrayOf(type) : type;
}

/** The value of a literal; undefined for values that depend on the request. */
export function literalValue(node: ArgumentNode): Value | undefined {
  if (node.kind === 'string' || node.kind === 'int') return node.value;
  return node.kind === 'ip' ? parseIp(node.value) : undefined;
}

function checkedArgument(node: ArgumentNode): CheckedArgument {
  return { type: argumentType(node), literal: literalValue(node) };
}

function parameterAt(definition: FunctionDefinition, index: number): Parameter | undefined {
  const last = definition.parameters.at(-1);
  return definition.parameters[index] ?? (last?.rest ? last : undefined);
}

function kindProblem(parameter: Parameter, argument: ArgumentNode): string | undefined {
  const literal = isLiteral(argument);
  if (parameter.kind === 'field' && literal) {
    return 'expected argument of kind Field, but got Literal';
  }
  if (parameter.kind === 'literal' && !literal) {
    return 'expected argument of kind Literal, but got Field';
  }
  return undefined;
}

function matchesPattern(type: ValueType, pattern: TypePattern): boolean {
  return type.kind === pattern || typeText(type) === pattern;
}
