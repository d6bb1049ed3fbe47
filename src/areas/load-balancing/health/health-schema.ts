import { Type } from '../../../kernel/schema.ts';
import { toMicrosecondText } from '../../../kernel/timestamp.ts';
import type { ProbeResult } from '../../../outbound/probe/probe-check.ts';
import { type Origin, originKey, type Pool } from '../pools/pool-model.ts';
import type { HealthEvent } from './health-event-store.ts';
import { isPoolHealthy, poolState } from './health-model.ts';
import type { PoolHealth } from './health-read-model.ts';

/** The name of the data centre that probes. Clients expect one; a whole installation counts as one data centre. */
const POP = 'default';

const OriginHealthResponse = Type.Object({
  healthy: Type.Boolean(),
  failure_reason: Type.String(),
  /** 0 if there was no HTTP response. */
  response_code: Type.Integer(),
  /** `12.1ms` */
  rtt: Type.String(),
});

const PopHealthResponse = Type.Object({
  healthy: Type.Boolean(),
  /** Each object has one member. Its name is the address of the origin, with the port if the pool has the address twice. */
  origins: Type.Array(Type.Record(Type.String(), OriginHealthResponse)),
});

export const PoolHealthResponse = Type.Object({
  pool_id: Type.String(),
  pop_health: Type.Record(Type.String(), PopHealthResponse),
  /** The results of each monitor by id, for pools with a monitor group. */
  monitor_health: Type.Optional(Type.Record(Type.String(), PopHealthResponse)),
});

export const PreviewResponse = Type.Object({
  preview_id: Type.String(),
  /** Names of the pools, by id. */
  pools: Type.Record(Type.String(), Type.String()),
});

/** By pool id, without pools that are still being probed. */
export const PreviewResultResponse = Type.Record(Type.String(), PopHealthResponse);

export const HealthEventResponse = Type.Object({
  id: Type.Integer(),
  timestamp: Type.String(),
  pool: Type.Object({
    id: Type.String(),
    name: Type.String(),
    healthy: Type.Boolean(),
    changed: Type.Boolean(),
    minimum_origins: Type.Integer(),
  }),
  origins: Type.Array(
    Type.Object({
      name: Type.String(),
      address: Type.String(),
      ip: Type.String(),
      enabled: Type.Boolean(),
      changed: Type.Boolean(),
      ...OriginHealthResponse.properties,
    }),
  ),
});

/** The health of an origin, and its latest result, which may differ because of thresholds. */
export interface ShownHealth {
  readonly healthy: boolean | undefined;
  readonly latest: Omit<ProbeResult, 'healthy'>;
}

function originResponse({ healthy, latest }: ShownHealth) {
  return {
    healthy: healthy ?? false,
    failure_reason: latest.failureReason as string,
    response_code: latest.responseCode ?? 0,
    rtt: `${latest.roundTripMs.toFixed(1)}ms`,
  };
}

export function popHealthResponse(
  pool: Pool,
  healthy: boolean | undefined,
  origins: ReadonlyMap<string, ShownHealth>,
) {
  return {
    healthy: healthy ?? false,
    origins: pool.origins.flatMap((origin) => {
      const known = origins.get(originKey(origin));
      return known ? [{ [shownAddress(pool, origin)]: originResponse(known) }] : [];
    }),
  };
}

function shownAddress(pool: Pool, { address, port }: Origin): string {
  const isAlone = pool.origins.filter((other) => other.address === address).length === 1;
  if (isAlone) return address;
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}

export function poolHealthResponse({ pool, healthy, origins, members }: PoolHealth) {
  const found = Array.from(members, ([id, member]) => {
    const isHealthy = isPoolHealthy(poolState(pool, member.origins));
    return [id, popHealthResponse(pool, isHealthy, member.origins)] as const;
  });
  return {
    pool_id: pool.id,
    pop_health: { [POP]: popHealthResponse(pool, healthy, origins) },
    ...(found.length > 0 && { monitor_health: Object.fromEntries(found) }),
  };
}

export function healthEventResponse(event: HealthEvent) {
  return {
    id: event.seq,
    timestamp: toMicrosecondText(event.created_at),
    pool: {
      id: event.pool_id,
      name: event.pool_name,
      healthy: event.healthy === 1,
      changed: event.healthy !== event.was_healthy,
      minimum_origins: event.minimum_origins,
    },
    origins: event.origins.map((origin) => ({
      name: origin.name,
      address: origin.address,
      ip: origin.address,
      enabled: true,
      changed: origin.healthy !== origin.was_healthy,
      healthy: origin.healthy === 1,
      failure_reason: origin.failure_reason,
      response_code: origin.response_code ?? 0,
      rtt: `${origin.round_trip_ms.toFixed(1)}ms`,
    })),
  };
}
