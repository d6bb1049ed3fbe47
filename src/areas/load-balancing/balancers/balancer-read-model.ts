import { offsetOf, type Page, type PageRequest, pageOf } from '../../../kernel/page.ts';
import type { LoadBalancingDatabase } from '../load-balancing-tables.ts';
import type { BalancerRecord } from './balancer-schema.ts';
import { mapBalancer } from './balancer-store.ts';

export class BalancerReadModel {
  readonly #database: LoadBalancingDatabase;

  constructor(database: LoadBalancingDatabase) {
    this.#database = database;
  }

  /** In the order of names. */
  async list(zoneId: string, request: PageRequest): Promise<Page<BalancerRecord>> {
    const ofZone = this.#database.read.selectFrom('load_balancers').where('zone_id', '=', zoneId);
    const rows = await ofZone
      .selectAll()
      .orderBy('name')
      .limit(request.perPage)
      .offset(offsetOf(request))
      .execute();
    const { total } = await ofZone
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return pageOf(rows.map(mapBalancer), total, request);
  }
}
