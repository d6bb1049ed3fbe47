import type { ProbeResult } from '../../../outbound/probe/probe-check.ts';
import type { GroupMember } from '../monitor-groups/monitor-group-model.ts';
import type { Monitor } from '../monitors/monitor-model.ts';
import { originKey, type Pool } from '../pools/pool-model.ts';
import {
  enabledOrigins,
  type HealthByOrigin,
  nextOriginHealth,
  type OriginHealth,
} from './health-model.ts';
import type { HealthByMember, MemberHealth } from './member-health-store.ts';

/** The results of one monitor in a round, and the time of its next round. */
export interface MonitorRound {
  readonly monitor: Monitor;
  readonly results: ReadonlyMap<string, ProbeResult>;
  readonly nextAt: number;
}

/** The monitors that are due. After a change of the pool or group, all of them are. */
export function dueMembers(
  members: readonly GroupMember[],
  known: HealthByMember,
  config: string,
  isDue: (at: number) => boolean,
): Monitor[] {
  return members
    .map(({ monitor }) => monitor)
    .filter(({ id }) => {
      const last = known.get(id);
      return last?.config !== config || isDue(last.nextAt);
    });
}

/** The health by member after a round in which some of the members probed. */
export function nextMemberHealth(
  members: readonly GroupMember[],
  known: HealthByMember,
  rounds: readonly MonitorRound[],
  config: string,
): HealthByMember {
  const byMonitor = new Map(rounds.map((round) => [round.monitor.id, round]));
  return new Map(
    members.flatMap(({ monitor }): [string, MemberHealth][] => {
      const before = known.get(monitor.id);
      const round = byMonitor.get(monitor.id);
      if (!round) return before ? [[monitor.id, before]] : [];
      const origins = Array.from(round.results, ([key, result]): [string, OriginHealth] => [
        key,
        nextOriginHealth(before?.origins.get(key), result, monitor),
      ]);
      return [[monitor.id, { config, nextAt: round.nextAt, origins: new Map(origins) }]];
    }),
  );
}

/**
 * Combines the votes of the members into one result per enabled origin. A failure of a member with `mustBeHealthy` makes
 * the origin unhealthy, and so do failures of more than half of the voters. Until enough results are known, the previous
 * health stays.
 */
export function judgeOrigins(
  pool: Pool,
  members: readonly GroupMember[],
  known: HealthByMember,
  before: HealthByOrigin,
): ReadonlyMap<string, ProbeResult> {
  const voters = members.filter(({ monitoringOnly }) => !monitoringOnly);
  return new Map(
    enabledOrigins(pool).flatMap((origin): [string, ProbeResult][] => {
      const key = originKey(origin);
      const votes = voters.map(({ monitor, mustBeHealthy }) => ({
        mustBeHealthy,
        health: known.get(monitor.id)?.origins.get(key),
      }));
      const result = judge(votes) ?? resultBefore(before.get(key));
      return result ? [[key, result]] : [];
    }),
  );
}

interface Vote {
  readonly mustBeHealthy: boolean;
  readonly health: OriginHealth | undefined;
}

function judge(votes: readonly Vote[]): ProbeResult | undefined {
  const failed = votes.filter(({ health }) => health?.healthy === false);
  const decisive = failed.find(({ mustBeHealthy }) => mustBeHealthy);
  if (decisive || failed.length * 2 > votes.length) return (decisive ?? failed[0])?.health?.latest;
  const passed = votes.filter(({ health }) => health?.healthy === true);
  const isOpen = votes.some(
    ({ mustBeHealthy, health }) => mustBeHealthy && health?.healthy === undefined,
  );
  // The members without a result yet could still form a majority of failures.
  if (isOpen || passed.length * 2 < votes.length) return undefined;
  return {
    healthy: true,
    failureReason: 'No failures',
    responseCode: passed[0]?.health?.latest.responseCode,
    roundTripMs: average(passed.map(({ health }) => health?.latest.roundTripMs ?? 0)),
  };
}

function resultBefore(before: OriginHealth | undefined): ProbeResult | undefined {
  return before?.healthy === undefined ? undefined : { ...before.latest, healthy: before.healthy };
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
