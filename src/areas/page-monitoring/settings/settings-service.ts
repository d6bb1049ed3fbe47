import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../../contracts/actor.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { ZoneScope } from '../../../resources/scope.ts';
import { scopedTransaction } from '../../../resources/scoped-transaction.ts';
import type { ChangeLog } from '../../../storage/change-log.ts';
import { requireFeature } from '../page-monitoring-errors.ts';
import type { PageMonitoringDatabase } from '../page-monitoring-tables.ts';
import { defaultSettings, type PageSettings, type SettingsChange } from './settings-model.ts';
import { settingsResponse } from './settings-schema.ts';
import { settingsStore } from './settings-store.ts';

export interface SettingsServiceOptions {
  readonly database: PageMonitoringDatabase;
  readonly changes: ChangeLog;
  readonly clock: Clock;
}

/** The settings of a zone always exist. Until they are written, they have the defaults. */
export class SettingsService {
  readonly #options: SettingsServiceOptions;

  constructor(options: SettingsServiceOptions) {
    this.#options = options;
  }

  async get(zone: ZoneScope): Promise<PageSettings> {
    const stored = await settingsStore.find(this.#options.database.read, zone.id);
    return stored ?? defaultSettings(zone.createdAt);
  }

  /** A write without a change leaves no audit entry. */
  async change(actor: Actor, zone: ZoneScope, change: SettingsChange): Promise<PageSettings> {
    if (change.usesSharedEndpoint === false) requireFeature(zone.plan, 'ownEndpoint');
    if (change.keepsConnectionPaths === true) requireFeature(zone.plan, 'connectionPaths');
    const { database, changes, clock } = this.#options;
    const write = {
      scope: zone,
      lock: `page settings ${zone.id}`,
      capability: 'page-monitoring:write',
    } as const;
    return await scopedTransaction(database, write, async (tx) => {
      const before = (await settingsStore.find(tx, zone.id)) ?? defaultSettings(zone.createdAt);
      const written = Object.fromEntries(
        Object.entries(change).filter(([, value]) => value !== undefined),
      );
      const wanted = { ...before, ...written };
      if (isDeepStrictEqual(wanted, before)) return before;
      const after = { ...wanted, updatedAt: clock.now() };
      await settingsStore.save(tx, zone.id, after);
      await changes.append(tx, {
        actor,
        action: 'update',
        resource: 'page_settings',
        resourceId: zone.id,
        accountId: zone.accountId,
        zoneId: zone.id,
        before: settingsResponse(before),
        after: settingsResponse(after),
      });
      return after;
    });
  }
}
