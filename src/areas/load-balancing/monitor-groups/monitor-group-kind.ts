import { limits } from '../../../catalogs/limits.ts';
import { nextDocument } from '../../../resources/document-store.ts';
import type { ResourceKind } from '../../../resources/resource-model.ts';
import type { ResourceService } from '../../../resources/resource-service.ts';
import type { AccountScope } from '../../../resources/scope.ts';
import { invalid, referenced, resourceErrors } from '../load-balancing-errors.ts';
import { accountLock, type LoadBalancingTables } from '../load-balancing-tables.ts';
import { monitorExists } from '../monitors/monitor-store.ts';
import { referenceStore } from '../references/reference-store.ts';
import { nextGroup } from './monitor-group-model.ts';
import { type MonitorGroupRecord, monitorGroupResponse } from './monitor-group-schema.ts';
import { monitorGroupStore } from './monitor-group-store.ts';

export type MonitorGroupService = ResourceService<
  MonitorGroupRecord,
  AccountScope,
  LoadBalancingTables
>;

export const monitorGroupKind: ResourceKind<MonitorGroupRecord, AccountScope, LoadBalancingTables> =
  {
    resource: 'monitor_group',
    noun: 'monitor group',
    read: 'pool:read',
    write: 'pool:write',
    store: monitorGroupStore,
    errors: resourceErrors('monitor_group'),
    limit: () => limits.monitorGroupsPerAccount,
    lock: accountLock,
    async check(tx, scope, { members }) {
      const seen = new Set<string>();
      for (const [n, { monitor_id: id, ...member }] of members.entries()) {
        const pointer = `/members/${n}/monitor_id`;
        if (seen.has(id)) throw invalid(pointer, `the monitor ${id} is in the group twice`);
        seen.add(id);
        if (member.monitoring_only && member.must_be_healthy) {
          throw invalid(
            `/members/${n}/must_be_healthy`,
            '"monitoring_only" and "must_be_healthy" exclude each other: a monitor with "monitoring_only" does not affect the health of origins',
          );
        }
        if (await monitorExists(tx, scope, id)) continue;
        throw invalid(pointer, `there is no monitor "${id}" in this account: create it first`);
      }
    },
    toRecord: (_tx, { accountId }, next) =>
      nextGroup(next.before, { ...nextDocument(next), accountId }),
    toResponse: monitorGroupResponse,
    toAudit: monitorGroupResponse,
    references: { referrers: referenceStore.poolsOfGroup, error: referenced('monitor_group') },
  };
