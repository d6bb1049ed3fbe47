import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { LogFilterField, LogFilterScheme } from './log-filter.ts';
import { LogFilterError } from './log-filter-error.ts';
import { type LogFilterOptions, parseLogFilter } from './parse-log-filter.ts';

const scheme: LogFilterScheme = new Map<string, LogFilterField>([
  ['Host', { type: 'string' }],
  ['Status', { type: 'int' }],
  ['Ratio', { type: 'float' }],
  ['Worker', { type: 'bool' }],
  ['Start', { type: 'time' }],
  ['Actions', { type: 'array of string' }],
  ['Sizes', { type: 'array of int' }],
  ['Cookies', { type: 'object' }],
  ['RuleID', { type: 'string', isUnfilterable: true }],
]);

const leaf = (key: string, operator: string, value: unknown) => ({ key, operator, value });
const parse = (where: unknown, options?: LogFilterOptions) =>
  parseLogFilter(JSON.stringify({ where }), scheme, options);
/** The test of a filter that is one leaf. */
function testOf(key: string, operator: string, value: unknown) {
  const { root } = parse(leaf(key, operator, value));
  return root.kind === 'test' ? root.test : root;
}

function refusal(text: string, options?: LogFilterOptions): LogFilterError {
  try {
    parseLogFilter(text, scheme, options);
  } catch (error) {
    if (error instanceof LogFilterError) return error;
    throw error;
  }
  return assert.fail('it was accepted');
}

