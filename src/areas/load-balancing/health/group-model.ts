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

/** What one monitor found in a round, and when it probes next. */
export interface MonitorRound {
  readonly monitor: Monitor;
  readonly results: ReadonlyMap<string, ProbeResult>;
  readonly nextAt: number;
}

/** The members that must probe now. A changed pool or group is probed by all of them. */
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

/** What the members know after a round in which some of them probed. */
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
 * The health of each enabled origin as one result. A member that must be healthy decides alone when it fails.
 * Otherwise an origin is unhealthy if more than half of the members with a say find it so. Where that is not known yet,
 * what was known before stays.
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
  // Members without a verdict could still make a majority against the origin.
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
