import type { Capability } from '../../catalogs/permissions.ts';
import type { ApiRequest, PathParams } from '../../http/route.ts';
import { routeTable } from '../../http/route.ts';
import { accountScope, type Scope, zoneFinder } from '../../resources/scope.ts';
import type { ZoneDirectory } from '../platform/zones/zone-read-model.ts';

/** Every route exists for zones and for accounts, which have different datasets. */
export interface LogpushFamily {
  readonly owner: Scope['kind'];
  readonly base: string;
  /** Prefix of operation ids. */
  readonly prefix: string;
  readonly tag: string;
  readonly read: Capability;
  readonly write: Capability;
  /** For examples. */
  readonly dataset: string;
  readonly field: string;
  readonly value: string;
  scopeOf(request: Pick<ApiRequest<PathParams>, 'params'>): Promise<Scope>;
}

export function logpushFamilies(
  zones: ZoneDirectory,
): Readonly<Record<LogpushFamily['owner'], LogpushFamily>> {
  const findZone = zoneFinder(zones, 'log-push:read');
  return {
    zone: {
      owner: 'zone',
      base: '/zones/:zone_id/logpush',
      prefix: 'zone-logpush',
      tag: 'Log push of zones',
      read: 'log-push:read',
      write: 'log-push:write',
      dataset: 'http_requests',
      field: 'ClientRequestMethod',
      value: 'POST',
      scopeOf: ({ params }) => findZone(params.zone_id),
    },
    account: {
      owner: 'account',
      base: '/accounts/:account_id/logpush',
      prefix: 'account-logpush',
      tag: 'Log push of accounts',
      read: 'account-log-push:read',
      write: 'account-log-push:write',
      dataset: 'audit_logs',
      field: 'ActionType',
      value: 'delete',
      scopeOf: async ({ params }) => accountScope(params.account_id),
    },
  };
}

export const logpushRoute = ({ tag }: LogpushFamily) =>
  routeTable({ tag, service: 'product', invalidBody: 'logpushInvalid' });

export const access = (capability: Capability) => ({ kind: 'capability', capability }) as const;
