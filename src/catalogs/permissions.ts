/**
 * Permissions of tokens. A route requires a *capability*. Users put *permission groups* into tokens, and a group grants
 * capabilities. Group ids are the public ones, so that existing token definitions work unchanged.
 */
export type PermissionScope = 'zone' | 'account' | 'user';

/** All capabilities, with the kind of resource that each applies to. */
const capabilityScopes = {
  'zone:read': 'zone',
  'zone:write': 'zone',
  /** How the edge treats the traffic of a zone as a whole. */
  'zone-setting:read': 'zone',
  'zone-setting:write': 'zone',
  'account:read': 'account',
  'account:write': 'account',
  'account-token:read': 'account',
  'account-token:write': 'account',
  /** Rulesets of phases without their own permission group. */
  'ruleset:read': 'zone',
  'ruleset:write': 'zone',
  /** Firewall rules and their filters, which run before rulesets. */
  'firewall-service:read': 'zone',
  'firewall-service:write': 'zone',
  /** Page rules; the name differs from those of rules in rulesets. */
  'pagerule:read': 'zone',
  'pagerule:write': 'zone',
  /** Security events of a zone, with addresses of visitors. */
  'security-event:read': 'zone',
  /** Sums over the requests to all zones of an account; those of one zone need `security-event:read`. */
  'account-traffic:read': 'account',
  /** Rulesets of the phases with their own permission groups (see `rule-rights.ts`). */
  'transform-rule:read': 'zone',
  'transform-rule:write': 'zone',
  'redirect-rule:read': 'zone',
  'redirect-rule:write': 'zone',
  'origin-rule:read': 'zone',
  'origin-rule:write': 'zone',
  'cache-rule:read': 'zone',
  'cache-rule:write': 'zone',
  'config-rule:read': 'zone',
  'config-rule:write': 'zone',
  'error-rule:read': 'zone',
  'error-rule:write': 'zone',
  'log-field-rule:read': 'zone',
  'log-field-rule:write': 'zone',
  /** There is no read-only permission for log push jobs, because their destinations contain secrets. `read` covers fields and lines. */
  'log-push:read': 'zone',
  'log-push:write': 'zone',
  'account-log-push:read': 'account',
  'account-log-push:write': 'account',
  'account-transform-rule:read': 'account',
  'account-transform-rule:write': 'account',
  'account-redirect-rule:read': 'account',
  'account-redirect-rule:write': 'account',
  /** Rulesets of all other phases. */
  'account-ruleset:read': 'account',
  'account-ruleset:write': 'account',
  /** Lists of addresses, networks, host names and redirects, which rules of an account and its zones use. */
  'list:read': 'account',
  'list:write': 'account',
  /** Scripts, connections and cookies of a zone's pages, and their policies. */
  'page-monitoring:read': 'zone',
  'page-monitoring:write': 'zone',
  'load-balancer:read': 'zone',
  'load-balancer:write': 'zone',
  /** Stand-alone health checks of a zone. */
  'health-check:read': 'zone',
  'health-check:write': 'zone',
  /** Pools and monitors, which the load balancers of all zones of an account share. */
  'pool:read': 'account',
  'pool:write': 'account',
  /** Hosts of a zone that lead to the gateway, and their access keys. */
  'web3-hostname:read': 'zone',
  'web3-hostname:write': 'zone',
  /** Notification policies, their destinations, silences and history. */
  'notification:read': 'account',
  'notification:write': 'account',
  'user:read': 'user',
  'user:write': 'user',
  'user-token:read': 'user',
  'user-token:write': 'user',
  /** The installation as a whole: creating and deleting accounts, changing plans. */
  'installation:write': 'user',
} as const satisfies Record<string, PermissionScope>;

export type Capability = keyof typeof capabilityScopes;

/** The capabilities of rules, without `:read` and `:write`. */
export type RuleKind =
  Extract<Capability, `${string}-rule:read`> extends `${infer K}:read` ? K : never;

