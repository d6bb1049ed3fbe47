import { auditProducts } from '../../../catalogs/audit-products.ts';
import { Type } from '../../../kernel/schema.ts';
import { toMicrosecondText } from '../../../kernel/timestamp.ts';
import type { AuditLogRow } from './audit-log-read-model.ts';

const Text = Type.Optional(Type.String());

/** An entry of the audit log in the newer form. */
export const AuditLogResponse = Type.Object({
  id: Type.String(),
  account: Type.Object({ id: Type.String(), name: Text }),
  action: Type.Object({
    type: Type.String(),
    description: Type.String(),
    result: Type.String(),
    time: Type.String(),
  }),
  actor: Type.Object({
    id: Text,
    type: Type.Enum(['account', 'system', 'user']),
    context: Type.Optional(Type.Enum(['api_key', 'api_token'])),
    email: Text,
    ip_address: Text,
    token_id: Text,
    token_name: Text,
  }),
  /** The call of the API; left out for changes without one. `cf_ray_id` is the `X-Request-Id` of its response. */
  raw: Type.Optional(
    Type.Object({
      cf_ray_id: Type.String(),
      method: Type.String(),
      status_code: Type.Integer(),
      uri: Type.String(),
    }),
  ),
  resource: Type.Object({
    id: Type.String(),
    product: Text,
    type: Type.String(),
    scope: Type.Enum(['accounts', 'zones']),
    /** The values before and after the change; null where there was nothing. A Palisade extension. */
    before: Type.Unknown(),
    after: Type.Unknown(),
  }),
  zone: Type.Optional(Type.Object({ id: Type.String(), name: Text })),
});

export function auditLogResponse(row: AuditLogRow) {
  const product = auditProducts.find(({ resources }) => resources.includes(row.resource));
  return {
    id: row.id,
    account: { id: row.account_id ?? '', ...(row.account_name && { name: row.account_name }) },
    action: {
      type: row.action,
      description: `${row.action} ${row.resource.replaceAll('_', ' ')}`,
      // Refused changes have no audit entry.
      result: 'success',
      time: toMicrosecondText(row.created_at),
    },
    actor: {
      ...actorOf(row),
      ...(row.actor_email !== null && { email: row.actor_email }),
      ...(row.actor_ip !== null && { ip_address: row.actor_ip }),
    },
    ...(row.call_id !== null && {
      raw: {
        cf_ray_id: row.call_id,
        method: row.call_method,
        status_code: row.call_status,
        uri: row.call_path,
      },
    }),
    resource: {
      id: row.resource_id,
      ...(product && { product: product.value }),
      type: row.resource,
      scope: row.zone_id === null ? 'accounts' : 'zones',
      before: row.before === null ? null : JSON.parse(row.before),
      after: row.after === null ? null : JSON.parse(row.after),
    },
    ...(row.zone_id !== null && {
      zone: { id: row.zone_id, ...(row.zone_name && { name: row.zone_name }) },
    }),
  };
}

/** The owner of a deleted token is unknown. */
function actorOf(row: AuditLogRow) {
  if (row.actor_type === 'system') return { type: 'system' };
  if (row.actor_type === 'user') return { type: 'user', id: row.actor_id, context: 'api_key' };
  return {
    type: row.owner_type === 'account' ? 'account' : 'user',
    ...(row.owner_id && { id: row.owner_id }),
    context: 'api_token',
    token_id: row.actor_id,
    ...(row.token_name && { token_name: row.token_name }),
  };
}
