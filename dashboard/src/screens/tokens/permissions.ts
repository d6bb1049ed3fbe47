/** The choice of permissions: what can be picked, and the policies that a choice means. */
import type { ResultOf } from '../../api/client.ts';

export type PermissionGroup =
  ResultOf<'GET /accounts/{account_id}/tokens/permission_groups'>[number];
export type Scope = 'account' | 'zone';
export type Level = 'read' | 'write';

/** One thing that a token may read or write; each level is a permission group. */
export interface Permission {
  /** Unique among scopes. */
  readonly id: string;
  readonly name: string;
  readonly scope: Scope;
  readonly groups: Readonly<Partial<Record<Level, PermissionGroup>>>;
}

/** Chosen levels by the ids of permissions. */
export type Choice = Readonly<Record<string, Level>>;

/** Undefined: all zones of the account. */
export type ChosenZones = readonly { readonly id: string; readonly name: string }[] | undefined;

const scopes: Readonly<Record<string, Scope>> = {
  'com.cloudflare.api.account': 'account',
  'com.cloudflare.api.account.zone': 'zone',
};

/** `Zone Read` and `Zone Write` are two levels of one permission. Groups for the user or the installation are left out. */
export function permissionsOf(groups: readonly PermissionGroup[]): Permission[] {
  const found = new Map<string, Permission>();
  for (const group of groups) {
    const [first = ''] = group.scopes;
    const scope = group.scopes.length === 1 ? scopes[first] : undefined;
    if (!scope) continue;
    const level = group.name.endsWith(' Read') ? 'read' : 'write';
    const name = group.name.replace(/ (Read|Write)$/, '');
    const id = `${scope} ${name}`;
    const before = found.get(id);
    found.set(id, { id, name, scope, groups: { ...before?.groups, [level]: group } });
  }
  return [...found.values()].sort((one, other) => one.name.localeCompare(other.name));
}

/** One policy for each scope that something was chosen for. */
export function policiesOf(
  permissions: readonly Permission[],
  choice: Choice,
  accountId: string,
  zones: ChosenZones,
) {
  const resources = {
    account: { [`com.cloudflare.api.account.${accountId}`]: '*' },
    zone: zoneResources(accountId, zones),
  };
  return (['account', 'zone'] as const).flatMap((scope) => {
    const groups = permissions
      .filter((permission) => permission.scope === scope)
      .flatMap(({ id, groups: levels }) => {
        const level = choice[id];
        const group = level && levels[level];
        return group ? [{ id: group.id, name: group.name }] : [];
      });
    if (groups.length === 0) return [];
    return [{ effect: 'allow' as const, resources: resources[scope], permission_groups: groups }];
  });
}

function zoneResources(
  accountId: string,
  zones: ChosenZones,
): Record<string, string | Record<string, string>> {
  const all = 'com.cloudflare.api.account.zone.*';
  if (!zones) return { [`com.cloudflare.api.account.${accountId}`]: { [all]: '*' } };
  return Object.fromEntries(zones.map(({ id }) => [`com.cloudflare.api.account.zone.${id}`, '*']));
}
