import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import type { Actor } from '../../../contracts/actor.ts';
import {
  defaultUrlNormalization,
  type UrlNormalization,
} from '../../../contracts/snapshot/url-normalization.ts';
import type { ZoneScope } from '../../../resources/scope.ts';
import { scopedTransaction } from '../../../resources/scoped-transaction.ts';
import type { ChangeLog } from '../../../storage/change-log.ts';
import type { PlatformDatabase, PlatformTables } from '../platform-tables.ts';
import { urlNormalizationResponse } from './url-normalization-schema.ts';
import { urlNormalizationStore } from './url-normalization-store.ts';

/** How the paths of a zone are normalised. These settings always exist: until they are written, they have the defaults. */
export class UrlNormalizationService {
  readonly #database: PlatformDatabase;
  readonly #changes: ChangeLog;

  constructor(database: PlatformDatabase, changes: ChangeLog) {
    this.#database = database;
    this.#changes = changes;
  }

  async get(zone: ZoneScope): Promise<UrlNormalization> {
    const stored = await urlNormalizationStore.find(this.#database.read, zone.id);
    return stored ?? defaultUrlNormalization;
  }

  /** An absent `ambiguousPaths` keeps its value. */
  async replace(
    actor: Actor,
    zone: ZoneScope,
    wanted: Omit<UrlNormalization, 'ambiguousPaths'> & Partial<UrlNormalization>,
  ): Promise<UrlNormalization> {
    return await this.#change(actor, zone, async (tx, before) => {
      const after = { ...before, ...wanted };
      await urlNormalizationStore.save(tx, zone.id, after);
      return after;
    });
  }

  async reset(actor: Actor, zone: ZoneScope): Promise<void> {
    await this.#change(actor, zone, async (tx) => {
      await urlNormalizationStore.delete(tx, zone.id);
      return defaultUrlNormalization;
    });
  }

  async #change(
    actor: Actor,
    zone: ZoneScope,
    write: (tx: Transaction<PlatformTables>, before: UrlNormalization) => Promise<UrlNormalization>,
  ): Promise<UrlNormalization> {
    const scoped = {
      scope: zone,
      lock: `url normalization ${zone.id}`,
      capability: 'zone-setting:write',
    } as const;
    return await scopedTransaction(this.#database, scoped, async (tx) => {
      const before = (await urlNormalizationStore.find(tx, zone.id)) ?? defaultUrlNormalization;
      const after = await write(tx, before);
      if (isDeepStrictEqual(after, before)) return before;
      await this.#changes.append(tx, {
        actor,
        action: 'update',
        resource: 'url_normalization',
        resourceId: zone.id,
        accountId: zone.accountId,
        zoneId: zone.id,
        before: urlNormalizationResponse(before),
        after: urlNormalizationResponse(after),
      });
      return after;
    });
  }
}
