import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emailAddresses, nextPool, originKey, originTarget, toPool } from './pool-model.ts';
import type { PoolDocument } from './pool-schema.ts';

const targets: readonly [Parameters<typeof originTarget>[0], string, boolean][] = [
  [{}, 'http:80', false],
  [{ port: 0 }, 'http:80', false],
  [{ port: 3000 }, 'http:3000', true],
  [{ port: 443 }, 'https:443', true],
  [{ port: 443, scheme: 'http' }, 'http:443', true],
  [{ scheme: 'https' }, 'https:443', false],
  [{ scheme: 'https', port: 8443 }, 'https:8443', true],
];
for (const [origin, expected, portGiven] of targets) {
  test(`an origin with ${JSON.stringify(origin)} is reached at ${expected}`, () => {
    const target = originTarget(origin);
    assert.equal(`${target.scheme}:${target.port}`, expected);
    assert.equal(target.portGiven, portGiven);
  });
}

test('a comma-separated list of addresses is split; an empty one has none', () => {
  assert.deepEqual(emailAddresses(''), []);
  assert.deepEqual(emailAddresses(' '), ['']);
  assert.deepEqual(emailAddresses('a@b.test, c@d.test'), ['a@b.test', 'c@d.test']);
  assert.deepEqual(emailAddresses('a@b.test,'), ['a@b.test', '']);
});

test('an origin that moves in the list keeps the time at which it was disabled', () => {
  const one = { name: 'one', address: 'a.test', enabled: false };
  const two = { name: 'two', address: 'a.test', enabled: false };
  const at = (modifiedAt: number, document: PoolDocument) => ({
    id: 'p',
    accountId: 'a',
    zoneId: undefined,
    createdAt: 1,
    modifiedAt,
    document,
  });
  const first = nextPool(undefined, at(1, { name: 'p', origins: [one] }));
  const second = nextPool(first, at(2, { name: 'p', enabled: false, origins: [two, one] }));
  assert.equal(second.disabledAt, 2);
  assert.deepEqual(second.originsDisabledAt, [2, 1]);
  const moved = { ...one, port: 8080 };
  const third = nextPool(second, at(3, { name: 'p', origins: [moved] }));
  assert.equal(third.disabledAt, undefined);
  assert.deepEqual(third.originsDisabledAt, [3]);
  assert.equal(originKey(toPool(third).origins[0] ?? assert.fail()), 'one a.test 8080');
});
