import type { Kysely } from 'kysely';
import { offsetOf, type Page, type PageRequest, pageOf } from '../kernel/page.ts';
import type { NewRecord, ResourceRecord, ResourceStore } from './resource-model.ts';
import { ownerId, type Scope } from './scope.ts';
import type { SecretParts } from './secret-parts.ts';

/** A document that is stored as JSON text, with the times of its first and last write. */
export interface StoredDocument<Document extends object = object> {
  readonly id: string;
  readonly createdAt: number;
  readonly modifiedAt: number;
  readonly document: Document;
}

/** Columns of such a document. The area adds columns for the owner and for searching, sorting and foreign keys. */
export interface DocumentColumns {
  id: string;
  document_json: string;
  created_at: number;
  modified_at: number;
}

export function toColumns(record: StoredDocument): DocumentColumns {
  return {
    id: record.id,
    document_json: JSON.stringify(record.document),
    created_at: record.createdAt,
    modified_at: record.modifiedAt,
  };
}

export function fromColumns<Document extends object>(
  row: DocumentColumns,
): StoredDocument<Document> {
  return {
    id: row.id,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
    document: JSON.parse(row.document_json),
  };
}

/** The record of a write. Times never go backwards, even if the clock does. */
export function nextDocument<R extends StoredDocument>({
  id,
  document,
  before,
  now,
}: NewRecord<R>): StoredDocument<R['document']> {
  return {
    id,
    createdAt: before?.createdAt ?? now,
    modifiedAt: Math.max(now, before?.modifiedAt ?? now),
    document,
  };
}

/** Columns of a document with secret parts. */
export interface SecretColumns extends DocumentColumns {
  /** The secret parts of the document, encrypted; null if there are none. */
  secrets: string | null;
}

export function toSecretColumns<Document extends object>(
  record: StoredDocument<Document>,
  secrets: SecretParts<Document>,
): SecretColumns {
  const sealed = secrets.seal(record.document, record.id);
  return { ...toColumns({ ...record, document: sealed.hidden }), secrets: sealed.secrets };
}

/** How the secrets of a row are opened; see `SecretParts`. */
export type OpenSecrets<Document> = SecretParts<Document>['open'];

export function fromSecretColumns<Document extends object>(
  row: SecretColumns,
  open: OpenSecrets<Document>,
): StoredDocument<Document> {
  const stored = fromColumns<Document>(row);
  const document = open({ hidden: stored.document, secrets: row.secrets }, row.id);
  return { ...stored, document };
}

export interface DocumentStoreOptions<R extends ResourceRecord, Table, Row> {
  readonly table: Table;
  toRow(record: R): Row;
  fromRow(row: Row): R;
}

export interface DocumentQuery<Row> extends PageRequest {
  /** Columns and the values that they must have; undefined means any value. */
  readonly where?: { readonly [Column in keyof Row]?: Row[Column] | undefined };
  /** Columns that together give a total order. */
  readonly orderBy: readonly (keyof Row & string)[];
}

export interface DocumentStore<R extends ResourceRecord, S extends Scope, Row, Tables>
  extends ResourceStore<R, S, Tables> {
  list(db: Kysely<Tables>, scope: S, query: DocumentQuery<Row>): Promise<Page<R>>;
}

const ownerColumns = { account: 'account_id', zone: 'zone_id' } as const;

/** A table of documents as the queries below see it, independent of its name and further columns. */
interface AnyTables {
  documents: DocumentColumns & { account_id: string; zone_id: string };
}

/** A store for a kind of resource with its own table, which has the column `zone_id` or `account_id`. */
export function documentStore<
  Tables,
  Table extends keyof Tables & string,
  S extends Scope,
  R extends ResourceRecord,
>({
  table,
  toRow,
  fromRow,
}: DocumentStoreOptions<R, Table, Tables[Table]>): DocumentStore<R, S, Tables[Table], Tables> {
  type Row = Tables[Table];
  // The name and the further columns of the table are known to `table`, `toRow` and `fromRow` only.
  const documents = table as unknown as 'documents';
  const open = (db: Kysely<Tables>) => db as unknown as Kysely<AnyTables>;
  const columnsOf = (record: R) => toRow(record) as AnyTables['documents'];
  const owned = (db: Kysely<Tables>, scope: S) =>
    open(db).selectFrom(documents).where(ownerColumns[scope.kind], '=', ownerId(scope));
  const counted = async (query: ReturnType<typeof owned>) => {
    const { count } = await query
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  };
  return {
    async find(db, scope, id) {
      const row = await owned(db, scope).selectAll().where('id', '=', id).executeTakeFirst();
      return row && fromRow(row as Row);
    },

    async count(db, scope) {
      return await counted(owned(db, scope));
    },

    async list(db, scope, { where = {}, orderBy, ...page }) {
      let matching = owned(db, scope);
      for (const [column, value] of Object.entries(where)) {
        if (value !== undefined) matching = matching.where(column as 'id', '=', value as string);
      }
      let query = matching.selectAll().limit(page.perPage).offset(offsetOf(page));
      for (const column of orderBy) query = query.orderBy(column as 'id');
      const rows = await query.execute();
      return pageOf(
        rows.map((row) => fromRow(row as Row)),
        await counted(matching),
        page,
      );
    },

    async insert(db, record) {
      await open(db).insertInto(documents).values(columnsOf(record)).execute();
    },

    async update(db, record) {
      const columns = columnsOf(record);
      await open(db).updateTable(documents).set(columns).where('id', '=', record.id).execute();
    },

    async delete(db, id) {
      await open(db).deleteFrom(documents).where('id', '=', id).execute();
    },
  };
}
