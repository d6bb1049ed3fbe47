import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fields } from '../../catalogs/fields/fields.ts';
import { parseIp } from '../ip-value.ts';
import { parseExpression } from '../parse/parser.ts';
import { printExpression } from '../printer.ts';
import { createScheme } from '../scheme.ts';
import { anyAddress, type Prerequisite, prerequisites } from './prerequisites.ts';

const scheme = createScheme({ fields });
const needed = (expression: string) => prerequisites(parseExpression(expression, scheme));

/** Each prerequisite as text: the value, the kind of test and its operand. */
function described(expression: string): string | undefined {
  return needed(expression)
    ?.map((test) => {
      const wanted = { texts: '=', part: '~', header: 'has', addresses: 'in' }[test.kind];
      const what = operandOf(test);
      return `${printExpression(test.left)} ${wanted} ${what}`;
    })
    .join(', ');
}

function operandOf(test: Prerequisite): string | number {
  switch (test.kind) {
    case 'texts':
      return test.texts.join('|');
    case 'part':
      return test.part;
    case 'header':
      return test.name;
    case 'addresses':
      return test.items.length;
  }
}

const table: readonly [expression: string, needed: string | undefined][] = [
  ['http.host eq "a.test"', 'http.host = a.test'],
  ['http.host in {"a" "b"}', 'http.host = a|b'],
  ['http.host eq "a" and http.request.uri.path eq "/long"', 'http.request.uri.path = /long'],
  ['http.host eq "a" and (ip.src eq 192.0.2.1 or ssl)', 'http.host = a'],
  ['(http.host eq "a" and ssl) and not ssl', 'http.host = a'],
  ['http.host eq "caf\\xe9"', 'http.host = caf\xe9'],
  ['ip.src in {192.0.2.1}', 'ip.src in 1'],
  ['ip.src in {192.0.2.1 10.0.0.0/8} and http.host eq ""', 'http.host = '],
  ['http.host eq "a" or http.host eq "b"', 'http.host = a, http.host = b'],
  ['http.host contains "a"', 'http.host ~ a'],
  ['http.host contains "abc" and http.host eq "x"', 'http.host = x'],
  ['starts_with(http.request.uri.path, "/a")', 'http.request.uri.path ~ /a'],
  ['ends_with(http.request.uri.path, ".php")', 'http.request.uri.path ~ .php'],
  ['lower(http.host) eq "a"', 'lower(http.host) = a'],
  ['lower(http.host) eq "a" or ip.src in {10.0.0.0/8}', 'lower(http.host) = a, ip.src in 1'],
  ['(http.host eq "a" or http.host contains "b") and ssl', 'http.host = a, http.host ~ b'],
  ['has_key(http.request.headers, "x-a")', 'http.request.headers has x-a'],
  ['has_key(http.request.headers, "x") and http.host eq "a"', 'http.host = a'],
  ['http.request.method eq "POST" and http.host contains "ab"', 'http.host ~ ab'],
  ['http.request.method eq "POST"', 'http.request.method = POST'],
  ['not has_key(http.request.headers, "x")', undefined],
  ['has_key(http.request.body.form, "x")', undefined],
  ['has_key(http.request.uri.args, "x")', undefined],
  ['http.host eq "a" or ssl', undefined],
  ['not ip.src in {192.0.2.1}', undefined],
  ['http.host eq "a" xor ssl', undefined],
  ['not http.host eq "a"', undefined],
  ['not http.host contains "a"', undefined],
  ['not starts_with(http.host, "a")', undefined],
  ['http.host ne "a"', undefined],
  ['http.host matches "a"', undefined],
  ['http.request.headers["x"][0] eq "a"', undefined],
  ['any(http.request.headers["x"][*] eq "a")', undefined],
  ['url_decode(http.host) eq "a"', undefined],
  ['http.request.body.raw contains "a"', undefined],
  ['lower(http.request.body.raw) contains "a"', undefined],
  ['http.request.timestamp.sec eq 1', undefined],
  ['true', undefined],
];

describe('the prerequisites of a condition', () => {
  for (const [expression, expected] of table) {
    it(`of ${expression} are ${expected ?? 'not known'}`, () => {
      assert.equal(described(expression), expected);
    });
  }

  it('are tested for several sets of addresses at once', () => {
    const tests = needed('ip.src in {192.0.2.1} or ip.src in {10.0.0.0/8 2001:db8::/32}') ?? [];
    const has = anyAddress(
      tests.flatMap((test) => (test.kind === 'addresses' ? [test.items] : [])),
    );
    const asked = ['192.0.2.1', '192.0.2.2', '10.9.9.9', '2001:db8::1', '2001:db9::1'];
    assert.deepEqual(
      asked.map((text) => has(parseIp(text) ?? assert.fail())),
      [true, false, true, true, false],
    );
  });
});
