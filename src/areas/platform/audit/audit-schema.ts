import { Type } from '../../../kernel/schema.ts';
import { toMicrosecondText } from '../../../kernel/timestamp.ts';
import type { AuditEntryTable } from '../../../storage/core-tables.ts';

export const AuditEntryResponse = Type.Object({
  id: Type.String(),
  action: Type.Object({ type: Type.String(), result: Type.Boolean() }),
  actor: Type.Object({
    id: Type.String(),
    type: Type.String(),
    email: Type.Optional(Type.String()),
    ip: Type.Optional(Type.String()),
  }),
  interface: Type.String(),
  metadata: Type.Object({ zone_id: Type.Optional(Type.String()) }),
  oldValue: Type.String(),
  newValue: Type.String(),
  oldValueJson: Type.Unknown(),
  newValueJson: Type.Unknown(),
  owner: Type.Object({ id: Type.String() }),
  resource: Type.Object({ id: Type.String(), type: Type.String() }),
  when: Type.String(),
});

export type AuditRow = Omit<AuditEntryTable, 'seq'>;

/** Values appear twice: as text for older clients, and as JSON. */
export function auditEntryResponse(row: AuditRow) {
  return {
    id: row.id,
    action: { type: row.action, result: true },
    actor: {
      id: row.actor_id,
      type: row.actor_type,
      ...(row.actor_email !== null && { email: row.actor_email }),
      ...(row.actor_ip !== null && { ip: row.actor_ip }),
    },
    interface: row.actor_type === 'system' ? 'SYSTEM' : 'API',
    metadata: { ...(row.zone_id !== null && { zone_id: row.zone_id }) },
    oldValue: row.before ?? '',
    newValue: row.after ?? '',
    oldValueJson: row.before === null ? null : JSON.parse(row.before),
    newValueJson: row.after === null ? null : JSON.parse(row.after),
    owner: { id: row.account_id ?? row.actor_id },
    resource: { id: row.resource_id, type: row.resource },
    when: toMicrosecondText(row.created_at),
  };
}
