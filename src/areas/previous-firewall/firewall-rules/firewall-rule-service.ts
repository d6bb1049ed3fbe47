import type { Transaction } from 'kysely';
import type { Actor } from '../../../contracts/actor.ts';
import type { ResourceServiceOptions } from '../../../resources/resource-service.ts';
import type { ZoneScope } from '../../../resources/scope.ts';
import { BatchService } from '../batch-service.ts';
import { type BodyItem, inItem } from '../body-items.ts';
import type { Filter, FilterDocument } from '../filters/filter-model.ts';
import type { FilterService } from '../filters/filter-service.ts';
import type { PreviousFirewallTables } from '../previous-firewall-tables.ts';
import { firewallRuleKind, invalid } from './firewall-rule-kind.ts';
import type { FirewallRule, FirewallRuleDocument } from './firewall-rule-model.ts';

/** A rule that refers to a filter, or that contains a new one. */
export interface NewFirewallRule extends Omit<FirewallRuleDocument, 'filter'> {
  readonly filter: Partial<FilterDocument> & { readonly id?: string };
}

type Tx = Transaction<PreviousFirewallTables>;

export class FirewallRuleService extends BatchService<FirewallRule> {
  readonly #filters: FilterService;

  constructor(options: ResourceServiceOptions<PreviousFirewallTables>, filters: FilterService) {
    super(options, firewallRuleKind(filters.kind.store));
    this.#filters = filters;
  }

  async createAll(
    actor: Actor,
    zone: ZoneScope,
    items: readonly BodyItem<NewFirewallRule>[],
  ): Promise<FirewallRule[]> {
    return await this.transact(zone, async (tx) => {
      const filters: Filter[] = [];
      const rules: FirewallRule[] = [];
      for (const { pointer, value } of items) {
        const rule = await inItem(pointer, async () => {
          const { id = await this.#newFilter(tx, zone, value, filters) } = value.filter;
          return await this.insert(tx, zone, { ...value, filter: { id } });
        });
        rules.push(rule);
      }
      for (const filter of filters) {
        await this.#filters.announce(tx, actor, zone, undefined, filter);
      }
      for (const rule of rules) await this.announce(tx, actor, zone, undefined, rule);
      return rules;
    });
  }

  /** Stores the filter that a rule contains, adds it to `filters`, and returns its id. */
  async #newFilter(
    tx: Tx,
    zone: ZoneScope,
    { filter: { id: _none, expression, ...rest } }: NewFirewallRule,
    filters: Filter[],
  ): Promise<string> {
    if (expression === undefined) {
      throw invalid('a filter needs its "id", or the "expression" of a new one', '/filter');
    }
    const document = { ...rest, expression };
    const insert = () => this.#filters.insertNext(tx, zone, document, filters);
    return (await inItem('/filter', insert)).id;
  }
}
