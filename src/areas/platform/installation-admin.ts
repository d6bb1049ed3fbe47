import { groupNameFor } from '../../catalogs/permissions.ts';
import { ApiError } from '../../http/api-error.ts';
import type { Principal } from '../../http/principal.ts';

/** For what concerns the installation as a whole: its accounts and the plans of its zones. */
export function requireInstallationAdmin(principal: Principal, what: string): void {
  if (principal.allowsSomewhere('installation:write')) return;
  throw new ApiError('tenantAdminOnly', { what, permission: groupNameFor('installation:write') });
}
