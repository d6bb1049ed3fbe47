import { emailAddresses, notificationChoice } from '../../areas/load-balancing/pools/pool-model.ts';
import { comparableAddress } from '../../areas/notifications/evaluation/mail-address.ts';

export const HEALTH_ALERT = 'load_balancing_health_alert';

const sources = ['pool', 'origin'] as const;
const healths = ['Healthy', 'Unhealthy'] as const;
type Source = (typeof sources)[number];
type Health = (typeof healths)[number];

/** The members of a pool in the API that concern notifications. */
export interface PoolWithEmail {
  readonly id: string;
  readonly name: string;
  readonly notification_email: string;
  readonly notification_filter?: Partial<Record<Source, PoolChoice | null>> | null;
}

interface PoolChoice {
  readonly disable?: boolean | null;
  readonly healthy?: boolean | null;
}

/** The members of a notification policy in the API that decide which addresses are notified of which changes of health. */
export interface HealthPolicy {
  readonly enabled: boolean;
  readonly alert_type: string;
  readonly mechanisms: { readonly email?: readonly { readonly id: string }[] | null };
  readonly filters?: Partial<Record<FilterKey, readonly string[] | null>> | null;
}

type FilterKey = 'pool_id' | 'event_source' | 'new_health';

/** A policy to create: it notifies one address of the same changes of some pools. */
export interface PlannedPolicy {
  readonly address: string;
  readonly poolIds: readonly string[];
  readonly sources: readonly Source[];
  readonly healths: readonly Health[];
}

export interface MigrationPlan {
  /** Pools with an email, in the given order. */
  readonly pools: readonly PoolWithEmail[];
  /** Pools with an email whose filter mutes everything: they need no policy. */
  readonly muted: readonly PoolWithEmail[];
  readonly policies: readonly PlannedPolicy[];
}

/**
 * The policies to add to the existing ones, so that each address of a pool is notified of exactly the changes that its pools
 * report, and of none twice. If some of these policies exist already, the others are still the same, so that an interrupted
 * migration can continue.
 */
export function planPolicies(
  all: readonly PoolWithEmail[],
  existing: readonly HealthPolicy[],
  maxPoolIds: number,
): MigrationPlan {
  const pools = all.filter((pool) => pool.notification_email !== '');
  const isCovered = coverageOf(existing);
  const groups = new Map<string, Omit<PlannedPolicy, 'poolIds'> & { poolIds: string[] }>();
  for (const pool of pools) {
    const wanted = changesOf(pool);
    for (const address of differentAddresses(pool)) {
      const missing = bySource((source) =>
        wanted[source].filter((health) => !isCovered(address, pool.id, source, health)),
      );
      for (const filters of toFilters(missing)) {
        const key = JSON.stringify([comparableAddress(address), filters]);
        const group = groups.get(key) ?? { address, ...filters, poolIds: [] };
        group.poolIds.push(pool.id);
        groups.set(key, group);
      }
    }
  }
  return {
    pools,
    muted: pools.filter((pool) => toFilters(changesOf(pool)).length === 0),
    policies: [...groups.values()]
      .toSorted((a, b) => (a.address < b.address ? -1 : a.address > b.address ? 1 : 0))
      .flatMap((policy) => inParts(policy, maxPoolIds)),
  };
}

type Changes = Readonly<Record<Source, readonly Health[]>>;

function bySource<T>(choose: (source: Source) => T): Record<Source, T> {
  return { pool: choose('pool'), origin: choose('origin') };
}

/** The changes that the addresses of a pool are notified of. */
function changesOf({ notification_filter: filter }: PoolWithEmail): Changes {
  return bySource((source) => {
    const { disabled, healthy } = notificationChoice(filter?.[source]);
    if (disabled) return [];
    return healths.filter((health) => healthy === undefined || healthy === (health === 'Healthy'));
  });
}

function differentAddresses({ notification_email: list }: PoolWithEmail): string[] {
  const byKey = new Map<string, string>();
  for (const address of emailAddresses(list)) {
    const key = comparableAddress(address);
    if (!byKey.has(key)) byKey.set(key, address);
  }
  return [...byKey.values()];
}

/** A policy filters by source and by health, and every combination passes. If the sources have different healths, each needs a policy. */
function toFilters(changes: Changes): Pick<PlannedPolicy, 'sources' | 'healths'>[] {
  const isSame = String(changes.pool) === String(changes.origin);
  const rows = isSame ? [[...sources]] : sources.map((source) => [source]);
  return rows
    .map((row) => ({ sources: row, healths: row[0] ? changes[row[0]] : [] }))
    .filter((filters) => filters.healths.length > 0);
}

/** Whether one of the policies sends mail about a change. */
function coverageOf(policies: readonly HealthPolicy[]) {
  const byAddress = new Map<string, ((id: string, source: Source, health: Health) => boolean)[]>();
  for (const { enabled, alert_type: type, mechanisms, filters } of policies) {
    if (!enabled || type !== HEALTH_ALERT) continue;
    const passes = {
      pool: allowed(filters?.pool_id?.map((id) => id.replaceAll('-', ''))),
      source: allowed(filters?.event_source),
      health: allowed(filters?.new_health),
    };
    for (const { id: address } of mechanisms.email ?? []) {
      const key = comparableAddress(address);
      const ofAddress = byAddress.get(key) ?? [];
      ofAddress.push(
        (id, source, health) => passes.pool(id) && passes.source(source) && passes.health(health),
      );
      byAddress.set(key, ofAddress);
    }
  }
  return (address: string, poolId: string, source: Source, health: Health): boolean =>
    byAddress.get(comparableAddress(address))?.some((covers) => covers(poolId, source, health)) ??
    false;
}

/** A missing or empty filter passes everything. */
function allowed(values: readonly string[] | null | undefined): (value: string) => boolean {
  if (!values || values.length === 0) return () => true;
  const known = new Set(values.map((value) => value.toLowerCase()));
  return (value) => known.has(value.toLowerCase());
}

function inParts(policy: PlannedPolicy, size: number): PlannedPolicy[] {
  const parts: PlannedPolicy[] = [];
  for (let start = 0; start < policy.poolIds.length; start += size) {
    parts.push({ ...policy, poolIds: policy.poolIds.slice(start, start + size) });
  }
  return parts;
}
