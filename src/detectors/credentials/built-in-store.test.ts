import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toByteString } from '../../expression/expression.ts';
import { createBuiltInStore } from './built-in-store.ts';
import { commonPasswords } from './common-passwords.ts';
import { exposureOf } from './credential-store.ts';
import { defaultPairs } from './default-pairs.ts';
import { normalUsername } from './normal-username.ts';

const store = createBuiltInStore();

describe('built-in list', () => {
  it('contains the public test pair, in its exact spelling', () => {
    const test = (username: string, password: string) => exposureOf(store, { username, password });
    assert.equal(test('CF_EXPOSED_USERNAME', 'CF_EXPOSED_PASSWORD'), 'pair');
    assert.equal(test('CF_EXPOSED_USERNAME@example.com', 'CF_EXPOSED_PASSWORD'), 'pair');
    assert.equal(test('cf_exposed_username', 'CF_EXPOSED_PASSWORD'), 'none');
    assert.equal(test('CF_EXPOSED_USERNAME', 'cf_exposed_password'), 'none');
  });

  it('distinguishes leaked pairs, leaked passwords and others', () => {
    assert.equal(exposureOf(store, { username: ' Admin ', password: 'admin' }), 'pair');
    assert.equal(exposureOf(store, { username: 'ada', password: '123456' }), 'password');
    assert.equal(
      exposureOf(store, { username: 'ada', password: toByteString('contraseña') }),
      'password',
    );
    assert.equal(exposureOf(store, { username: 'ada', password: 'correct horse' }), 'none');
    assert.equal(exposureOf(store, { username: '', password: '123456' }), 'none');
    assert.equal(exposureOf(store, { username: 'admin', password: '' }), 'none');
  });

  it('contains each entry once, in normalised form', () => {
    assert.ok(defaultPairs.length > 150 && commonPasswords.length > 300);
    assert.equal(new Set(defaultPairs.map(String)).size, defaultPairs.length);
    assert.equal(new Set(commonPasswords).size, commonPasswords.length);
    for (const [username, password] of defaultPairs) {
      assert.equal(normalUsername(username), username);
      assert.ok(store.hasPair(username, password));
    }
    for (const password of commonPasswords) assert.ok(store.hasPassword(toByteString(password)));
  });
});
