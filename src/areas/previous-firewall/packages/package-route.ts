import type { PreviousPackage } from '../../../catalogs/previous-firewall/previous-package.ts';
import { previousPackageById } from '../../../catalogs/previous-firewall/previous-packages.ts';
import { ApiError } from '../../../http/api-error.ts';
import { routeTable } from '../../../http/route.ts';
import { HEX_ID_PATTERN } from '../../../kernel/hex-id.ts';
import { Type } from '../../../kernel/schema.ts';
import type { ZoneFinder } from '../../../resources/scope.ts';
import type { PackageService } from './package-service.ts';

/** Dependencies of the routes of packages, groups and rules. */
export interface PackageRoutesOptions {
  readonly packages: PackageService;
  readonly findZone: ZoneFinder;
}

/** A path parameter. The ids of packages and groups are the same in all zones. */
export const idParam = (example: { readonly id: string } | undefined) =>
  Type.String({ pattern: HEX_ID_PATTERN, examples: [example?.id ?? ''] });

export const packagesPath = '/zones/:zone_id/firewall/waf/packages';
export const readAccess = { kind: 'capability', capability: 'ruleset:read' } as const;
export const writeAccess = { kind: 'capability', capability: 'ruleset:write' } as const;
export const packageRoute = routeTable({ tag: 'Previous managed rules', service: 'product' });

export function packageOf(id = ''): PreviousPackage {
  const found = previousPackageById(id);
  if (!found) throw new ApiError('previousPackageNotFound', { id });
  return found;
}
