import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SignEntry } from '../../../../catalogs/attacks/sign-entry.ts';
import { attackedRequest } from '../../fixtures/attacked-request.ts';
import { inspectRequest } from '../../inspect-request.ts';

type Sample = SignEntry['samples']['matching'][number];

const ofFamily = (sample: Sample, family: string) =>
  inspectRequest(attackedRequest(sample)).findings.filter(({ sign }) => sign.startsWith(family));

const request = (target: string, body = '', type = 'application/json'): Sample => ({
  method: 'POST',
  target,
  headers: { host: 'shop.test', 'content-type': type },
  body,
});

const clear: Readonly<Record<string, Sample>> = {
  'an operator for a password in the query': request('/login?user=ann&password[$ne]=a'),
  'an operator for a nested field': request('/', '{"user":{"password":{"$gt":""}}}'),
  'an operator within JSON within JSON': request(
    '/',
    '{"message":"{\\"token\\":{\\"$regex\\":\\"^a\\"}}"}',
  ),
  'an operator in brackets with an index': request('/?login[$nin][]=ann'),
  'code anywhere': request('/?jug[$where]=3'),
  'a comparison of constants after a string': "jug' && '3'=='3",
  'a member of the document': "jug' || this.price // ",
  'a statement after a number': '3;return this.price>3;',
  'clauses of a graph query': "jug'}) match (m:Price) return m //",
  'a change of a graph': "jug'}) set m.price = 3 with m as p detach delete p //",
  'a password within a filter': request('/', '{"query":{"password":{"$ne":"a"}}}'),
};

const harmless: Readonly<Record<string, Sample>> = {
  'options of OData': request('/items?$filter=price gt 3&$select=name&$top=3'),
  'documented filters': request('/items?filters[price][$gt]=3&filters[$or][0][name][$ne]=jug'),
  'extended JSON': request('/', '{"_id":{"$oid":"a"},"$ref":"b","$schema":"c"}'),
  'a sentence with clauses': "the jug's match (3-1), with lid as extra",
  prices: 'it is $3, or $4 where sold',
  'code that returns': "const a = 'b'; return a;",
  'a condition in code': "a === 'b' || this.c === 'd'",
};

describe('the NoSQL reader', () => {
  for (const [what, sample] of Object.entries(clear)) {
    it(`finds ${what}`, () => {
      assert.ok(ofFamily(sample, 'nosql-').some(({ strength }) => strength === 'clear'));
    });
  }

  for (const [what, sample] of Object.entries(harmless)) {
    it(`leaves ${what}`, () => assert.deepEqual(ofFamily(sample, 'nosql-'), []));
  }
});
