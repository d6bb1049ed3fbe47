import type { LogTest, LogValue } from '../../expression/log-filter/log-filter.ts';

export type ValueTest = (value: unknown) => boolean;

/** Compiles a leaf of a filter to a test of one value. Undefined and values of another type never pass. */
export function compileTest(test: LogTest): ValueTest {
  switch (test.op) {
    case 'one-of':
      return oneOf(test.values);
    case 'lt':
      return (value) => typeof value === 'number' && value < test.than;
    case 'leq':
      return (value) => typeof value === 'number' && value <= test.than;
    case 'gt':
      return (value) => typeof value === 'number' && value > test.than;
    case 'geq':
      return (value) => typeof value === 'number' && value >= test.than;
    case 'starts-with':
      return (value) => typeof value === 'string' && value.startsWith(test.text);
    case 'ends-with':
      return (value) => typeof value === 'string' && value.endsWith(test.text);
    case 'contains':
      return (value) => typeof value === 'string' && value.includes(test.text);
    case 'has-all':
      return (value) =>
        Array.isArray(value) && test.elements.every((element) => value.includes(element));
  }
}

function oneOf(values: readonly LogValue[]): ValueTest {
  const [first] = values;
  if (values.length === 1) return (value) => value === first;
  const set: ReadonlySet<unknown> = new Set(values);
  return (value) => set.has(value);
}

/** Relative cost of the tests. Cheap ones run first. */
export const testCosts: Readonly<Record<LogTest['op'], number>> = {
  'one-of': 1,
  lt: 1,
  leq: 1,
  gt: 1,
  geq: 1,
  'starts-with': 2,
  'ends-with': 2,
  contains: 4,
  'has-all': 4,
};
