import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  administratorGroup,
  capabilities,
  permissionGroups,
  scopeOf,
} from '../../../catalogs/permissions.ts';
import type { Reach, ReachScope, Resource } from '../../../http/principal.ts';
import type { TokenPolicy, TokenResources } from './token-model.ts';
import { compileRights, groupFits } from './token-rights.ts';

const [A, B] = ['a'.repeat(32), 'b'.repeat(32)] as const;
const [Z, Y] = ['c'.repeat(32), 'd'.repeat(32)] as const;
const U = 'e'.repeat(32);

const accountA = { type: 'account', accountId: A } as const;
const accountB = { type: 'account', accountId: B } as const;
const zoneInA = { type: 'zone', zoneId: Z, accountId: A } as const;
const zoneInB = { type: 'zone', zoneId: Y, accountId: B } as const;
const user = { type: 'user', userId: U } as const;

function groupNamed(name: string) {
  const group = permissionGroups.find((entry) => entry.name === name);
  assert.ok(group, name);
  return group;
}

function policy(group: string, resources: TokenResources, effect: TokenPolicy['effect'] = 'allow') {
  return { id: 'p', effect, resources, permissionGroupIds: [groupNamed(group).id] };
}

const hexId = (n: number) => n.toString(16).padStart(32, '0');

const ADMIN = administratorGroup.name;
const everywhere = { 'palisade.account.*': '*', 'palisade.account.zone.*': '*' };

