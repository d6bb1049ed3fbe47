import type { ApiClient } from './api-client.ts';
import { didYouMean } from './did-you-mean.ts';
import { listAll } from './list-all.ts';

export interface PermissionGroup {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
}

/** The permission groups with a name: one for each kind of resource to which they apply. */
export async function permissionGroupsNamed(
  api: ApiClient,
  names: readonly string[],
): Promise<readonly (readonly PermissionGroup[])[]> {
  const groups = await listAll<PermissionGroup>(api, '/user/tokens/permission_groups');
  return names.map((wanted) => {
    const found = groups.filter(({ name }) => name === wanted);
    if (found.length > 0) return found;
    const known = [...new Set(groups.map(({ name }) => name))].sort();
    throw new Error(
      `there is no permission group "${wanted}".${didYouMean(wanted, known)} Known ones:\n  ${known.join('\n  ')}`,
    );
  });
}
