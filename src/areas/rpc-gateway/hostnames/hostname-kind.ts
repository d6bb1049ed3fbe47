import { limits } from '../../../catalogs/limits.ts';
import { planIncludes } from '../../../catalogs/plans.ts';
import { ApiError } from '../../../http/api-error.ts';
import { nextDocument } from '../../../resources/document-store.ts';
import type { ResourceKind } from '../../../resources/resource-model.ts';
import type { ResourceService } from '../../../resources/resource-service.ts';
import type { ZoneScope } from '../../../resources/scope.ts';
import type { BalancerDirectory } from '../../load-balancing/balancers/balancer-read-model.ts';
import { invalid } from '../rpc-gateway-errors.ts';
import type { RpcGatewayTables } from '../rpc-gateway-tables.ts';
import { checkFixed, checkHostname } from './hostname-check.ts';
import type { HostnameDocument, HostnameRecord } from './hostname-model.ts';
import { hostnameResponse } from './hostname-schema.ts';
import { hostnameStore } from './hostname-store.ts';

/** A hostname that was closed is opened by `access: open` only, not by a document without the member, such as an older bootstrap file. */
function withAccess(
  document: HostnameDocument,
  before: HostnameDocument | undefined,
): HostnameDocument {
  const access = document.access ?? before?.access;
  return access === undefined ? document : { ...document, access };
}

export type HostnameService = ResourceService<HostnameRecord, ZoneScope, RpcGatewayTables>;

export function hostnameKind(
  balancers: BalancerDirectory,
): ResourceKind<HostnameRecord, ZoneScope, RpcGatewayTables> {
  return {
    resource: 'web3_hostname',
    noun: 'Web3 hostname',
    read: 'web3-hostname:read',
    write: 'web3-hostname:write',
    store: hostnameStore,
    errors: {
      notFound: (id) => new ApiError('web3HostnameNotFound', { id }),
      quotaExceeded: ({ limit }) => new ApiError('web3HostnameQuota', { limit }),
    },
    limit: ({ plan }) =>
      planIncludes(plan, 'enterprise') ? Number.POSITIVE_INFINITY : limits.web3HostnamesPerAccount,
    // A host belongs either to a load balancer or to the gateway, so their writers share a lock.
    lock: balancers.lockOf,
    async check(tx, zone, document, id) {
      const before = await hostnameStore.find(tx, zone, id);
      if (before) {
        checkFixed(before.document, document);
        return;
      }
      checkHostname(document, zone);
      const { name } = document;
      if (await hostnameStore.idOfName(tx, zone.id, name)) {
        throw invalid('/name', `the Web3 hostname "${name}" exists already`);
      }
      if (await balancers.hasName(tx, zone.id, name)) {
        throw invalid(
          '/name',
          `"${name}" belongs to a load balancer: delete that first, or choose another name`,
        );
      }
    },
    toRecord: (_tx, zone, next) => ({
      ...nextDocument({ ...next, document: withAccess(next.document, next.before?.document) }),
      accountId: zone.accountId,
      zoneId: zone.id,
    }),
    toResponse: hostnameResponse,
    toAudit: hostnameResponse,
  };
}
