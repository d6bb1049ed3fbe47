import { type AlertOf, alertId } from '../../../contracts/alert.ts';
import { originKey, type Pool } from '../pools/pool-model.ts';
import type { OriginChange, RoundOutcome } from './health-model.ts';
import { POOL_INCIDENT } from './health-tables.ts';

/** Ids of incidents by the key of the unhealthy origin, or `POOL_INCIDENT` for the pool itself. */
export type OpenIncidents = ReadonlyMap<string, string>;

export interface IncidentChanges {
  readonly started: OpenIncidents;
  readonly ended: readonly string[];
}

export type HealthAlert = AlertOf<'pool_health'> | AlertOf<'origin_health'>;

/** The stored event of a round of probes. */
export interface StoredEvent {
  readonly id: number;
  readonly at: number;
}

/**
 * The incidents that a round of probes starts and ends, with their alerts. An incident lasts until the pool
 * or origin is healthy again, even if the health is unknown in between. A healthy first result causes no alert.
 */
export function incidentsAfter(
  pool: Pool,
  outcome: RoundOutcome,
  open: OpenIncidents,
  event: StoredEvent,
): IncidentChanges & { readonly alerts: readonly HealthAlert[] } {
  const started = new Map<string, string>();
  const ended: string[] = [];
  const alerts: HealthAlert[] = [];

  function judge(
    key: string,
    wasKnown: boolean,
    healthy: boolean | undefined,
    alertOf: (members: HealthMembers) => HealthAlert,
  ): void {
    const incident = open.get(key);
    if (healthy === undefined || healthy === (incident === undefined)) return;
    const kind = key === POOL_INCIDENT ? 'pool_health' : 'origin_health';
    const id = alertId(kind, pool.id, key, event.id);
    if (incident === undefined) started.set(key, id);
    else ended.push(key);
    const healthBefore = incident ? 'unhealthy' : wasKnown ? 'healthy' : 'unknown';
    const members = { ...membersOf(pool, event), id, healthBefore } as const;
    alerts.push(alertOf({ ...members, incident: phaseOf(incident, id) }));
  }

  for (const change of outcome.changes) {
    const { origin, was, now } = change;
    judge(originKey(origin), was !== undefined, now.healthy, (members) =>
      originAlert(members, change),
    );
  }
  const wasKnown = outcome.changes.some(({ was }) => was !== undefined);
  judge(POOL_INCIDENT, wasKnown, outcome.poolHealthy, (members) => ({
    kind: 'pool_health',
    ...members,
  }));
  // Removed and disabled origins are not probed, so no result will end their incidents.
  const gone = [...open.keys()].filter((key) => key !== POOL_INCIDENT && !outcome.origins.has(key));
  return { started, ended: [...ended, ...gone], alerts };
}

type HealthMembers = Omit<AlertOf<'pool_health'>, 'kind'>;

function membersOf(pool: Pool, event: StoredEvent) {
  return {
    version: 1,
    accountId: pool.accountId,
    zoneId: null,
    at: event.at,
    poolId: pool.id,
    poolName: pool.name,
    healthEventId: event.id,
  } as const;
}

/** The id of an incident is the id of the alert that started it. */
function phaseOf(open: string | undefined, id: string): HealthMembers['incident'] {
  return open === undefined ? { id, phase: 'start' } : { id: open, phase: 'end' };
}

function originAlert(
  members: HealthMembers,
  { origin, now: { latest } }: OriginChange,
): AlertOf<'origin_health'> {
  return {
    kind: 'origin_health',
    ...members,
    originName: origin.name,
    originAddress: origin.address,
    failureReason: latest.failureReason,
    responseCode: latest.responseCode ?? null,
  };
}
