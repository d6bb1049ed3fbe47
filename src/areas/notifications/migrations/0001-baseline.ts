import { createIndexes, type Migration } from '../../../storage/migrator.ts';

export const notificationsBaseline: Migration = {
  name: 'notifications/0001-baseline',
  async up(db, { text, bigint }) {
    const owned = (table: string) =>
      db.schema
        .createTable(table)
        .addColumn('id', text, (c) => c.primaryKey())
        .addColumn('account_id', text, (c) =>
          c.notNull().references('accounts.id').onDelete('cascade'),
        );
    const documents = (table: string) =>
      owned(table)
        .addColumn('document_json', text, (c) => c.notNull())
        .addColumn('created_at', bigint, (c) => c.notNull())
        .addColumn('modified_at', bigint, (c) => c.notNull());

    await documents('notification_policies')
      .addColumn('alert_type', text, (c) => c.notNull())
      .addColumn('enabled', 'integer', (c) => c.notNull())
      .execute();
    await createIndexes(db, 'notification_policies', {
      notification_policies_by_type: ['account_id', 'alert_type', 'enabled'],
    });
    await db.schema
      .createTable('notification_policy_mechanisms')
      .addColumn('policy_id', text, (c) =>
        c.notNull().references('notification_policies.id').onDelete('cascade'),
      )
      .addColumn('type', text, (c) => c.notNull())
      .addColumn('mechanism', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('notification_policy_mechanisms_key', [
        'policy_id',
        'type',
        'mechanism',
      ])
      .execute();
    await createIndexes(db, 'notification_policy_mechanisms', {
      notification_policy_mechanisms_by_mechanism: ['mechanism', 'type'],
    });

    await documents('notification_webhooks')
      .addColumn('url', text, (c) => c.notNull())
      .addColumn('secret', text)
      .addColumn('type', text, (c) => c.notNull())
      .addColumn('last_success', bigint)
      .addColumn('last_failure', bigint)
      .execute();
    await documents('notification_pagerduty')
      .addColumn('integration_key', text, (c) => c.notNull())
      .execute();
    for (const table of ['notification_webhooks', 'notification_pagerduty']) {
      await createIndexes(db, table, {
        [`${table}_by_account`]: ['account_id', 'created_at', 'id'],
      });
    }

    await owned('notification_silences')
      .addColumn('policy_id', text, (c) =>
        c.notNull().references('notification_policies.id').onDelete('cascade'),
      )
      .addColumn('start_at', bigint, (c) => c.notNull())
      .addColumn('end_at', bigint, (c) => c.notNull())
      .addColumn('created_at', bigint, (c) => c.notNull())
      .addColumn('updated_at', bigint, (c) => c.notNull())
      .execute();
    await createIndexes(db, 'notification_silences', {
      notification_silences_by_policy: ['policy_id', 'end_at'],
      notification_silences_by_account: ['account_id', 'created_at', 'id'],
    });

    await db.schema
      .createTable('notification_entries')
      .addColumn('alert_id', text, (c) => c.notNull())
      .addColumn('recipient', text, (c) => c.notNull())
      .addColumn('account_id', text, (c) =>
        c.notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('alert_type', text, (c) => c.notNull())
      .addColumn('subject', text, (c) => c.notNull())
      .addColumn('alert_json', text, (c) => c.notNull())
      .addColumn('at', bigint, (c) => c.notNull())
      .addColumn('recorded_at', bigint, (c) => c.notNull())
      .addColumn('state', text, (c) => c.notNull())
      .addColumn('message_id', text)
      .addColumn('due_at', bigint)
      .addPrimaryKeyConstraint('notification_entries_key', ['alert_id', 'recipient'])
      .execute();
    await createIndexes(db, 'notification_entries', {
      notification_entries_by_subject: ['recipient', 'subject', 'state', 'recorded_at'],
      notification_entries_by_age: ['recorded_at'],
    });

    await owned('notification_messages')
      .addColumn('policy_id', text)
      .addColumn('alert_type', text, (c) => c.notNull())
      .addColumn('recipient', text, (c) => c.notNull())
      .addColumn('subject', text, (c) => c.notNull())
      .addColumn('message_json', text, (c) => c.notNull())
      .addColumn('created_at', bigint, (c) => c.notNull())
      .execute();
    await createIndexes(db, 'notification_messages', {
      notification_messages_by_subject: ['recipient', 'subject', 'created_at'],
      notification_messages_by_age: ['account_id', 'created_at'],
    });

    await owned('notification_deliveries')
      .addColumn('message_id', text, (c) =>
        c.notNull().references('notification_messages.id').onDelete('cascade'),
      )
      .addColumn('policy_id', text)
      .addColumn('alert_type', text, (c) => c.notNull())
      .addColumn('mechanism_type', text, (c) => c.notNull())
      .addColumn('mechanism', text, (c) => c.notNull())
      .addColumn('state', text, (c) => c.notNull())
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .addColumn('error', text)
      .addColumn('created_at', bigint, (c) => c.notNull())
      .addColumn('ended_at', bigint)
      .execute();
    await createIndexes(db, 'notification_deliveries', {
      notification_deliveries_by_account: ['account_id', 'created_at', 'id'],
      notification_deliveries_by_policy_id: ['account_id', 'policy_id', 'created_at', 'id'],
      notification_deliveries_by_alert_type: ['account_id', 'alert_type', 'created_at', 'id'],
      notification_deliveries_by_mechanism_type: [
        'account_id',
        'mechanism_type',
        'created_at',
        'id',
      ],
      notification_deliveries_by_state: ['account_id', 'state', 'created_at', 'id'],
      notification_deliveries_by_age: ['state', 'mechanism_type', 'created_at'],
      notification_deliveries_by_message: ['message_id'],
    });
  },
};
