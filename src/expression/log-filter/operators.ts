/** The operators of log filters: which types they take, and what they test. */
import type { LogFilterField, LogTest, LogValue, OrderOperator } from './log-filter.ts';
import { elementTypes, readBound, readList, readScalar } from './read-value.ts';

type FieldType = LogFilterField['type'];

export interface LogOperator<Type extends FieldType = FieldType> {
  readonly types: readonly Type[];
  /** Whether it may have the prefix `!`. */
  readonly canBeNegated: boolean;
  test(type: Type, value: unknown, pointer: string): LogTest;
}

/** The cast is safe, because an operator is called only with the types that it lists. */
const operator = <const Type extends FieldType>(definition: LogOperator<Type>): LogOperator =>
  definition as unknown as LogOperator;

const affix = (op: 'starts-with' | 'ends-with') =>
  operator({
    types: ['string'],
    canBeNegated: true,
    test: (type, value, pointer) => ({ op, text: readScalar(type, value, pointer) as string }),
  });

const order = (op: OrderOperator) =>
  operator({
    types: ['int', 'float', 'time'],
    canBeNegated: false,
    test(type, value, pointer) {
      const { floor, isExact } = readBound(type, value, pointer);
      // A time between two milliseconds is later than the first and earlier than the second.
      if (isExact) return { op, than: floor };
      return { op: op === 'lt' || op === 'leq' ? 'leq' : 'gt', than: floor };
    },
  });

export const logOperators: Readonly<Record<string, LogOperator>> = {
  eq: operator({
    types: ['string', 'int', 'float', 'bool', 'time'],
    canBeNegated: true,
    test: (type, value, pointer) => oneOf([readScalar(type, value, pointer)]),
  }),
  lt: order('lt'),
  leq: order('leq'),
  gt: order('gt'),
  geq: order('geq'),
  startsWith: affix('starts-with'),
  endsWith: affix('ends-with'),
  contains: operator({
    types: ['string', 'array of string', 'array of int'],
    canBeNegated: true,
    test(type, value, pointer) {
      if (type === 'string') {
        return { op: 'contains', text: readScalar(type, value, pointer) as string };
      }
      const element = elementTypes[type];
      const elements = Array.isArray(value)
        ? readList(element, value, pointer)
        : [readScalar(element, value, pointer)];
      return { op: 'has-all', elements: elements.filter((each) => each !== undefined) };
    },
  }),
  in: operator({
    types: ['string', 'int', 'time'],
    canBeNegated: true,
    test: (type, value, pointer) => oneOf(readList(type, value, pointer)),
  }),
};

function oneOf(values: readonly (LogValue | undefined)[]): LogTest {
  return { op: 'one-of', values: values.filter((value) => value !== undefined) };
}
