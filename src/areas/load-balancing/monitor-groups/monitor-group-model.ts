import { isDeepStrictEqual } from 'node:util';
import type { Monitor } from '../monitors/monitor-model.ts';
import {
  type MemberTimes,
  type MonitorGroupDocument,
  type MonitorGroupRecord,
  memberDefaults,
} from './monitor-group-schema.ts';

/** A monitor that checks a pool as part of a group. */
export interface GroupMember {
  readonly monitor: Monitor;
  readonly monitoringOnly: boolean;
  readonly mustBeHealthy: boolean;
}

/** The enabled members of a group, with their monitors. */
export function enabledMembers(
  { members }: MonitorGroupDocument,
  monitors: ReadonlyMap<string, Monitor>,
): GroupMember[] {
  return members.flatMap((sent) => {
    const member = { ...memberDefaults, ...sent };
    const monitor = monitors.get(member.monitor_id);
    if (!member.enabled || !monitor) return [];
    const { monitoring_only: monitoringOnly, must_be_healthy: mustBeHealthy } = member;
    return [{ monitor, monitoringOnly, mustBeHealthy }];
  });
}

/** The record after a write. Unchanged members keep their times. */
export function nextGroup(
  before: MonitorGroupRecord | undefined,
  base: Omit<MonitorGroupRecord, 'memberTimes'>,
): MonitorGroupRecord {
  const now = base.modifiedAt;
  const known = new Map(before?.document.members.map((member) => [member.monitor_id, member]));
  const times = base.document.members.map((member): [string, MemberTimes] => {
    const was = before?.memberTimes[member.monitor_id];
    const isSame = isDeepStrictEqual(known.get(member.monitor_id), member);
    return [
      member.monitor_id,
      { createdAt: was?.createdAt ?? now, updatedAt: isSame ? (was?.updatedAt ?? now) : now },
    ];
  });
  return { ...base, memberTimes: Object.fromEntries(times) };
}
