import type { Actor } from '../../../contracts/actor.ts';
import type { ResourceServiceOptions } from '../../../resources/resource-service.ts';
import type { ZoneScope } from '../../../resources/scope.ts';
import { BatchService } from '../batch-service.ts';
import { type BodyItem, inItem } from '../body-items.ts';
import type { ConditionLanguage } from '../condition-language.ts';
import type { PreviousFirewallTables } from '../previous-firewall-tables.ts';
import { filterKind } from './filter-kind.ts';
import type { Filter, FilterDocument } from './filter-model.ts';

export class FilterService extends BatchService<Filter> {
  constructor(
    options: ResourceServiceOptions<PreviousFirewallTables>,
    conditions: ConditionLanguage,
  ) {
    super(options, filterKind(conditions));
  }

  async createAll(
    actor: Actor,
    zone: ZoneScope,
    items: readonly BodyItem<FilterDocument>[],
  ): Promise<Filter[]> {
    return await this.transact(zone, async (tx) => {
      const filters: Filter[] = [];
      for (const { pointer, value } of items) {
        filters.push(await inItem(pointer, () => this.insert(tx, zone, value)));
      }
      for (const filter of filters) await this.announce(tx, actor, zone, undefined, filter);
      return filters;
    });
  }
}