describe('compileRights', () => {
  it('grants nothing without policies', () => {
    const rights = compileRights([]);
    for (const capability of capabilities) {
      assert.equal(rights.allowsSomewhere(capability), false);
      for (const resource of [accountA, zoneInA, user]) {
        assert.equal(rights.allows(capability, resource), false);
        assert.equal(rights.knows(resource), false);
      }
    }
  });

  it('grants a zone group on its zone only', () => {
    const rights = compileRights([policy('Zone Write', { [`palisade.account.zone.${Z}`]: '*' })]);
    assert.ok(rights.allows('zone:read', zoneInA) && rights.allows('zone:write', zoneInA));
    assert.ok(!rights.allows('zone:read', zoneInB));
    assert.ok(rights.knows(zoneInA) && !rights.knows(zoneInB) && !rights.knows(accountA));
    assert.ok(rights.allowsSomewhere('zone:read') && !rights.allowsSomewhere('account:read'));
    assert.deepEqual(rights.reach('zone:read'), {
      allow: [{ accountId: '*', zoneId: Z }],
      deny: [],
    });
  });

  it('grants a zone group on all zones of one account', () => {
    const rights = compileRights([
      policy('Zone Read', { [`palisade.account.${A}`]: { 'palisade.account.zone.*': '*' } }),
    ]);
    assert.ok(rights.allows('zone:read', zoneInA) && !rights.allows('zone:read', zoneInB));
    assert.ok(!rights.allows('zone:write', zoneInA) && !rights.allows('account:read', accountA));
  });

  it('grants a named zone of a named account only while the zone belongs to it', () => {
    const rights = compileRights([
      policy('Zone Read', { [`palisade.account.${A}`]: { [`palisade.account.zone.${Z}`]: '*' } }),
    ]);
    assert.ok(rights.allows('zone:read', zoneInA));
    assert.ok(!rights.allows('zone:read', { ...zoneInA, accountId: B }));
  });

  it('does not grant a group on resources of another scope', () => {
    const rights = compileRights([
      policy('Zone Read', { [`palisade.account.${A}`]: '*' }),
      policy('Account Settings Read', { 'palisade.account.zone.*': '*' }),
      policy('User Details Read', everywhere),
    ]);
    for (const capability of capabilities) assert.ok(!rights.allowsSomewhere(capability));
  });

  it('grants the administrator everything on all resources of the policy', () => {
    const rights = compileRights([policy(ADMIN, { ...everywhere, [`palisade.user.${U}`]: '*' })]);
    for (const capability of capabilities) {
      for (const resource of [accountA, accountB, zoneInA, zoneInB, user]) {
        const held = resource.type === scopeOf(capability);
        assert.equal(rights.allows(capability, resource), held, `${capability} ${resource.type}`);
      }
    }
    assert.ok(!rights.allows('user:read', { type: 'user', userId: A }));
  });

  it('grants no right on users or the installation if only accounts and zones are named', () => {
    const rights = compileRights([policy(ADMIN, everywhere)]);
    for (const capability of capabilities.filter((each) => scopeOf(each) === 'user')) {
      assert.ok(!rights.allowsSomewhere(capability), capability);
    }
  });

  const order = ['deny last', 'deny first'] as const;
  for (const which of order) {
    it(`lets a denial win, ${which}`, () => {
      const policies = [
        policy('Zone Write', { 'palisade.account.zone.*': '*' }),
        policy('Zone Write', { [`palisade.account.zone.${Z}`]: '*' }, 'deny'),
      ];
      const rights = compileRights(which === 'deny last' ? policies : policies.toReversed());
      assert.ok(!rights.allows('zone:read', zoneInA) && !rights.allows('zone:write', zoneInA));
      assert.ok(rights.allows('zone:write', zoneInB));
      assert.ok(!rights.knows(zoneInA), 'a resource on which everything is denied stays hidden');
      assert.deepEqual(rights.reach('zone:read').deny, [{ accountId: '*', zoneId: Z }]);
    });
  }

  it('denies writing with reading, since responses of writes show what was written', () => {
    const rights = compileRights([
      policy('Zone Write', { 'palisade.account.zone.*': '*' }),
      policy('Zone Read', { [`palisade.account.zone.${Z}`]: '*' }, 'deny'),
    ]);
    assert.ok(!rights.allows('zone:write', zoneInA));
    assert.ok(rights.allows('zone:write', zoneInB));
  });

  it('has an empty reach when everything is denied', () => {
    const rights = compileRights([
      policy('Zone Read', { [`palisade.account.zone.${Z}`]: '*' }),
      policy('Zone Read', { 'palisade.account.zone.*': '*' }, 'deny'),
    ]);
    assert.ok(!lists(rights.reach('zone:read'), zoneInA));
    assert.ok(!rights.allows('zone:read', zoneInA));
  });

  it('ignores unknown groups and resources', () => {
    const rights = compileRights([
      { ...policy('Zone Read', everywhere), permissionGroupIds: ['0'.repeat(32)] },
      policy('Zone Read', { nonsense: '*', 'palisade.account.zone.*': '*' }),
    ]);
    assert.ok(!rights.allowsSomewhere('zone:read'));
  });

  it('checks each resource once, even if groups and policies repeat it', () => {
    const resources = Object.fromEntries(
      Array.from({ length: 500 }, (_, n) => [`palisade.account.zone.${hexId(n)}`, '*']),
    );
    const { id } = groupNamed('Zone Write');
    const permissionGroupIds = [...Array<string>(100).fill(id), administratorGroup.id];
    const repeated = { id: 'p', effect: 'allow', resources, permissionGroupIds } as const;
    const rights = compileRights(Array<TokenPolicy>(100).fill(repeated));
    assert.equal(rights.reach('zone:write').allow.length, 500);
    for (const n of [0, 499, 500]) {
      const resource = { type: 'zone', zoneId: hexId(n), accountId: A } as const;
      assert.equal(rights.allows('zone:write', resource), n < 500);
      assert.equal(rights.knows(resource), n < 500);
    }
  });

  it('has a reach that contains exactly what it allows', () => {
    const resources = fc.constantFrom<TokenResources>(
      { 'palisade.account.*': '*' },
      { 'palisade.account.zone.*': '*' },
      { [`palisade.account.${A}`]: '*' },
      { [`palisade.account.${B}`]: '*' },
      { [`palisade.account.zone.${Z}`]: '*' },
      { [`palisade.account.zone.${Y}`]: '*' },
      { [`palisade.account.${A}`]: { 'palisade.account.zone.*': '*' } },
      { [`palisade.account.*`]: { [`palisade.account.zone.${Z}`]: '*' } },
      { [`palisade.account.${B}`]: { [`palisade.account.zone.${Z}`]: '*' } },
    );
    const group = fc.constantFrom('Zone Read', 'Account Settings Read', ADMIN);
    const effect = fc.constantFrom<TokenPolicy['effect']>('allow', 'allow', 'deny');
    const policies = fc.array(fc.tuple(group, resources, effect), { minLength: 1, maxLength: 5 });
    let shown = 0;
    fc.assert(
      fc.property(policies, (drawn) => {
        const rights = compileRights(drawn.map((parts) => policy(...parts)));
        for (const zone of [zoneInA, zoneInB]) {
          const listed = lists(rights.reach('zone:read'), zone);
          assert.equal(listed, rights.allows('zone:read', zone));
          if (listed) shown += 1;
        }
        for (const account of [accountA, accountB]) {
          const listed = lists(rights.reach('account:read'), account);
          assert.equal(listed, rights.allows('account:read', account));
        }
      }),
      { numRuns: 1000 },
    );
    assert.ok(shown > 100);
  });
});

/** The condition that the read models put on their lists. */
function lists(reach: Reach, resource: Resource): boolean {
  const within = (scopes: readonly ReachScope[]) =>
    scopes.some(({ accountId, zoneId }) => {
      if (resource.type === 'user') return false;
      const inAccount = accountId === '*' || accountId === resource.accountId;
      return (
        inAccount && (zoneId === '*' || (resource.type === 'zone' && zoneId === resource.zoneId))
      );
    });
  return within(reach.allow) && !within(reach.deny);
}

describe('groupFits', () => {
  const rows = [
    ['Zone Read', { type: 'zone', zoneId: Z, accountId: '*' }, true],
    ['Zone Read', accountA, false],
    ['Account Settings Read', accountA, true],
    ['API Tokens Read', user, true],
    [ADMIN, user, true],
  ] as const;
  for (const [name, pattern, fits] of rows) {
    it(`is ${fits} for ${name} on a ${pattern.type}`, () => {
      assert.equal(groupFits(groupNamed(name), [pattern]), fits);
      assert.equal(groupFits(groupNamed(name), []), false);
    });
  }
});
