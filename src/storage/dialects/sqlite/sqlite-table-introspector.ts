import {
  type DatabaseMetadataOptions,
  DEFAULT_MIGRATION_LOCK_TABLE,
  DEFAULT_MIGRATION_TABLE,
  type Kysely,
  SqliteIntrospector,
  sql,
  type TableMetadata,
} from 'kysely';

/** Lists tables without their columns, which the migrator does not need. Reading them would take most of its time. */
export class SqliteTableIntrospector extends SqliteIntrospector {
  readonly #db: Kysely<unknown>;

  constructor(db: Kysely<unknown>) {
    super(db);
    this.#db = db;
  }

  override async getTables(options?: DatabaseMetadataOptions): Promise<TableMetadata[]> {
    const { rows } = await sql<{ name: string; type: string }>`
      select name, type from sqlite_schema
      where type in ('table', 'view') and name not like 'sqlite_%' order by name
    `.execute(this.#db);
    return rows
      .filter(({ name }) => options?.withInternalKyselyTables || !internal.has(name))
      .map(({ name, type }) => ({ name, isView: type === 'view', columns: [] }));
  }
}

const internal = new Set([DEFAULT_MIGRATION_TABLE, DEFAULT_MIGRATION_LOCK_TABLE]);