describe('log filter', () => {
  it('reads integers as numbers and as decimal text', () => {
    assert.deepEqual(testOf('Status', 'eq', '30'), { op: 'one-of', values: [30] });
    assert.deepEqual(testOf('Status', 'in', [200, '-1']), { op: 'one-of', values: [200, -1] });
    assert.deepEqual(testOf('Sizes', 'contains', ['1', 2]), { op: 'has-all', elements: [1, 2] });
  });

  it('reads booleans as text, too', () => {
    assert.deepEqual(testOf('Worker', 'eq', 'true'), { op: 'one-of', values: [true] });
  });

  it('compares times as nanoseconds with every digit', () => {
    const filter = (value: string) =>
      parseLogFilter(`{"where":{"key":"Start","operator":"eq","value":${value}}}`, scheme).root;
    const eq = (ms: number[]) => ({
      kind: 'test',
      field: 'Start',
      test: { op: 'one-of', values: ms },
    });
    assert.deepEqual(filter('1700000000123000000'), eq([1700000000123]));
    assert.deepEqual(filter('"1700000000123000000"'), eq([1700000000123]));
    assert.deepEqual(filter('1700000000123000001'), eq([]));
  });

  for (const [operator, expected] of [
    ['lt', 'leq'],
    ['leq', 'leq'],
    ['gt', 'gt'],
    ['geq', 'gt'],
  ] as const) {
    it(`${operator} with a time between two milliseconds counts the first one as before it`, () => {
      assert.deepEqual(testOf('Start', operator, '5000001'), { op: expected, than: 5 });
      assert.deepEqual(testOf('Start', operator, '5000000'), { op: operator, than: 5 });
      assert.deepEqual(testOf('Start', operator, '-1'), { op: expected, than: -1 });
    });
  }

  it('counts leaves and combinations, and names the fields', () => {
    const { operators, fields } = parse({
      and: [leaf('Host', 'eq', 'a'), { or: [leaf('Status', '!in', [1]), leaf('Host', 'eq', 'b')] }],
    });
    assert.equal(operators, 5);
    assert.deepEqual([...fields], ['Host', 'Status']);
  });

  it('accepts neq in live sessions only', () => {
    assert.deepEqual(
      parse(leaf('Host', 'neq', 'a'), { isLive: true }),
      parse(leaf('Host', '!eq', 'a')),
    );
    assert.equal(
      refusal(JSON.stringify({ where: leaf('Host', 'neq', 'a') })).pointer,
      'where.operator',
    );
  });

  it('accepts 30 operators and refuses 31 with their number', () => {
    const nested = (depth: number): unknown =>
      depth === 0 ? leaf('Host', 'eq', 'a') : { and: [nested(depth - 1)] };
    assert.equal(parse(nested(29)).operators, 30);
    const { pointer, message } = refusal(JSON.stringify({ where: nested(30) }));
    assert.equal(pointer, 'where');
    assert.match(message, /has 31 operators.*30 are allowed/);
  });

  it('accepts 1000 bytes and refuses 1001 with their number', () => {
    const sized = (bytes: number) => {
      const empty = JSON.stringify({ where: leaf('Host', 'eq', 'é') });
      return empty.replace('é', `é${'a'.repeat(bytes - Buffer.byteLength(empty))}`);
    };
    assert.equal(parseLogFilter(sized(1000), scheme).operators, 1);
    assert.match(refusal(sized(1001)).message, /has 1001 bytes; 1000 are allowed/);
  });

  for (const [what, text, pointer, reason] of [
    ['invalid JSON', '{"where"', '', /not valid JSON/],
    ['an array', '[]', '', /must be an object/],
    ['no where', '{}', 'where', /missing/],
    ['another member', '{"where":{},"x":1}', 'x', /only "where"/],
    ['a list as where', '{"where":[]}', 'where', /expected an object/],
    ['null', '{"where":null}', 'where', /expected an object/],
    ['an empty and', '{"where":{"and":[]}}', 'where.and', /at least one/],
    ['and with an object', '{"where":{"and":{}}}', 'where.and', /an array/],
    ['and beside or', '{"where":{"and":[{}],"or":[{}]}}', 'where.or', /beside "and"/],
    ['and beside key', '{"where":{"key":"Host","or":[{}]}}', 'where.key', /beside "or"/],
    ['an unknown member', '{"where":{"not":{}}}', 'where.not', /expected "and"/],
    ['a member twice', '{"where":{"and":[],"and":[]}}', '', /twice/],
    ['no key', '{"where":{"and":[{"operator":"eq","value":1}]}}', 'where.and[0]', /key missing/],
    ['no operator', '{"where":{"key":"Host","value":1}}', 'where', /operator missing/],
    ['no value', '{"where":{"key":"Host","operator":"eq"}}', 'where', /value missing/],
  ] as const) {
    it(`refuses ${what}`, () => {
      const error = refusal(text);
      assert.equal(error.pointer, pointer);
      assert.match(error.message, reason);
    });
  }

  for (const [key, operator, value, path, reason] of [
    ['host', 'eq', 'a', 'key', /no field "host", did you mean "Host"/],
    ['toString', 'eq', 'a', 'key', /no field/],
    ['Cookies', 'eq', 'a', 'key', /cannot be used/],
    ['RuleID', 'eq', 'a', 'key', /cannot be used/],
    ['Host', 'EQ', 'a', 'operator', /is not an operator; expected one of eq, !eq/],
    ['Host', 'toString', 'a', 'operator', /is not an operator/],
    ['Status', '!lt', 1, 'operator', /is not an operator/],
    ['Host', 'lt', 'a', 'operator', /lt compares int, float, or time; Host is of the type string/],
    ['Status', 'startsWith', '2', 'operator', /startsWith compares string/],
    ['Status', 'contains', 2, 'operator', /contains compares/],
    ['Actions', 'eq', 'a', 'operator', /Actions is of the type array of string/],
    ['Worker', 'in', [true], 'operator', /in compares/],
    ['Host', 'eq', 1, 'value', /expected a text/],
    ['Host', 'eq', null, 'value', /expected a text/],
    ['Host', 'contains', ['a'], 'value', /expected a text/],
    ['Host', 'in', 'a', 'value', /expected an array/],
    ['Host', 'in', [], 'value', /at least one/],
    ['Host', 'in', ['a', 1], 'value[1]', /expected a text/],
    [
      'Status',
      'in',
      '200,201',
      'value',
      /expected an array with at least one element, each of them an integer/,
    ],
    ['Status', 'in', ['200,201'], 'value[0]', /expected an integer/],
    ['Status', 'eq', '30.5', 'value', /expected an integer/],
    ['Status', 'eq', '0x1e', 'value', /expected an integer/],
    ['Status', 'eq', ' 30', 'value', /expected an integer/],
    ['Status', 'eq', '', 'value', /expected an integer/],
    ['Status', 'eq', 30.5, 'value', /expected an integer/],
    ['Status', 'eq', true, 'value', /expected an integer/],
    ['Ratio', 'eq', '0.5', 'value', /expected a number/],
    ['Worker', 'eq', 1, 'value', /expected true or false/],
    ['Start', 'geq', '2026-01-01T00:00:00Z', 'value', /expected nanoseconds/],
    ['Actions', 'contains', [], 'value', /at least one/],
    ['Actions', 'contains', 1, 'value', /expected a text/],
  ] as const) {
    it(`refuses ${key} ${operator} ${JSON.stringify(value)}`, () => {
      const where = { or: [leaf('Host', 'eq', 'a'), leaf(key, operator, value)] };
      const error = refusal(JSON.stringify({ where }));
      assert.equal(error.pointer, `where.or[1].${path}`);
      assert.match(error.message, reason);
    });
  }

  it('accepts any text, or refuses it with a reason', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json({ maxDepth: 6 })), (text) => {
        try {
          parseLogFilter(text, scheme);
        } catch (error) {
          assert.ok(error instanceof LogFilterError, String(error));
        }
      }),
    );
  });
});
