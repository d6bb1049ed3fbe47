import type { Migration } from '../../../storage/migrator.ts';

export const notificationTables: Migration = {
  name: 'notifications/0001-notification-tables',
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
    await db.schema
      .createIndex('notification_policies_by_type')
      .on('notification_policies')
      .columns(['account_id', 'alert_type', 'enabled'])
      .execute();
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
    await db.schema
      .createIndex('notification_policy_mechanisms_by_mechanism')
      .on('notification_policy_mechanisms')
      .columns(['mechanism', 'type'])
      .execute();

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
      await db.schema
        .createIndex(`${table}_by_account`)
        .on(table)
        .columns(['account_id', 'created_at', 'id'])
        .execute();
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
    await db.schema
      .createIndex('notification_silences_by_policy')
      .on('notification_silences')
      .columns(['policy_id', 'end_at'])
      .execute();
    await db.schema
      .createIndex('notification_silences_by_account')
      .on('notification_silences')
      .columns(['account_id', 'created_at', 'id'])
      .execute();

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
    await db.schema
      .createIndex('notification_entries_by_subject')
      .on('notification_entries')
      .columns(['recipient', 'subject', 'state', 'recorded_at'])
      .execute();
    await db.schema
      .createIndex('notification_entries_by_age')
      .on('notification_entries')
      .columns(['recorded_at'])
      .execute();

    await owned('notification_messages')
      .addColumn('policy_id', text)
      .addColumn('alert_type', text, (c) => c.notNull())
      .addColumn('recipient', text, (c) => c.notNull())
      .addColumn('subject', text, (c) => c.notNull())
      .addColumn('message_json', text, (c) => c.notNull())
      .addColumn('created_at', bigint, (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('notification_messages_by_subject')
      .on('notification_messages')
      .columns(['recipient', 'subject', 'created_at'])
      .execute();
    await db.schema
      .createIndex('notification_messages_by_age')
      .on('notification_messages')
      .columns(['account_id', 'created_at'])
      .execute();

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
    const filters = [[], ['policy_id'], ['alert_type'], ['mechanism_type'], ['state']];
    for (const filter of filters) {
      await db.schema
        .createIndex(`notification_deliveries_by_${filter[0] ?? 'account'}`)
        .on('notification_deliveries')
        .columns(['account_id', ...filter, 'created_at', 'id'])
        .execute();
    }
    await db.schema
      .createIndex('notification_deliveries_by_age')
      .on('notification_deliveries')
      .columns(['state', 'mechanism_type', 'created_at'])
      .execute();
    await db.schema
      .createIndex('notification_deliveries_by_message')
      .on('notification_deliveries')
      .columns(['message_id'])
      .execute();
  },
};
