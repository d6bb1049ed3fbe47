import type { CreateTableBuilder } from 'kysely';
import { createIndexes, type Migration } from '../../../storage/migrator.ts';

const scores = [
  'js_integrity_score',
  'magecart_score',
  'malware_score',
  'cryptomining_score',
  'obfuscation_score',
  'dataflow_score',
] as const;

/**
 * Items have no foreign key to their zone, since deleting a zone must not wait for a million items. The trim job
 * removes the items of deleted zones. Entries have none to their feed either: a feed is removed at once, its million entries in
 * small steps. Violations are deleted with their policy. Notes outlive their item, which has the same id if it is observed again.
 */
export const pageMonitoringBaseline: Migration = {
  name: 'page-monitoring/0001-baseline',
  async up(db, { text, bigint, sequence }) {
    await db.schema
      .createTable('page_settings')
      .addColumn('zone_id', text, (c) => c.primaryKey().references('zones.id').onDelete('cascade'))
      .addColumn('enabled', 'integer', (c) => c.notNull())
      .addColumn('shared_endpoint', 'integer', (c) => c.notNull())
      .addColumn('connection_paths', 'integer', (c) => c.notNull())
      .addColumn('updated_at', bigint, (c) => c.notNull())
      .execute();

    await db.schema
      .createTable('page_policies')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('zone_id', text, (c) => c.notNull().references('zones.id').onDelete('cascade'))
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('description', text, (c) => c.notNull())
      .addColumn('action', text, (c) => c.notNull())
      .addColumn('expression', text, (c) => c.notNull())
      .addColumn('value', text, (c) => c.notNull())
      .addColumn('enabled', 'integer', (c) => c.notNull())
      .addColumn('enabled_as_text', 'integer', (c) => c.notNull())
      .addColumn('created_at', bigint, (c) => c.notNull())
      .addUniqueConstraint('page_policies_order', ['zone_id', 'position'])
      .execute();

    await db.schema
      .createTable('page_items')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('zone_id', text, (c) => c.notNull())
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('host', text, (c) => c.notNull())
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('url_host', text, (c) => c.notNull())
      .addColumn('class', 'integer', (c) => c.notNull())
      .addColumn('reports', bigint, (c) => c.notNull())
      .addColumn('added_at', bigint, (c) => c.notNull())
      .addColumn('first_seen_at', bigint, (c) => c.notNull())
      .addColumn('last_seen_at', bigint, (c) => c.notNull())
      .addColumn('expires_at', bigint, (c) => c.notNull())
      .addColumn('first_page_url', text, (c) => c.notNull())
      .addColumn('page_urls_json', text, (c) => c.notNull())
      .addColumn('domain_threats_json', text)
      .addColumn('url_threats_json', text)
      .addColumn('fetch_at', bigint)
      .execute();
    await createIndexes(db, 'page_items', {
      page_items_by_last_seen: ['zone_id', 'kind', 'class', 'last_seen_at', 'id'],
      page_items_by_first_seen: ['zone_id', 'kind', 'class', 'first_seen_at', 'id'],
      page_items_by_host: ['zone_id', 'kind', 'host', 'class', 'last_seen_at', 'id'],
      page_items_by_domain: ['zone_id', 'kind', 'url_host'],
      page_items_by_expiry: ['expires_at'],
      page_items_by_fetch: ['fetch_at'],
    });

    await withScores(db.schema.createTable('page_scripts'))
      .addColumn('item_id', text, (c) =>
        c.primaryKey().references('page_items.id').onDelete('cascade'),
      )
      .addColumn('hash', text)
      .addColumn('fetched_at', bigint, (c) => c.notNull())
      .addColumn('copy_key', text)
      .addColumn('reasons_json', text)
      // Beside the key, so that an index finds the one script that represents a million copies.
      .addColumn('is_copy', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    await createIndexes(db, 'page_scripts', { page_scripts_by_standing: ['copy_key', 'is_copy'] });

    await withScores(db.schema.createTable('page_script_versions'))
      .addColumn('item_id', text, (c) =>
        c.notNull().references('page_items.id').onDelete('cascade'),
      )
      .addColumn('number', 'integer', (c) => c.notNull())
      .addColumn('hash', text, (c) => c.notNull())
      .addColumn('fetched_at', bigint, (c) => c.notNull())
      .addPrimaryKeyConstraint('page_script_versions_key', ['item_id', 'number'])
      .execute();

    await db.schema
      .createTable('page_cookies')
      .addColumn('item_id', text, (c) =>
        c.primaryKey().references('page_items.id').onDelete('cascade'),
      )
      .addColumn('type', text, (c) => c.notNull())
      .addColumn('domain', text, (c) => c.notNull())
      .addColumn('path', text, (c) => c.notNull())
      .addColumn('same_site', text)
      .addColumn('secure', 'integer')
      .addColumn('http_only', 'integer')
      .addColumn('expires_at', bigint)
      .addColumn('max_age', bigint)
      .execute();

    await db.schema
      .createTable('page_violation_counts')
      .addColumn('policy_id', text, (c) =>
        c.notNull().references('page_policies.id').onDelete('cascade'),
      )
      .addColumn('hour_at', bigint, (c) => c.notNull())
      .addColumn('resource_type', text, (c) => c.notNull())
      .addColumn('count', bigint, (c) => c.notNull())
      .addPrimaryKeyConstraint('page_violation_counts_key', [
        'policy_id',
        'hour_at',
        'resource_type',
      ])
      .execute();
    await createIndexes(db, 'page_violation_counts', {
      page_violation_counts_by_time: ['hour_at'],
    });

    await db.schema
      .createTable('page_violation_samples')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('policy_id', text, (c) =>
        c.notNull().references('page_policies.id').onDelete('cascade'),
      )
      .addColumn('directive', text, (c) => c.notNull())
      .addColumn('url', text, (c) => c.notNull())
      .addColumn('url_host', text, (c) => c.notNull())
      .addColumn('resource_type', text, (c) => c.notNull())
      .addColumn('action', text, (c) => c.notNull())
      .addColumn('host', text, (c) => c.notNull())
      .addColumn('page_url', text, (c) => c.notNull())
      .addColumn('count', bigint, (c) => c.notNull())
      .addColumn('first_seen_at', bigint, (c) => c.notNull())
      .addColumn('last_seen_at', bigint, (c) => c.notNull())
      .execute();
    await createIndexes(db, 'page_violation_samples', {
      page_violation_samples_by_policy: ['policy_id', 'last_seen_at'],
      page_violation_samples_by_time: ['last_seen_at'],
    });

    await db.schema
      .createTable('page_notes')
      .addColumn('item_id', text, (c) => c.primaryKey())
      .addColumn('zone_id', text, (c) => c.notNull().references('zones.id').onDelete('cascade'))
      .addColumn('owner', text, (c) => c.notNull())
      .addColumn('justification', text, (c) => c.notNull())
      .addColumn('decision', text, (c) => c.notNull())
      .addColumn('decided_by', text)
      .addColumn('decided_at', bigint)
      .addColumn('updated_by', text, (c) => c.notNull())
      .addColumn('updated_at', bigint, (c) => c.notNull())
      .addColumn('decided_hash', text)
      .execute();
    await createIndexes(db, 'page_notes', { page_notes_by_zone: ['zone_id'] });

    await db.schema
      .createTable('threat_feeds')
      .addColumn('id', bigint, sequence)
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('state', text, (c) => c.notNull())
      .addColumn('source', text, (c) => c.notNull())
      .addColumn('format', text, (c) => c.notNull())
      .addColumn('entries', bigint, (c) => c.notNull())
      .addColumn('content_hash', text, (c) => c.notNull())
      .addColumn('imported_at', bigint, (c) => c.notNull())
      .addColumn('imported_by', text, (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('threat_entries')
      .addColumn('feed_id', bigint, (c) => c.notNull())
      .addColumn('value', text, (c) => c.notNull())
      .addColumn('categories', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('threat_entries_key', ['feed_id', 'value'])
      .execute();

    await db.schema
      .createTable('page_visitor_hashes')
      .addColumn('item_id', text, (c) =>
        c.notNull().references('page_items.id').onDelete('cascade'),
      )
      .addColumn('hash', text, (c) => c.notNull())
      .addColumn('seen_at', bigint, (c) => c.notNull())
      .addColumn('is_told', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('page_visitor_hashes_key', ['item_id', 'hash'])
      .execute();
    await createIndexes(db, 'page_visitor_hashes', { page_visitor_hashes_by_time: ['seen_at'] });
  },
};

function withScores(table: CreateTableBuilder<string>) {
  let result = table;
  for (const score of scores) result = result.addColumn(score, 'integer');
  return result;
}
