import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { attackedRequest } from '../../fixtures/attacked-request.ts';
import { inspectRequest } from '../../inspect-request.ts';

const ldapStrengths = (text: string) =>
  inspectRequest(attackedRequest(text))
    .findings.filter(({ sign }) => sign.startsWith('ldap-'))
    .map(({ strength }) => strength);

const harmless = [
  'jugs (blue) (red)',
  'see below :) (a = b)',
  'f(a)(b=3)',
  '1) first (a=3) 2) second',
  ':-) (-:',
  '(cn=ann)',
  'if (a) { b(c=3) }',
];

describe('the LDAP reader', () => {
  for (const text of harmless) {
    it(`leaves ${text}`, () => assert.deepEqual(ldapStrengths(text), []));
  }

  it('finds a component that closes its own and opens another', () => {
    const value = fc.stringMatching(/^[a-z*]{0,8}$/);
    const attribute = fc.constantFrom('uid', 'mail', 'objectClass', 'userPassword');
    const list = fc.constantFrom('', '|(', '&(', '!(');
    fc.assert(
      fc.property(
        value,
        attribute,
        list,
        fc.integer({ min: 1, max: 3 }),
        (before, name, sign, closed) => {
          const opened = sign === '' ? '(' : `(${sign}`;
          const text = `${before}${')'.repeat(closed)}${opened}${name}=*`;
          assert.ok(ldapStrengths(text).includes('clear'), text);
        },
      ),
    );
  });

  it('finds a null byte after the end of the component', () => {
    assert.deepEqual(ldapStrengths('ann)\0'), ['clear']);
    assert.deepEqual(ldapStrengths('ann\0'), []);
  });
});
