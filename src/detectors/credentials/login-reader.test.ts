import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CredentialRule } from '../../catalogs/managed-rulesets/exposed-credentials/credential-rule.ts';
import { exposedCredentialsRuleset } from '../../catalogs/managed-rulesets/exposed-credentials/exposed-credentials.ts';
import type { RequestSample } from '../../catalogs/managed-rulesets/managed-rule-base.ts';
import { type Accessors, toByteString } from '../../expression/expression.ts';
import { requestExtractors } from '../../request/fields/request-extractors.ts';
import type { RequestRecord } from '../../request/request-record.ts';
import { compileLogin, compileLogins, parseLogin } from './login-reader.ts';

/** The extractors of the edge, so that catalog, language and edge are tested together. */
const accessors: Accessors<RequestRecord> = {
  field: (name) => requestExtractors[name as keyof typeof requestExtractors],
  list: () => undefined,
};

function record({ method, target, headers, body }: RequestSample): RequestRecord {
  return {
    method,
    scheme: 'https',
    target,
    version: 'HTTP/1.1',
    headers: [['Host', 'shop.test'], ...Object.entries(headers)],
    body: toByteString(body),
    clientAddress: '192.0.2.1',
    serverPort: 443,
    receivedAt: 0,
  };
}

const rules = exposedCredentialsRuleset.rules.filter(
  (rule): rule is CredentialRule => rule.kind === 'credential',
);

const postOf = (type: string) => (body: string) => ({
  method: 'POST',
  target: '/',
  headers: { 'content-type': type },
  body,
});
const formOf = postOf('application/x-www-form-urlencoded');
const jsonOf = postOf('application/json');
const plainOf = postOf('text/plain;charset=UTF-8');

describe('logins in requests', () => {
  it('are covered by nine rules', () => assert.equal(rules.length, 9));

  for (const { ref, logins, samples } of rules) {
    it(`are read by ${ref} from its samples and from nothing else`, () => {
      const read = compileLogins(logins, accessors);
      for (const sample of samples.matching) {
        const { username, password } = sample;
        const expected = { username: toByteString(username), password: toByteString(password) };
        assert.deepEqual(read(record(sample)), expected, sample.target);
      }
      for (const sample of samples.other) {
        assert.equal(read(record(sample)), undefined, sample.target);
      }
      assert.ok(samples.matching.length >= 2 && samples.other.length >= 2);
    });
  }

  it('are not read if a value is missing, empty or not a string', () => {
    const shape = { expression: 'true', usernameExpression: 'http.user_agent' };
    const table: readonly [passwordExpression: string, found: boolean][] = [
      ['http.host', true],
      ['http.referer', false],
      ['http.request.body.form["password"][0]', false],
    ];
    const request = record({
      method: 'GET',
      target: '/',
      headers: { 'user-agent': 'ada' },
      body: '',
    });
    for (const [passwordExpression, found] of table) {
      const read = compileLogin(parseLogin({ ...shape, passwordExpression }), accessors);
      assert.equal(read(request).length > 0, found, passwordExpression);
    }
  });

  // Regression: only the first user name and the first password were read, but most servers use the last.
  it('are read with every value of a repeated name, within bounds', () => {
    const [shape] =
      rules.find(({ ref }) => ref === 'exposed-credentials-generic-form')?.logins ?? [];
    assert.ok(shape);
    const read = compileLogin(parseLogin(shape), accessors);
    const pairsOf = (body: string) =>
      read(
        record({
          method: 'POST',
          target: '/',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body,
        }),
      ).map(({ username, password }) => `${username}:${password}`);
    assert.deepEqual(pairsOf('username=&username=x&username=%61da&password=p&password=p'), [
      'x:p',
      'ada:p',
    ]);
    assert.deepEqual(pairsOf('u%73ername=ada&+password=p'), ['ada:p']);
    const many = Array.from({ length: 500 }, (_, n) => `username=${n}`).join('&');
    assert.deepEqual(
      pairsOf(`${many}&password=p`),
      [0, 1, 2, 497, 498, 499].map((n) => `${n}:p`),
    );
  });

  // Regression: each of these was a way to try leaked credentials without a match.
  const ways: readonly (readonly [what: string, sample: RequestSample, ref: string])[] = [
    ...['PUT', 'PATCH'].map(
      (method) =>
        [
          `a form with ${method}`,
          { ...formOf('username=ada&password=p%2Bq'), method },
          'generic-form',
        ] as const,
    ),
    ['names of a form in any case', formOf('UserName=ada&PASSWORD=p%2Bq'), 'generic-form'],
    [
      'a text that a script posts without a type',
      plainOf('username=ada&password=p%2Bq'),
      'generic-form',
    ],
    ['a form of the type text/plain', plainOf('username=ada\r\npassword=p+q\r\n'), 'generic-form'],
    [
      'names of JSON in any case',
      jsonOf('{"Username":"ada","passWord":"p+q"}'),
      'generic-json-username',
    ],
    [
      'the first value of a repeated name in JSON',
      jsonOf('{"username":"ada","password":"p+q","username":"x","password":"y"}'),
      'generic-json-username',
    ],
    [
      'JSON without a type, with names in any case',
      { ...plainOf('{"USERNAME":"ada","PASSWORD":"p+q"}') },
      'generic-json-username',
    ],
  ];
  for (const [what, sample, ref] of ways) {
    it(`are read from ${what}`, () => {
      const { logins = [] } = rules.find((rule) => rule.ref === `exposed-credentials-${ref}`) ?? {};
      const pairs = logins.flatMap((shape) =>
        compileLogin(parseLogin(shape), accessors)(record(sample)),
      );
      assert.ok(
        pairs.some(({ username, password }) => username === 'ada' && password === 'p+q'),
        JSON.stringify(pairs),
      );
    });
  }

  it('are read by custom expressions with names in any case', () => {
    const read = compileLogin(
      parseLogin({
        expression: 'true',
        usernameExpression: 'http.request.body.form["eMail"][0]',
        passwordExpression: 'url_decode(http.request.body.form["Pass"][0])',
      }),
      accessors,
    );
    assert.deepEqual(read(record(formOf('email=ada&pASS=%70'))), [
      { username: 'ada', password: 'p' },
    ]);
  });
});
