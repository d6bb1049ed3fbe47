import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { permissionsOf, policiesOf } from './permissions.ts';

const account = 'com.cloudflare.api.account';
const zone = 'com.cloudflare.api.account.zone';
const group = (name: string, ...scopes: string[]) => ({ id: `id of ${name}`, name, scopes });

const groups = [
  group('Installation Administrator', 'com.cloudflare.api.user', account, zone),
  group('API Tokens Read', 'com.cloudflare.api.user'),
  group('Zone Write', zone),
  group('Zone Read', zone),
  group('Logs Read', account),
  group('Logs Read', zone),
  group('Page Shield', account),
];

describe('permissions', () => {
  it('join the levels of a name, apart for accounts and zones', () => {
    const shown = permissionsOf(groups).map(({ id, groups: levels }) => [id, Object.keys(levels)]);
    assert.deepEqual(shown, [
      ['account Logs', ['read']],
      ['zone Logs', ['read']],
      ['account Page Shield', ['write']],
      ['zone Zone', ['write', 'read']],
    ]);
  });

  it('become policies for all zones of the account', () => {
    const choice = { 'zone Zone': 'read', 'account Logs': 'read' } as const;
    const policies = policiesOf(permissionsOf(groups), choice, 'a1', undefined);
    assert.deepEqual(
      policies.map(({ resources, permission_groups }) => [
        resources,
        permission_groups.map(({ name }) => name),
      ]),
      [
        [{ [`${account}.a1`]: '*' }, ['Logs Read']],
        [{ [`${account}.a1`]: { [`${zone}.*`]: '*' } }, ['Zone Read']],
      ],
    );
  });

  it('become policies for chosen zones, and none without a choice', () => {
    const zones = [{ id: 'z1', name: 'shop.test' }];
    const permissions = permissionsOf(groups);
    const [policy] = policiesOf(permissions, { 'zone Zone': 'write' }, 'a1', zones);
    assert.deepEqual(policy?.resources, { [`${zone}.z1`]: '*' });
    assert.deepEqual(policiesOf(permissions, {}, 'a1', zones), []);
  });
});
