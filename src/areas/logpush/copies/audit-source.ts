import type { Selectable } from 'kysely';
import { auditLogs } from '../../../catalogs/datasets/audit-logs.ts';
import type { AuditLogLine } from '../../../contracts/events/audit-log-line.ts';
import type { AuditEntryTable } from '../../../storage/core-tables.ts';
import type { LogpushDatabase } from '../logpush-tables.ts';
import type { CopySource } from './copy-job.ts';

/** Audit entries as lines of the dataset `audit_logs`. */
export function auditSource(database: LogpushDatabase): CopySource {
  const entries = () => database.read.selectFrom('audit_entries');
  return {
    name: auditLogs.name,
    topic: auditLogs.topic,
    async last() {
      const row = await entries().select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst();
      return row?.seq ?? 0;
    },
    async read({ after, upTo, since, accountIds, limit }) {
      const rows = await entries()
        .selectAll()
        .where('seq', '>', after)
        .where('seq', '<=', upTo)
        .where('created_at', '>=', since)
        .where('account_id', 'in', [...accountIds])
        .orderBy('seq')
        .limit(limit)
        .execute();
      return rows.map((row) => ({ seq: row.seq, line: lineOf(row) }));
    },
  };
}

function lineOf(row: Selectable<AuditEntryTable>): AuditLogLine {
  return {
    accountId: row.account_id,
    fields: {
      ActionResult: true,
      ActionType: row.action,
      ActorEmail: row.actor_email ?? '',
      ActorID: row.actor_id,
      ActorIP: row.actor_ip ?? '',
      ActorType: row.actor_type,
      ID: row.id,
      Interface: 'API',
      Metadata: row.zone_id === null ? {} : { zone_id: row.zone_id },
      NewValue: objectOf(row.after),
      OldValue: objectOf(row.before),
      OwnerID: row.account_id ?? '',
      ResourceID: row.resource_id,
      ResourceType: row.resource,
      When: row.created_at,
    },
  };
}

function objectOf(json: string | null): Readonly<Record<string, unknown>> {
  const value: unknown = json === null ? {} : JSON.parse(json);
  // Fields must be objects, so other values, such as a list of deleted items, are wrapped in one.
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : { value };
}