export const capabilities = Object.keys(capabilityScopes) as Capability[];

export function scopeOf(capability: Capability): PermissionScope {
  return capabilityScopes[capability];
}

export interface PermissionGroup {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly PermissionScope[];
  /** Capabilities that it grants. Groups of areas that do not exist yet grant none, but tokens can have them. */
  readonly grants: readonly Capability[];
}

const group = (
  id: string,
  name: string,
  scope: PermissionScope,
  ...grants: Capability[]
): PermissionGroup => ({ id, name, scopes: [scope], grants });

/** Rules of the phases with their own groups. */
const allRules = capabilities.filter((capability) => capability.includes('-rule:'));
const allRulesRead = allRules.filter((capability) => capability.endsWith(':read'));

/** The two groups for rules of a kind. */
const ruleGroups = (
  name: string,
  kind: RuleKind,
  scope: PermissionScope,
  readId: string,
  writeId: string,
): PermissionGroup[] => [
  group(writeId, `${name} Write`, scope, `${kind}:read`, `${kind}:write`),
  group(readId, `${name} Read`, scope, `${kind}:read`),
];

/** Grants all capabilities, including those of areas that are added later. */
export const administratorGroup: PermissionGroup = {
  id: '9a1c40c0e8a94d1fb3b5b1d2f0c6d7e1',
  name: 'Installation Administrator',
  scopes: ['user', 'account', 'zone'],
  grants: capabilities,
};

