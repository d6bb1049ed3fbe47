import type {
  OriginSnapshot,
  PoolSnapshot,
} from '../../../contracts/snapshot/load-balancing-section.ts';
import type { PoolDocument, PoolRecord } from './pool-schema.ts';

/** A pool with all defaults filled in. */
export interface Pool
  extends Pick<
    PoolSnapshot,
    | 'id'
    | 'accountId'
    | 'name'
    | 'enabled'
    | 'minimumOrigins'
    | 'originSteering'
    | 'loadShedding'
    | 'coordinates'
  > {
  /** Without a monitor or monitor group the health of origins is unknown and ignored. */
  readonly monitorId: string | undefined;
  /** Takes the place of a monitor. */
  readonly monitorGroupId: string | undefined;
  /** Undefined: all regions. */
  readonly checkRegions: readonly string[] | undefined;
  /** Recipients of health alerts; the older kind of notification. */
  readonly notificationEmails: readonly string[];
  readonly notificationFilter: NotificationFilter;
  /** In the order of the document. */
  readonly origins: readonly Origin[];
}

/** Which changes of health are reported, for the pool and for its origins. */
export interface NotificationFilter {
  readonly pool: NotificationChoice;
  readonly origin: NotificationChoice;
}

export interface NotificationChoice {
  readonly disabled: boolean;
  /** True: only changes to healthy. False: only changes to unhealthy. Undefined: both. */
  readonly healthy: boolean | undefined;
}

export interface Origin extends Omit<OriginSnapshot, 'healthy' | 'roundTripMs'> {
  /** False if the document has no port, so that `port` is the default of the scheme. */
  readonly portGiven: boolean;
}

/** Identifies an origin within its pool, across updates of the pool. */
export function originKey({ address, port, name }: Pick<Origin, 'address' | 'port' | 'name'>) {
  return `${name} ${address} ${port}`;
}

type OriginDocument = PoolDocument['origins'][number];

/** Scheme and port of an origin. A port of 0 means the default port. */
export function originTarget({ port, scheme }: Pick<OriginDocument, 'port' | 'scheme'>) {
  const portGiven = port !== undefined && port !== 0;
  const used = scheme ?? (port === 443 ? 'https' : 'http');
  return { scheme: used, port: portGiven ? port : used === 'https' ? 443 : 80, portGiven };
}

export function toPool(record: PoolRecord): Pool {
  const { document } = record;
  const { latitude, longitude, load_shedding: shedding, notification_filter: filter } = document;
  return {
    id: record.id,
    accountId: record.accountId,
    name: document.name,
    enabled: document.enabled ?? true,
    minimumOrigins: document.minimum_origins ?? 1,
    monitorId: document.monitor || undefined,
    monitorGroupId: document.monitor_group || undefined,
    checkRegions: document.check_regions ?? undefined,
    notificationEmails: emailAddresses(document.notification_email ?? ''),
    notificationFilter: {
      pool: notificationChoice(filter?.pool),
      origin: notificationChoice(filter?.origin),
    },
    originSteering: document.origin_steering?.policy ?? 'random',
    loadShedding: {
      defaultPercent: shedding?.default_percent ?? 0,
      defaultPolicy: shedding?.default_policy ?? 'random',
      sessionPercent: shedding?.session_percent ?? 0,
    },
    coordinates:
      typeof latitude === 'number' && typeof longitude === 'number'
        ? { latitude, longitude }
        : undefined,
    origins: document.origins.map((origin, n) => toOrigin(origin, record.originsDisabledAt[n])),
  };
}

function toOrigin(origin: OriginDocument, disabledAt: number | undefined): Origin {
  return {
    name: origin.name,
    address: origin.address,
    ...originTarget(origin),
    enabled: origin.enabled ?? true,
    weight: origin.weight ?? 1,
    hostHeader: origin.header?.Host?.[0],
    disabledAt,
  };
}

export function notificationChoice(
  choice: { readonly disable?: boolean | null; readonly healthy?: boolean | null } | null = null,
): NotificationChoice {
  return { disabled: choice?.disable ?? false, healthy: choice?.healthy ?? undefined };
}

/** Splits a comma-separated list of addresses; an empty text has none. */
export function emailAddresses(list: string): string[] {
  return list === '' ? [] : list.split(',').map((address) => address.trim());
}

/** The record after a write. Pools and origins that stay disabled keep the time at which they were disabled. */
export function nextPool(
  before: PoolRecord | undefined,
  { document, ...base }: Omit<PoolRecord, 'disabledAt' | 'originsDisabledAt'>,
): PoolRecord {
  const now = base.modifiedAt;
  const known = new Map(before && toPool(before).origins.map((each) => [originKey(each), each]));
  return {
    ...base,
    document,
    disabledAt: document.enabled === false ? (before?.disabledAt ?? now) : undefined,
    originsDisabledAt: document.origins.map((origin) => {
      if (origin.enabled !== false) return undefined;
      const key = originKey({ ...origin, port: originTarget(origin).port });
      return known.get(key)?.disabledAt ?? now;
    }),
  };
}
