import { Type } from '../../../kernel/schema.ts';
import { toMicrosecondText } from '../../../kernel/timestamp.ts';
import type { AuditEntryTable } from '../../../storage/core-tables.ts';

export const AuditEntryResponse = Type.Object({
  id: Type.String(),
  action: Type.Object({ type: Type.String(), result: Type.Boolean() }),
  actor: Type.Object({
    /** The user; for an account's token, the account. Left out for a deleted token. */
    id: Type.Optional(Type.String()),
    /** `Cloudflare` is the public API's word for changes that the system makes itself. */
    type: Type.Enum(['user', 'Cloudflare']),
    email: Type.Optional(Type.String()),
    ip: Type.Optional(Type.String()),
  }),
  interface: Type.String(),
  metadata: Type.Object({
    zone_id: Type.Optional(Type.String()),
    token_id: Type.Optional(Type.String()),
    token_name: Type.Optional(Type.String()),
  }),
  oldValue: Type.String(),
  newValue: Type.String(),
  oldValueJson: Type.Unknown(),
  newValueJson: Type.Unknown(),
  owner: Type.Object({ id: Type.String() }),
  resource: Type.Object({ id: Type.String(), type: Type.String() }),
  when: Type.String(),
});

export interface AuditRow extends Omit<AuditEntryTable, 'seq'> {
  readonly token_name: string | null;
  readonly owner_id: string | null;
}

/** Values appear twice: as text for older clients, and as JSON. */
export function auditEntryResponse(row: AuditRow) {
  return {
    id: row.id,
    action: { type: row.action, result: true },
    actor: {
      ...actorOf(row),
      ...(row.actor_email !== null && { email: row.actor_email }),
      ...(row.actor_ip !== null && { ip: row.actor_ip }),
    },
    interface: row.actor_type === 'system' ? 'SYSTEM' : 'API',
    metadata: {
      ...(row.zone_id !== null && { zone_id: row.zone_id }),
      ...(row.actor_type === 'token' && { token_id: row.actor_id }),
      ...(row.token_name !== null && { token_name: row.token_name }),
    },
    oldValue: row.before ?? '',
    newValue: row.after ?? '',
    oldValueJson: row.before === null ? null : JSON.parse(row.before),
    newValueJson: row.after === null ? null : JSON.parse(row.after),
    owner: { id: row.account_id ?? row.actor_id },
    resource: { id: row.resource_id, type: row.resource },
    when: toMicrosecondText(row.created_at),
  };
}

function actorOf(row: AuditRow) {
  if (row.actor_type === 'system') return { type: 'Cloudflare' };
  const id = row.actor_type === 'user' ? row.actor_id : row.owner_id;
  return { type: 'user', ...(id !== null && { id }) };
}
