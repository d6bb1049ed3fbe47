import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { finished } from '../kernel/time-slices.ts';
import { compileIntSet } from './compile/int-set.ts';
import { compileList, parseIp, printIp, type Value } from './expression.ts';

function ip(text: string): Value {
  const value = parseIp(text);
  assert.ok(value, text);
  return value;
}

describe('addresses', () => {
  const cases = [
    ['0.0.0.0', '0.0.0.0'],
    ['255.255.255.255', '255.255.255.255'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['::', '::'],
    ['1::', '1::'],
    ['1:0:0:2:0:0:0:3', '1:0:0:2::3'],
    ['1:0:2:3:4:5:6:7', '1:0:2:3:4:5:6:7'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
  ] as const;
  for (const [text, canonical] of cases) {
    it(`${text} prints as ${canonical}`, () =>
      assert.equal(printIp(parseIp(text) ?? assert.fail()), canonical));
  }

  it('print and parse are inverse', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
        const value = parseIp(text) ?? assert.fail();
        assert.deepEqual(parseIp(printIp(value)), value);
      }),
    );
  });

  for (const text of ['', 'localhost', '1.2.3', '01.2.3.4', '1.2.3.4/8', '::1::']) {
    it(`${JSON.stringify(text)} is none`, () => assert.equal(parseIp(text), undefined));
  }
});

describe('lists', () => {
  const office = finished(
    compileList('ip', [
      '10.0.0.0/8',
      '192.0.2.7',
      '2001:db8::/32',
      '::1',
      'bad',
      '1.2.3.4/99',
      '172.16.5.9/12',
    ]),
  );
  const hosts = finished(compileList('hostname', ['Example.com', '*.example.net']));
  const asns = finished(compileList('asn', [64500, 7, 13, 64501]));
  const cases: readonly (readonly [
    list: (value: Value) => boolean,
    value: Value,
    expected: boolean,
  ])[] = [
    [office, ip('10.255.255.255'), true],
    [office, ip('11.0.0.0'), false],
    [office, ip('192.0.2.7'), true],
    [office, ip('192.0.2.8'), false],
    [office, ip('2001:db8:ffff::1'), true],
    [office, ip('2001:db9::'), false],
    [office, ip('::1'), true],
    [office, ip('172.31.255.255'), true],
    [office, ip('1.2.3.4'), false],
    [hosts, 'EXAMPLE.com', true],
    [hosts, 'www.example.com', false],
    [hosts, 'a.b.example.net', true],
    [hosts, 'example.net', false],
    [hosts, 'badexample.net', false],
    [asns, 13, true],
    [asns, 64501, true],
    [asns, 14, false],
    [finished(compileList('redirect', ['x'])), 'x', false],
    [finished(compileList('ip', [])), ip('::1'), false],
  ];
  for (const [list, value, expected] of cases) {
    const shown = typeof value === 'object' && 'family' in value ? printIp(value) : value;
    it(`${String(shown)} → ${expected}`, () => assert.equal(list(value), expected));
  }
});

describe('sets of integers', () => {
  it('contain the values of all their ranges, for any number of ranges', () => {
    const range = fc
      .tuple(fc.integer({ min: -20, max: 20 }), fc.nat(5))
      .map(([low, more]) => ({ low, high: low + more }));
    fc.assert(
      fc.property(
        fc.array(range, { maxLength: 8 }),
        fc.integer({ min: -25, max: 30 }),
        (ranges, value) => {
          const expected = ranges.some(({ low, high }) => value >= low && value <= high);
          assert.equal(compileIntSet(ranges)(value), expected);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
