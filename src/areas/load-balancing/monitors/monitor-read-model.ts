import { offsetOf, type Page, type PageRequest, pageOf } from '../../../kernel/page.ts';
import type { LoadBalancingDatabase } from '../load-balancing-tables.ts';
import type { MonitorRecord } from './monitor-schema.ts';
import { mapMonitor } from './monitor-store.ts';

export class MonitorReadModel {
  readonly #database: LoadBalancingDatabase;

  constructor(database: LoadBalancingDatabase) {
    this.#database = database;
  }

  /** The oldest first. */
  async list(accountId: string, request: PageRequest): Promise<Page<MonitorRecord>> {
    const ofAccount = this.#database.read
      .selectFrom('monitors')
      .where('account_id', '=', accountId);
    const rows = await ofAccount
      .selectAll()
      .orderBy('created_at')
      .orderBy('id')
      .limit(request.perPage)
      .offset(offsetOf(request))
      .execute();
    const { total } = await ofAccount
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return pageOf(rows.map(mapMonitor), total, request);
  }
}
