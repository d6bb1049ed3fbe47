import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fields } from '../catalogs/fields/fields.ts';
import { neededEquality } from './needed-equality.ts';
import { parseExpression } from './parser.ts';
import { createScheme } from './scheme.ts';

const scheme = createScheme({ fields });

const table: readonly [expression: string, needed: string | undefined][] = [
  ['http.host eq "a.test"', 'http.host a.test'],
  ['http.host eq "a" and http.request.uri.path eq "/long"', 'http.request.uri.path /long'],
  ['http.host eq "a" and (ip.src eq 192.0.2.1 or ssl)', 'http.host a'],
  ['(http.host eq "a" and ssl) and not ssl', 'http.host a'],
  ['http.host eq "caf\\xe9"', 'http.host caf\xe9'],
  ['http.host eq "a" or http.host eq "b"', undefined],
  ['http.host eq "a" xor ssl', undefined],
  ['not http.host eq "a"', undefined],
  ['http.host ne "a"', undefined],
  ['lower(http.host) eq "a"', undefined],
  ['http.request.headers["x"][0] eq "a"', undefined],
  ['http.host contains "a"', undefined],
  ['true', undefined],
];

describe('the equality that a condition needs', () => {
  for (const [expression, needed] of table) {
    it(`of ${expression} is ${needed ?? 'none'}`, () => {
      const found = neededEquality(parseExpression(expression, scheme));
      assert.equal(found && `${found.field} ${found.value}`, needed);
    });
  }
});
