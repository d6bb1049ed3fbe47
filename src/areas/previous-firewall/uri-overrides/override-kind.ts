import type { Kysely } from 'kysely';
import { limits } from '../../../catalogs/limits.ts';
import { ApiError } from '../../../http/api-error.ts';
import { nextDocument } from '../../../resources/document-store.ts';
import type { ResourceKind } from '../../../resources/resource-model.ts';
import type { ResourceService } from '../../../resources/resource-service.ts';
import type { ZoneScope } from '../../../resources/scope.ts';
import type { MigrationStates } from '../../firewall-migration/migration-read-model.ts';
import type { PreviousFirewallTables } from '../previous-firewall-tables.ts';
import { previousLock } from '../previous-lock.ts';
import { requirePlan, requireUnmigrated } from '../zone-access.ts';
import { checkOverride } from './override-check.ts';
import type { UriOverride } from './override-model.ts';
import { overrideResponse } from './override-schema.ts';
import { overrideStore } from './override-store.ts';

export type OverrideService = ResourceService<UriOverride, ZoneScope, PreviousFirewallTables>;

export const overrideKind = (
  migrations: MigrationStates,
): ResourceKind<UriOverride, ZoneScope, PreviousFirewallTables> => ({
  resource: 'waf_override',
  noun: 'URI override',
  read: 'ruleset:read',
  write: 'ruleset:write',
  store: overrideStore,
  errors: {
    notFound: (id) => new ApiError('uriOverrideNotFound', { id }),
    quotaExceeded: ({ limit }) => new ApiError('uriOverrideQuota', { limit }),
  },
  limit: () => limits.uriOverridesPerZone,
  lock: ({ id }) => previousLock(id),
  check: async (tx, zone, document) => {
    // A migration may have begun since the route checked the zone, and would miss this override.
    await requireUnmigrated(migrations, zone.id, tx as unknown as Kysely<unknown>);
    // Without this plan, overrides from before can only be read and deleted.
    requirePlan(zone, 'enterprise', 'URI overrides');
    checkOverride(document);
  },
  toRecord: (_tx, { id: zoneId }, next) => ({ ...nextDocument(next), zoneId }),
  toResponse: overrideResponse,
  toAudit: overrideResponse,
});