export const permissionGroups: readonly PermissionGroup[] = [
  administratorGroup,
  group(
    '1af1fa2adc104452b74a9a3364202f20',
    'Account Settings Write',
    'account',
    'account:read',
    'account:write',
  ),
  group('c1fde68c7bcc44588cbb6ddbc16d6480', 'Account Settings Read', 'account', 'account:read'),
  group(
    '5bc3f8b21c554832afc660159ab75fa4',
    'Account API Tokens Write',
    'account',
    'account-token:read',
    'account-token:write',
  ),
  group(
    'eb56a6953c034b9d97dd838155666f06',
    'Account API Tokens Read',
    'account',
    'account-token:read',
  ),
  group(
    '56907406c3d548ed902070ec4df0e328',
    'Account Rulesets Write',
    'account',
    'account-ruleset:read',
    'account-ruleset:write',
    'ruleset:read',
    'ruleset:write',
    'security-event:read',
    ...allRules,
  ),
  group(
    'fb39996ee9044d2a8725921e02744b39',
    'Account Rulesets Read',
    'account',
    'account-ruleset:read',
    'ruleset:read',
    'security-event:read',
    ...allRulesRead,
  ),
  group(
    'cde8c82463b6414ca06e46b9633f52a6',
    'Account WAF Write',
    'account',
    'account-ruleset:read',
    'account-ruleset:write',
    'ruleset:read',
    'ruleset:write',
    'security-event:read',
  ),
  group(
    '56b2af4817c84ad99187911dc3986c23',
    'Account WAF Read',
    'account',
    'account-ruleset:read',
    'ruleset:read',
    'security-event:read',
  ),
  group(
    '2edbf20661fd4661b0fe10e9e12f485c',
    'Account Rule Lists Write',
    'account',
    'list:read',
    'list:write',
  ),
  group('4f1071168de8466e9808de86febfc516', 'Account Rule Lists Read', 'account', 'list:read'),
  ...ruleGroups(
    'Zone Transform Rules',
    'transform-rule',
    'zone',
    '211a4c0feb3e43b3a2d41f1443a433e7',
    '0ac90a90249747bca6b047d97f0803e9',
  ),
  ...ruleGroups(
    'Transform Rules',
    'account-transform-rule',
    'account',
    'a9a99455bf3245f6a5a244f909d74830',
    'ae16e88bc7814753a1894c7ce187ab72',
  ),
  ...ruleGroups(
    'Dynamic URL Redirects',
    'redirect-rule',
    'zone',
    'd8e12db741544d1586ec1d6f5d3c7786',
    '74e1036f577a48528b78d2413b40538d',
  ),
  ...ruleGroups(
    'Mass URL Redirects',
    'account-redirect-rule',
    'account',
    '429a068902904c5a9ed9fc267c67da9a',
    'abe78e2276664f4db588c1f675a77486',
  ),
  ...ruleGroups(
    'Origin',
    'origin-rule',
    'zone',
    '7b32a91ece3140d4b3c2c56f23fc8e35',
    'a4308c6855c84eb2873e01b6cc85cbb3',
  ),
  ...ruleGroups(
    'Cache Settings',
    'cache-rule',
    'zone',
    '3245da1cf36c45c3847bb9b483c62f97',
    '9ff81cbbe65c400b97d92c3c1033cab6',
  ),
  ...ruleGroups(
    'Config Settings',
    'config-rule',
    'zone',
    '20e5ea084b2f491c86b8d8d90abff905',
    '06f0526e6e464647bd61b63c54935235',
  ),
  ...ruleGroups(
    'Custom Errors',
    'error-rule',
    'zone',
    'a2b55cd504d44ef18b7ba6a7f2b8fbb1',
    'a9dba34cf5814d4ab2007b4ada0045bd',
  ),
  // Error messages name this group, because it grants nothing but security events.
  group('9c88f9c5bce24ce7af9a958ba9c504db', 'Analytics Read', 'zone', 'security-event:read'),
  group(
    'b89a480218d04ceb98b4fe57ca29dc1f',
    'Account Analytics Read',
    'account',
    'security-event:read',
    'account-traffic:read',
  ),
  group(
    '6d7f2f5f5b1d4a0e9081fdc98d432fd1',
    'Load Balancers Write',
    'zone',
    'load-balancer:read',
    'load-balancer:write',
  ),
  group('e9a975f628014f1d85b723993116f7d5', 'Load Balancers Read', 'zone', 'load-balancer:read'),
  group(
    'd2a1802cc9a34e30852f8b33869b2f3c',
    'Load Balancing: Monitors and Pools Write',
    'account',
    'pool:read',
    'pool:write',
  ),
  group(
    '9d24387c6e8544e2bc4024a03991339f',
    'Load Balancing: Monitors and Pools Read',
    'account',
    'pool:read',
  ),
  group(
    'e0dc25a0fbdf4286b1ea100e3256b0e3',
    'Health Checks Write',
    'zone',
    'health-check:read',
    'health-check:write',
  ),
  group('fac65912d42144aa86b7dd33281bf79e', 'Health Checks Read', 'zone', 'health-check:read'),
  group(
    '96163bd1b0784f62b3e44ed8c2ab1eb6',
    'Logs Write',
    'account',
    'security-event:read',
    'account-log-push:read',
    'account-log-push:write',
  ),
  group(
    '6a315a56f18441e59ed03352369ae956',
    'Logs Read',
    'account',
    'security-event:read',
    'account-log-push:read',
  ),
  group(
    '3e0b5820118e47f3922f7c989e673882',
    'Logs Write',
    'zone',
    'security-event:read',
    'log-field-rule:read',
    'log-field-rule:write',
    'log-push:read',
    'log-push:write',
  ),
  group(
    'c4a30cd58c5d42619c86a3c36c441e2d',
    'Logs Read',
    'zone',
    'security-event:read',
    'log-field-rule:read',
    'log-push:read',
  ),
  group(
    'c3c847c5802d4ce3ba00e3e97b3c8555',
    'Notifications Write',
    'account',
    'notification:read',
    'notification:write',
  ),
  group('ce18edbdcebf465e9d6d1d2fc80ffd42', 'Notifications Read', 'account', 'notification:read'),
  group(
    'ed07f6c337da4195b4e72a1fb2c6bcae',
    'Page Rules Write',
    'zone',
    'pagerule:read',
    'pagerule:write',
  ),
  group('b415b70a4fd1412886f164451f20405c', 'Page Rules Read', 'zone', 'pagerule:read'),
  group(
    '440e6958bcc947329f8d56328d7322ce',
    'Page Shield',
    'account',
    'page-monitoring:read',
    'page-monitoring:write',
  ),
  group('050531528b044d58bbb71666fef7c07c', 'Page Shield Read', 'account', 'page-monitoring:read'),
  group(
    '87065285ab38463481e72815eefd18c3',
    'Page Shield Write',
    'zone',
    'page-monitoring:read',
    'page-monitoring:write',
  ),
  group(
    '6134079371904d8ebd77931c8ca07e50',
    'Domain Page Shield',
    'zone',
    'page-monitoring:read',
    'page-monitoring:write',
  ),
  group(
    '945315185a8f40518bf3e9e6d0bee126',
    'Domain Page Shield Read',
    'zone',
    'page-monitoring:read',
  ),
  group(
    '686d18d5ac6c441c867cbf6771e58a0a',
    'API Tokens Write',
    'user',
    'user-token:read',
    'user-token:write',
  ),
  group('0cc3a61731504c89b99ec1be78b77aa0', 'API Tokens Read', 'user', 'user-token:read'),
  group(
    '55a5e17cc99e4a3fa1f3432d262f2e55',
    'User Details Write',
    'user',
    'user:read',
    'user:write',
  ),
  group('8acbe5bb0d54464ab867149d7f7cf8ac', 'User Details Read', 'user', 'user:read'),
  group(
    '5ea6da42edb34811a78d1b007557c0ca',
    'Web3 Hostnames Write',
    'zone',
    'web3-hostname:read',
    'web3-hostname:write',
  ),
  group('8e31f574901c42e8ad89140b28d42112', 'Web3 Hostnames Read', 'zone', 'web3-hostname:read'),
  group(
    '3030687196b94b638145a3953da2b699',
    'Zone Settings Write',
    'zone',
    'zone-setting:read',
    'zone-setting:write',
    'page-monitoring:read',
    'page-monitoring:write',
  ),
  group(
    '517b21aee92c4d89936c976ba6e4be55',
    'Zone Settings Read',
    'zone',
    'zone-setting:read',
    'page-monitoring:read',
  ),
  group(
    'fb6778dc191143babbfaa57993f1d275',
    'Zone WAF Write',
    'zone',
    'ruleset:read',
    'ruleset:write',
    'security-event:read',
  ),
  group(
    'dbc512b354774852af2b5a5f4ba3d470',
    'Zone WAF Read',
    'zone',
    'ruleset:read',
    'security-event:read',
  ),
  // Besides firewall rules, older names of the Zone WAF groups; error messages name the newer ones.
  group(
    '43137f8d07884d3198dc0ee77ca6e79b',
    'Firewall Services Write',
    'zone',
    'firewall-service:read',
    'firewall-service:write',
    'ruleset:read',
    'ruleset:write',
    'security-event:read',
  ),
  group(
    '4ec32dfcb35641c5bb32d5ef1ab963b4',
    'Firewall Services Read',
    'zone',
    'firewall-service:read',
    'ruleset:read',
    'security-event:read',
  ),
  group(
    'e6d2666161e84845a636613608cee8d5',
    'Zone Write',
    'zone',
    'zone:read',
    'zone:write',
    'zone-setting:read',
    'zone-setting:write',
  ),
  group('c8fed203ed3043cba015a93ad1616f1f', 'Zone Read', 'zone', 'zone:read', 'zone-setting:read'),
];

const groupsById = new Map(permissionGroups.map((entry) => [entry.id, entry]));

export function permissionGroupById(id: string): PermissionGroup | undefined {
  return groupsById.get(id);
}

/** The group that an error message names if a capability is missing: the one that grants the fewest others. */
export function groupNameFor(capability: Capability): string {
  const granting = permissionGroups.filter((entry) => entry.grants.includes(capability));
  const narrowest = granting.sort((a, b) => a.grants.length - b.grants.length)[0];
  return narrowest?.name ?? capability;
}
