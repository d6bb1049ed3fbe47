import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fields } from '../catalogs/fields/fields.ts';
import { parseIp } from './ip-value.ts';
import { anyAddress, neededTests } from './needed-test.ts';
import { parseExpression } from './parser.ts';
import { createScheme } from './scheme.ts';

const scheme = createScheme({ fields });
const needed = (expression: string) => neededTests(parseExpression(expression, scheme));

const table: readonly [expression: string, needed: string | undefined][] = [
  ['http.host eq "a.test"', 'http.host a.test'],
  ['http.host eq "a" and http.request.uri.path eq "/long"', 'http.request.uri.path /long'],
  ['http.host eq "a" and (ip.src eq 192.0.2.1 or ssl)', 'http.host a'],
  ['(http.host eq "a" and ssl) and not ssl', 'http.host a'],
  ['http.host eq "caf\\xe9"', 'http.host caf\xe9'],
  ['ip.src in {192.0.2.1}', 'ip.src 1 items'],
  ['ip.src in {192.0.2.1 10.0.0.0/8} and http.host eq ""', 'http.host '],
  ['not ip.src in {192.0.2.1}', undefined],
  ['http.host in {"a" "b"}', undefined],
  ['http.host eq "a" or http.host eq "b"', undefined],
  ['http.host eq "a" xor ssl', undefined],
  ['not http.host eq "a"', undefined],
  ['http.host ne "a"', undefined],
  ['lower(http.host) eq "a"', undefined],
  ['http.request.headers["x"][0] eq "a"', undefined],
  ['http.host contains "a"', undefined],
  ['true', undefined],
];

describe('the test that a condition needs most', () => {
  for (const [expression, expected] of table) {
    it(`of ${expression} is ${expected ?? 'none'}`, () => {
      const [found] = needed(expression);
      const said = found?.kind === 'equality' ? found.value : `${found?.items.length} items`;
      assert.equal(found && `${found.field} ${said}`, expected);
    });
  }

  it('is answered for several sets of addresses at once', () => {
    const sets = needed('ip.src in {192.0.2.1} and ip.src in {10.0.0.0/8 2001:db8::/32}');
    const has = anyAddress(sets.flatMap((test) => (test.kind === 'addresses' ? [test.items] : [])));
    const asked = ['192.0.2.1', '192.0.2.2', '10.9.9.9', '2001:db8::1', '2001:db9::1'];
    assert.deepEqual(
      asked.map((text) => has(parseIp(text) ?? assert.fail())),
      [true, false, true, true, false],
    );
  });
});
