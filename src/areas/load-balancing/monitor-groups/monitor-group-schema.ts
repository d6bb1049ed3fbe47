import { limits } from '../../../catalogs/limits.ts';
import { ReadOnly } from '../../../http/common-schema.ts';
import { type Static, Type } from '../../../kernel/schema.ts';
import { toMicrosecondText } from '../../../kernel/timestamp.ts';
import type { StoredDocument } from '../../../resources/document-store.ts';
import { addedMembers, addedReadOnly, addedResponse } from '../../../resources/resource-schema.ts';

const Flag = Type.Optional(Type.Boolean());

const memberMembers = {
  monitor_id: Type.String({ minLength: 1, maxLength: 64, examples: ['$MONITOR_ID'] }),
  /** A disabled member neither probes nor votes. */
  enabled: Flag,
  /** Probes, but has no vote on the health of origins. */
  monitoring_only: Flag,
  /** An origin that fails this monitor is unhealthy, whatever the other results are. */
  must_be_healthy: Flag,
};

const groupMembers = { description: Type.Optional(Type.String({ maxLength: 1000 })) };
const bounds = { minItems: 1, maxItems: limits.monitorsPerGroup };

export const MonitorGroupBody = Type.Object({
  ...groupMembers,
  members: Type.Array(
    Type.Object({ ...memberMembers, created_at: ReadOnly, updated_at: ReadOnly }),
    bounds,
  ),
  ...addedReadOnly,
});

const GroupDocument = Type.Object({
  ...groupMembers,
  members: Type.Array(Type.Object(memberMembers)),
});

/** The members of a monitor group that clients write. */
export type MonitorGroupDocument = Static<typeof GroupDocument>;

export interface MemberTimes {
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface MonitorGroupRecord extends StoredDocument<MonitorGroupDocument> {
  readonly accountId: string;
  /** When each monitor became a member and when its membership last changed, by monitor id. */
  readonly memberTimes: Readonly<Record<string, MemberTimes>>;
}

export const MonitorGroupResponse = Type.Object({
  ...addedResponse,
  description: Type.String(),
  members: Type.Array(
    Type.Object({
      monitor_id: Type.String(),
      enabled: Type.Boolean(),
      monitoring_only: Type.Boolean(),
      must_be_healthy: Type.Boolean(),
      created_at: Type.String(),
      updated_at: Type.String(),
    }),
  ),
});

export const memberDefaults = { enabled: true, monitoring_only: false, must_be_healthy: false };

/** The document, with the defaults that clients expect to see. */
export function monitorGroupResponse(record: MonitorGroupRecord) {
  const { document, memberTimes, createdAt, modifiedAt } = record;
  return {
    ...addedMembers(record),
    description: document.description ?? '',
    members: document.members.map((member) => {
      const times = memberTimes[member.monitor_id] ?? { createdAt, updatedAt: modifiedAt };
      return {
        ...memberDefaults,
        ...member,
        created_at: toMicrosecondText(times.createdAt),
        updated_at: toMicrosecondText(times.updatedAt),
      };
    }),
  };
}
