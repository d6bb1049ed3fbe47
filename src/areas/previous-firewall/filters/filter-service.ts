import type { Transaction } from 'kysely';
import type { Actor } from '../../../contracts/actor.ts';
import { ApiError } from '../../../http/api-error.ts';
import type { ResourceServiceOptions } from '../../../resources/resource-service.ts';
import type { ZoneScope } from '../../../resources/scope.ts';
import type { ListReferenceWritePort } from '../../rulesets/lists/list-reference-write-port.ts';
import { BatchService } from '../batch-service.ts';
import { type BodyItem, inItem } from '../body-items.ts';
import type { ConditionLanguage } from '../condition-language.ts';
import type { PreviousFirewallTables } from '../previous-firewall-tables.ts';
import { filterKind } from './filter-kind.ts';
import type { Filter, FilterDocument } from './filter-model.ts';
import type { FilterStore } from './filter-store.ts';

type Tx = Transaction<PreviousFirewallTables>;

export class FilterService extends BatchService<Filter> {
  readonly #lists: ListReferenceWritePort;

  constructor(
    options: ResourceServiceOptions<PreviousFirewallTables>,
    store: FilterStore,
    conditions: ConditionLanguage,
    lists: ListReferenceWritePort,
  ) {
    super(options, filterKind(store, conditions, lists));
    this.#lists = lists;
  }

  override async insert(tx: Tx, zone: ZoneScope, document: FilterDocument): Promise<Filter> {
    const filter = await super.insert(tx, zone, document);
    await this.#saveReferences(tx, zone, filter);
    return filter;
  }

  /** Inserts a filter of a call that creates several, and adds it to those that it has created. */
  async insertNext(
    tx: Tx,
    zone: ZoneScope,
    document: FilterDocument,
    created: Filter[],
  ): Promise<Filter> {
    if (created.some((filter) => filter.document.expression === document.expression)) {
      throw new ApiError('filterTwiceInCall', {}, { pointer: '/expression' });
    }
    const filter = await this.insert(tx, zone, document);
    created.push(filter);
    return filter;
  }

  override async save(
    tx: Tx,
    zone: ZoneScope,
    before: Filter,
    document: FilterDocument,
  ): Promise<Filter> {
    const after = await super.save(tx, zone, before, document);
    if (after !== before) await this.#saveReferences(tx, zone, after);
    return after;
  }

  async #saveReferences(tx: Tx, { accountId }: ZoneScope, filter: Filter): Promise<void> {
    const { id, zoneId, document } = filter;
    const { expression } = document;
    await this.#lists.saveReferences(tx, { id, zoneId, accountId, expression });
  }

  async createAll(
    actor: Actor,
    zone: ZoneScope,
    items: readonly BodyItem<FilterDocument>[],
  ): Promise<Filter[]> {
    return await this.transact(zone, async (tx) => {
      const filters: Filter[] = [];
      for (const { pointer, value } of items) {
        await inItem(pointer, () => this.insertNext(tx, zone, value, filters));
      }
      for (const filter of filters) await this.announce(tx, actor, zone, undefined, filter);
      return filters;
    });
  }
}
