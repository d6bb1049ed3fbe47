import { hasPageFeature } from '../../../catalogs/page-features.ts';
import type { ZoneDirectory } from '../../platform/zones/zone-read-model.ts';
import type { PageAlert } from '../inventory/alert-model.ts';
import { isMalicious, type PageItem, withFact } from '../inventory/item-model.ts';
import type { Db } from '../page-monitoring-tables.ts';
import { scriptStore } from '../scripts/script-store.ts';
import {
  hasSameThreats,
  type ThreatScope,
  threatAlerts,
  threatNames,
  threatsTo,
} from './threat-check-model.ts';
import { threatFeedStore } from './threat-feed-store.ts';

/** By zone. */
export type ThreatScopes = ReadonlyMap<string, ThreatScope>;

/** Compares items with threat feeds. */
export class ThreatCheckService {
  readonly #zones: ZoneDirectory;

  constructor(zones: ZoneDirectory) {
    this.#zones = zones;
  }

  /** Must be called outside of transactions. Omits deleted zones. */
  async scopesOf(zoneIds: Iterable<string>): Promise<ThreatScopes> {
    const zones = await this.#zones.listAccounts([...new Set(zoneIds)]);
    return new Map(
      zones.map(({ id, accountId, plan }) => [
        id,
        { accountId, checksUrls: hasPageFeature(plan, 'maliciousCode') },
      ]),
    );
  }

  /** Adds the threats of new items. */
  async withThreats<T extends { readonly item: PageItem; readonly isNew: boolean }>(
    db: Db,
    outcomes: readonly T[],
    scopes: ThreatScopes,
  ): Promise<T[]> {
    const fresh = outcomes.filter(({ isNew }) => isNew).map(({ item }) => item);
    const changed = await this.changed(db, fresh, scopes);
    const byId = new Map(changed.map((item) => [item.id, item]));
    return outcomes.map((each) => ({ ...each, item: byId.get(each.item.id) ?? each.item }));
  }

  /** The updated items whose threats have changed. One lookup for all items. */
  async changed(db: Db, items: readonly PageItem[], scopes: ThreatScopes): Promise<PageItem[]> {
    const names = items.map(threatNames).flatMap(({ domains, urls }) => [...domains, ...urls]);
    const known = await threatFeedStore.lookUp(db, new Set(names));
    const changed = items
      .map((item) => ({
        before: item,
        after: {
          ...item,
          ...threatsTo(item, known, scopes.get(item.zoneId)?.checksUrls ?? false),
        },
      }))
      .filter(({ before, after }) => !hasSameThreats(before, after))
      .map(({ after }) => after);
    const scripts = await scriptStore.findMany(
      db,
      changed.map(({ id }) => id),
    );
    return changed.map((item) => {
      const score = scripts.get(item.id)?.js_integrity_score;
      return { ...item, class: withFact(item.class, 'malicious', isMalicious(item, score)) };
    });
  }

  /** Alerts about changes of items. */
  alerts(
    before: ReadonlyMap<string, PageItem>,
    after: readonly PageItem[],
    scopes: ThreatScopes,
    now: number,
  ): PageAlert[] {
    return after.flatMap((item) => {
      const scope = scopes.get(item.zoneId);
      return scope ? threatAlerts(before.get(item.id), item, scope, now) : [];
    });
  }
}
