import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isHexId } from '../kernel/hex-id.ts';
import {
  administratorGroup,
  type Capability,
  capabilities,
  groupNameFor,
  permissionGroupById,
  permissionGroups,
} from './permissions.ts';

describe('permission groups', () => {
  it('have unique ids of 32 hexadecimal characters, by which they are found', () => {
    assert.ok(permissionGroups.length > 30);
    const ids = permissionGroups.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    for (const group of permissionGroups) {
      assert.ok(isHexId(group.id), group.id);
      assert.equal(permissionGroupById(group.id), group);
    }
    assert.equal(permissionGroupById('0'.repeat(32)), undefined);
    assert.equal(permissionGroupById('constructor'), undefined);
  });

  it('share a name only between different scopes', () => {
    const named = permissionGroups.map(({ name, scopes }) => `${name} ${scopes.join()}`);
    assert.equal(new Set(named).size, named.length);
  });

  it('apply to something', () => {
    for (const { name, scopes } of permissionGroups) assert.ok(scopes.length > 0, name);
  });

  it('give the administrator everything', () => {
    assert.deepEqual([...administratorGroup.grants].sort(), [...capabilities].sort());
    assert.deepEqual([...administratorGroup.scopes].sort(), ['account', 'user', 'zone']);
  });

  it('grant read with every write', () => {
    const writers = permissionGroups.flatMap(({ name, grants }) =>
      grants.filter((grant) => grant.endsWith(':write')).map((grant) => ({ name, grants, grant })),
    );
    assert.ok(writers.length > 0);
    for (const { name, grants, grant } of writers) {
      const read = grant.replace(':write', ':read') as Capability;
      if (capabilities.includes(read)) assert.ok(grants.includes(read), `${name}: ${grant}`);
    }
  });
});

describe('capabilities', () => {
  const names: Record<Capability, string> = {
    'zone:read': 'Zone Read',
    'zone:write': 'Zone Write',
    'firewall-service:read': 'Firewall Services Read',
    'firewall-service:write': 'Firewall Services Write',
    'pagerule:read': 'Page Rules Read',
    'pagerule:write': 'Page Rules Write',
    'zone-setting:read': 'Zone Settings Read',
    'zone-setting:write': 'Zone Settings Write',
    'account:read': 'Account Settings Read',
    'account:write': 'Account Settings Write',
    'account-token:read': 'Account API Tokens Read',
    'account-token:write': 'Account API Tokens Write',
    'ruleset:read': 'Zone WAF Read',
    'ruleset:write': 'Zone WAF Write',
    'security-event:read': 'Analytics Read',
    'account-traffic:read': 'Account Analytics Read',
    'transform-rule:read': 'Zone Transform Rules Read',
    'transform-rule:write': 'Zone Transform Rules Write',
    'redirect-rule:read': 'Dynamic URL Redirects Read',
    'redirect-rule:write': 'Dynamic URL Redirects Write',
    'origin-rule:read': 'Origin Read',
    'origin-rule:write': 'Origin Write',
    'cache-rule:read': 'Cache Settings Read',
    'cache-rule:write': 'Cache Settings Write',
    'config-rule:read': 'Config Settings Read',
    'config-rule:write': 'Config Settings Write',
    'error-rule:read': 'Custom Errors Read',
    'error-rule:write': 'Custom Errors Write',
    'log-field-rule:read': 'Logs Read',
    'log-field-rule:write': 'Logs Write',
    'log-push:read': 'Logs Read',
    'log-push:write': 'Logs Write',
    'account-log-push:read': 'Logs Read',
    'account-log-push:write': 'Logs Write',
    'account-transform-rule:read': 'Transform Rules Read',
    'account-transform-rule:write': 'Transform Rules Write',
    'account-redirect-rule:read': 'Mass URL Redirects Read',
    'account-redirect-rule:write': 'Mass URL Redirects Write',
    'account-ruleset:read': 'Account WAF Read',
    'account-ruleset:write': 'Account WAF Write',
    'list:read': 'Account Rule Lists Read',
    'list:write': 'Account Rule Lists Write',
    'page-monitoring:read': 'Page Shield Read',
    'page-monitoring:write': 'Page Shield',
    'load-balancer:read': 'Load Balancers Read',
    'load-balancer:write': 'Load Balancers Write',
    'health-check:read': 'Health Checks Read',
    'health-check:write': 'Health Checks Write',
    'pool:read': 'Load Balancing: Monitors and Pools Read',
    'pool:write': 'Load Balancing: Monitors and Pools Write',
    'web3-hostname:read': 'Web3 Hostnames Read',
    'web3-hostname:write': 'Web3 Hostnames Write',
    'notification:read': 'Notifications Read',
    'notification:write': 'Notifications Write',
    'user:read': 'User Details Read',
    'user:write': 'User Details Write',
    'user-token:read': 'API Tokens Read',
    'user-token:write': 'API Tokens Write',
    'installation:write': 'Installation Administrator',
  };
  for (const capability of capabilities) {
    it(`${capability} is named after the narrowest group that grants it`, () => {
      assert.equal(groupNameFor(capability), names[capability]);
    });

    const byAdministratorOnly = capability === 'installation:write';
    it(`${capability} is granted by ${byAdministratorOnly ? 'no' : 'a'} group besides the administrator's`, () => {
      const others = permissionGroups.filter(
        (group) => group !== administratorGroup && group.grants.includes(capability),
      );
      assert.equal(others.length === 0, byAdministratorOnly);
    });
  }

  it('are listed once each', () => assert.equal(new Set(capabilities).size, capabilities.length));
});
