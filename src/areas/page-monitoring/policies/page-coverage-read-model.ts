import type { Clock } from '../../../kernel/clock.ts';
import { statusOf } from '../inventory/item-model.ts';
import { itemStore } from '../inventory/item-store.ts';
import type { PageMonitoringDatabase } from '../page-monitoring-tables.ts';
import { decisionsOn, outcomesFor, type ResourceType } from './effective-policy-model.ts';
import type { PolicyConditions } from './policy-conditions.ts';
import type { PolicyStore } from './policy-store.ts';

/** A script or connection, as alerts describe it. */
export interface CoveredResource {
  readonly type: ResourceType;
  readonly url: string;
  /** The host of the zone on which it was observed. */
  readonly host: string;
  /** The page on which it was observed first; empty if unknown. */
  readonly firstPageUrl: string;
}

/** Lookups of other areas about scripts and connections on pages. */
export interface PageCoverage {
  /**
   * Whether an enabled policy of the zone, whatever its action, allows a resource on its first page. A zone without enabled
   * policies allows nothing. A policy whose condition depends on more than the URL of the page is included, since some
   * visitors get it. Only URLs are compared: a script that a policy allows only by its hash is reported as not allowed.
   */
  allows(zoneId: string, resource: CoveredResource): Promise<boolean>;
  /** Whether an item of the inventory has the status `active`. */
  isActive(itemId: string): Promise<boolean>;
}

export class PageCoverageReadModel implements PageCoverage {
  readonly #database: PageMonitoringDatabase;
  readonly #store: PolicyStore;
  readonly #conditions: PolicyConditions;
  readonly #clock: Clock;

  constructor(
    database: PageMonitoringDatabase,
    store: PolicyStore,
    conditions: PolicyConditions,
    clock: Clock,
  ) {
    this.#database = database;
    this.#store = store;
    this.#conditions = conditions;
    this.#clock = clock;
  }

  async allows(zoneId: string, resource: CoveredResource): Promise<boolean> {
    const url = URL.parse(resource.url);
    const page = URL.parse(resource.firstPageUrl) ?? URL.parse(`https://${resource.host}/`);
    if (!url || !page) return false;
    const policies = await this.#store.list(this.#database.read, zoneId);
    const applicable = outcomesFor(policies, page, this.#conditions)
      .filter(({ applies }) => applies !== 'no')
      .map(({ policy }) => policy);
    return decisionsOn(applicable, resource.type, url, page).some(({ isCovered }) => isCovered);
  }

  async isActive(itemId: string): Promise<boolean> {
    const item = (await itemStore.findMany(this.#database.read, [itemId])).get(itemId);
    return item !== undefined && statusOf(item, this.#clock.now()) === 'active';
  }
}
