import type { TextSealer } from '../../../kernel/sealed-text.ts';
import { fromColumns, type StoredDocument, toColumns } from '../../../resources/document-store.ts';
import type { ResourceStore } from '../../../resources/resource-model.ts';
import type { AccountScope } from '../../../resources/scope.ts';
import type {
  Db,
  NotificationPagerdutyTable,
  NotificationsTables,
} from '../notifications-tables.ts';

export interface PagerdutyDocument {
  readonly name: string;
  /** Empty if this node cannot decrypt it. */
  readonly integration_key: string;
}

/** A service of PagerDuty. */
export interface PagerdutyService extends StoredDocument<PagerdutyDocument> {
  readonly accountId: string;
}

/** Services of PagerDuty, with encrypted keys. */
export class PagerdutyStore
  implements ResourceStore<PagerdutyService, AccountScope, NotificationsTables>
{
  readonly #sealer: TextSealer;

  constructor(sealer: TextSealer) {
    this.#sealer = sealer;
  }

  async find(
    db: Db,
    { accountId }: AccountScope,
    id: string,
  ): Promise<PagerdutyService | undefined> {
    const row = await owned(db, accountId).selectAll().where('id', '=', id).executeTakeFirst();
    return row && this.#serviceOf(row);
  }

  /** In the order in which they were created. */
  async list(db: Db, { accountId }: AccountScope): Promise<PagerdutyService[]> {
    const rows = await owned(db, accountId)
      .selectAll()
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.map((row) => this.#serviceOf(row));
  }

  async count(db: Db, { accountId }: AccountScope): Promise<number> {
    const { count } = await owned(db, accountId)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  async insert(db: Db, service: PagerdutyService): Promise<void> {
    await db.insertInto('notification_pagerduty').values(this.#rowOf(service)).execute();
  }

  async update(db: Db, service: PagerdutyService): Promise<void> {
    const { integration_key, ...row } = this.#rowOf(service);
    // A key that this node cannot decrypt stays unchanged, for nodes that can.
    const isReadable = service.document.integration_key !== '';
    await db
      .updateTable('notification_pagerduty')
      .set(isReadable ? { ...row, integration_key } : row)
      .where('id', '=', row.id)
      .execute();
  }

  async delete(db: Db, id: string): Promise<void> {
    await db.deleteFrom('notification_pagerduty').where('id', '=', id).execute();
  }

  #serviceOf(row: NotificationPagerdutyTable): PagerdutyService {
    const stored = fromColumns<Pick<PagerdutyDocument, 'name'>>(row);
    const key = this.#sealer.open(row.integration_key, contextOf(row.id)) ?? '';
    return {
      ...stored,
      accountId: row.account_id,
      document: { ...stored.document, integration_key: key },
    };
  }

  #rowOf(service: PagerdutyService): NotificationPagerdutyTable {
    const { integration_key: key, ...document } = service.document;
    return {
      ...toColumns({ ...service, document }),
      account_id: service.accountId,
      integration_key: this.#sealer.seal(key, contextOf(service.id)),
    };
  }
}

function owned(db: Db, accountId: string) {
  return db.selectFrom('notification_pagerduty').where('account_id', '=', accountId);
}

const contextOf = (id: string) => `notification pagerduty ${id}`;
