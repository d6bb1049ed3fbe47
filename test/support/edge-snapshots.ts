import type {
  AffinitySnapshot,
  BalancerSnapshot,
  OriginSnapshot,
  PoolSnapshot,
} from '../../src/contracts/snapshot/load-balancing-section.ts';
import { byKind, snapshotKinds } from '../../src/contracts/snapshot/snapshot-kinds.ts';
import type { SnapshotMessage } from '../../src/contracts/snapshot/snapshot-message.ts';
import {
  emptySnapshot,
  type SnapshotUpdate,
} from '../../src/contracts/snapshot/snapshot-update.ts';
import type { ZoneSections, ZoneSnapshot } from '../../src/contracts/snapshot/zone-snapshot.ts';

/** Snapshots for tests. Members that are not given have the defaults of the API. */
export function zoneOf(
  name: string,
  sections: Partial<ZoneSections> = {},
  zoneId = name,
): ZoneSnapshot {
  const zone = { name, accountId: 'account', paused: false, plan: 'enterprise' };
  return { zoneId, revision: 1, sections: { zone, ...sections } };
}

export const noAffinity: AffinitySnapshot = {
  kind: 'none',
  ttlSeconds: 82_800,
  headers: [],
  requireAllHeaders: false,
  sameSite: 'Auto',
  secure: 'Auto',
  drainSeconds: 0,
  zeroDowntimeFailover: 'none',
};

export function balancerOf(
  name: string,
  defaultPools: readonly string[],
  rest: Partial<BalancerSnapshot> = {},
): BalancerSnapshot {
  return {
    id: `balancer of ${name}`,
    name,
    defaultPools,
    fallbackPool: defaultPools.at(-1) ?? 'none',
    regionPools: {},
    countryPools: {},
    popPools: {},
    steering: 'off',
    poolWeights: { standard: 1, byPool: {} },
    affinity: noAffinity,
    failoverAcrossPools: false,
    rules: [],
    ...rest,
  };
}

export function originOf(port: number, rest: Partial<OriginSnapshot> = {}): OriginSnapshot {
  return {
    name: `origin-${port}`,
    address: '127.0.0.1',
    port,
    scheme: 'http',
    weight: 1,
    enabled: true,
    disabledAt: undefined,
    hostHeader: undefined,
    healthy: undefined,
    roundTripMs: undefined,
    ...rest,
  };
}

export function poolOf(
  id: string,
  origins: readonly OriginSnapshot[],
  rest: Partial<PoolSnapshot> = {},
): PoolSnapshot {
  return {
    id,
    accountId: 'account',
    name: id,
    enabled: true,
    minimumOrigins: 1,
    monitored: false,
    originSteering: 'random',
    loadShedding: { defaultPercent: 0, defaultPolicy: 'random', sessionPercent: 0 },
    coordinates: undefined,
    origins,
    ...rest,
  };
}

/** A zone whose load balancer has one pool with these origins. */
export function siteOf(name: string, origins: readonly OriginSnapshot[]) {
  const pool = poolOf(`pool of ${name}`, origins);
  const zone = zoneOf(name, { loadBalancing: { balancers: [balancerOf(name, [pool.id])] } });
  return { zone, pool };
}

let revision = 0;

export function updateOf(parts: Partial<SnapshotUpdate>): SnapshotUpdate {
  revision += 1;
  return { ...emptySnapshot, revision, complete: false, ...parts };
}

/** An update as an edge process receives it. */
export function messageOf(update: SnapshotUpdate): SnapshotMessage {
  const texts = byKind(snapshotKinds, (kind) => update[kind].map((item) => JSON.stringify(item)));
  return { ...update, hasMore: false, ...texts };
}
