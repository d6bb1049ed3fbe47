import type { TextSealer } from '../../../kernel/sealed-text.ts';
import { fromColumns, toColumns } from '../../../resources/document-store.ts';
import type { ResourceStore } from '../../../resources/resource-model.ts';
import type { AccountScope } from '../../../resources/scope.ts';
import type {
  Db,
  NotificationsTables,
  NotificationWebhookTable,
  Tx,
} from '../notifications-tables.ts';
import { type Webhook, webhookType } from './webhook-model.ts';

/** Webhooks, with encrypted addresses and secrets. */
export class WebhookStore implements ResourceStore<Webhook, AccountScope, NotificationsTables> {
  readonly #sealer: TextSealer;

  constructor(sealer: TextSealer) {
    this.#sealer = sealer;
  }

  async find(db: Db, { accountId }: AccountScope, id: string): Promise<Webhook | undefined> {
    const row = await owned(db, accountId).selectAll().where('id', '=', id).executeTakeFirst();
    return row && this.#webhookOf(row);
  }

  /** In the order in which they were created. */
  async list(db: Db, { accountId }: AccountScope): Promise<Webhook[]> {
    const rows = await owned(db, accountId)
      .selectAll()
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.map((row) => this.#webhookOf(row));
  }

  async count(db: Db, { accountId }: AccountScope): Promise<number> {
    const { count } = await owned(db, accountId)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  async insert(db: Db, webhook: Webhook): Promise<void> {
    await db.insertInto('notification_webhooks').values(this.#rowOf(webhook)).execute();
  }

  async update(db: Db, webhook: Webhook): Promise<void> {
    const {
      // `recordCall` writes these.
      last_success: _,
      last_failure: __,
      url,
      secret,
      type,
      ...row
    } = this.#rowOf(webhook);
    // Values that this node cannot decrypt stay unchanged, for nodes that have the key.
    const isReadable = webhook.document.url !== '';
    await db
      .updateTable('notification_webhooks')
      .set(isReadable ? { ...row, url, secret, type } : row)
      .where('id', '=', row.id)
      .execute();
  }

  async delete(db: Db, id: string): Promise<void> {
    await db.deleteFrom('notification_webhooks').where('id', '=', id).execute();
  }

  /** Stores when a call succeeded or failed. The webhook may have been deleted in the meantime. */
  async recordCall(tx: Tx, id: string, at: number, isSuccess: boolean): Promise<void> {
    await tx
      .updateTable('notification_webhooks')
      .set(isSuccess ? { last_success: at } : { last_failure: at })
      .where('id', '=', id)
      .execute();
  }

  #webhookOf(row: NotificationWebhookTable): Webhook {
    const stored = fromColumns<{ readonly name: string }>(row);
    const url = this.#sealer.open(row.url, contextOf(row.id, 'url')) ?? '';
    const secret =
      row.secret === null ? undefined : this.#sealer.open(row.secret, contextOf(row.id, 'secret'));
    return {
      ...stored,
      accountId: row.account_id,
      document: { ...stored.document, url, ...(secret !== undefined && { secret }) },
      lastSuccess: row.last_success,
      lastFailure: row.last_failure,
    };
  }

  #rowOf(webhook: Webhook): NotificationWebhookTable {
    const { id, document } = webhook;
    const { url, secret, ...shown } = document;
    return {
      ...toColumns({ ...webhook, document: shown }),
      account_id: webhook.accountId,
      url: this.#sealer.seal(url, contextOf(id, 'url')),
      secret: secret === undefined ? null : this.#sealer.seal(secret, contextOf(id, 'secret')),
      type: webhookType(url),
      last_success: webhook.lastSuccess,
      last_failure: webhook.lastFailure,
    };
  }
}

function owned(db: Db, accountId: string) {
  return db.selectFrom('notification_webhooks').where('account_id', '=', accountId);
}

const contextOf = (id: string, column: string) => `notification webhook ${id} ${column}`;
