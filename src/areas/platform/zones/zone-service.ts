import type { Transaction } from 'kysely';
import { findPlan, plans } from '../../../catalogs/plans.ts';
import type { Actor } from '../../../contracts/actor.ts';
import type { Change } from '../../../contracts/change.ts';
import { ApiError } from '../../../http/api-error.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { newHexId } from '../../../kernel/hex-id.ts';
import type { ChangeLog } from '../../../storage/change-log.ts';
import { accountLock } from '../accounts/account-model.ts';
import { accountStore } from '../accounts/account-store.ts';
import type { PlatformDatabase, PlatformTables } from '../platform-tables.ts';
import { zoneHoldStore } from '../zone-holds/zone-hold-store.ts';
import type { ZoneCache } from './zone-cache.ts';
import {
  isPublicSuffix,
  type NewZone,
  newZone,
  normalizeZoneName,
  type Zone,
} from './zone-model.ts';
import { zoneResponse } from './zone-schema.ts';
import { zoneStore } from './zone-store.ts';

export interface ZoneToCreate extends Omit<NewZone, 'id' | 'account'> {
  readonly id?: string;
  readonly accountId: string;
  /** Whether the name may be above or below a zone of another account. One of the two would serve hosts of the other. */
  readonly mayOverlapOthers: boolean;
  /** For the operator's bootstrap file: a hold, which the owner of a zone sets, must not prevent a node from starting. */
  readonly ignoresHolds?: boolean;
}

export interface ZoneUpdateOptions {
  /** JSON pointer to the plan in the request body. */
  readonly planPointer?: string;
  /** Further writes in the same transaction, after the zone is stored. */
  also?(tx: Transaction<PlatformTables>, zone: Zone): Promise<void>;
}

export type ZoneChange = Partial<Pick<Zone, 'paused' | 'type' | 'vanityNameServers' | 'plan'>>;

export class ZoneService {
  readonly #database: PlatformDatabase;
  readonly #changes: ChangeLog;
  readonly #clock: Clock;
  readonly #cache: ZoneCache;

  constructor(database: PlatformDatabase, changes: ChangeLog, clock: Clock, cache: ZoneCache) {
    this.#database = database;
    this.#changes = changes;
    this.#clock = clock;
    this.#cache = cache;
  }

  async get(id: string): Promise<Zone> {
    return orInvalid(await this.#cache.getCurrent(id));
  }

  async create(actor: Actor, wanted: ZoneToCreate): Promise<Zone> {
    const name = normalizeZoneName(wanted.name);
    if (!name) throw new ApiError('invalidZoneName', { name: wanted.name }, { pointer: '/name' });
    if (isPublicSuffix(name))
      throw new ApiError('zonePublicSuffix', { name }, { pointer: '/name' });
    if (wanted.plan !== undefined) knownPlan(wanted.plan);
    return await this.#database.transaction(async (tx) => {
      await this.#database.lock(tx, accountLock(wanted.accountId));
      const above = namesAbove(name);
      for (const each of [...above, name]) await this.#database.lock(tx, `zone name ${each}`);
      const account = await accountStore.find(tx, wanted.accountId);
      if (!account) throw new ApiError('invalidAccount', { permission: 'Zone Write' });
      if (await zoneStore.findByName(tx, name)) {
        throw new ApiError('zoneExists', { name }, { pointer: '/name' });
      }
      await this.#requireFreeNames(tx, wanted, name, above);
      const { id = newHexId() } = wanted;
      const owner = { id: account.id, name: account.name };
      const zone = newZone({ ...wanted, id, name, account: owner }, this.#clock.now());
      await zoneStore.insert(tx, zone);
      await this.#changes.append(tx, change(actor, 'create', undefined, zone));
      return zone;
    });
  }

  /** The hold is checked last: a caller that may not create zones below others must not find out about their holds. */
  async #requireFreeNames(
    tx: Transaction<PlatformTables>,
    { accountId, mayOverlapOthers, ignoresHolds = false }: ZoneToCreate,
    name: string,
    above: readonly string[],
  ): Promise<void> {
    if (!mayOverlapOthers) {
      if (await zoneStore.existsInOtherAccount(tx, above, accountId)) {
        throw new ApiError('zoneBelowOthers', { name }, { pointer: '/name' });
      }
      if (await zoneStore.existsBelowInOtherAccount(tx, name, accountId)) {
        throw new ApiError('zoneAboveOthers', { name }, { pointer: '/name' });
      }
    }
    if (ignoresHolds) return;
    const held = await zoneHoldStore.findHolder(tx, above, accountId, this.#clock.now());
    if (held !== undefined) throw new ApiError('zoneHeld', { name, held }, { pointer: '/name' });
  }

  async update(
    actor: Actor,
    id: string,
    wanted: ZoneChange,
    { planPointer, also }: ZoneUpdateOptions = {},
  ): Promise<Zone> {
    const plan = wanted.plan === undefined ? undefined : knownPlan(wanted.plan, planPointer);
    const zone = await this.#database.transaction(async (tx) => {
      await this.#database.lock(tx, zoneLock(id));
      const before = orInvalid(await zoneStore.find(tx, id));
      const modifiedAt = this.#clock.now();
      const after = { ...before, ...wanted, ...(plan && { plan }), modifiedAt };
      await zoneStore.update(tx, after);
      await this.#changes.append(tx, change(actor, 'update', before, after));
      await also?.(tx, after);
      return after;
    });
    this.#cache.forget();
    return zone;
  }

  async delete(actor: Actor, id: string): Promise<void> {
    await this.#database.transaction(async (tx) => {
      await this.#database.lock(tx, zoneLock(id));
      const before = orInvalid(await zoneStore.find(tx, id));
      await zoneStore.delete(tx, id);
      await this.#changes.append(tx, change(actor, 'delete', before, undefined));
    });
    this.#cache.forget();
  }
}

const zoneLock = (zoneId: string) => `zone ${zoneId}`;

function change(
  actor: Actor,
  action: Change['action'],
  before: Zone | undefined,
  after: Zone | undefined,
): Change {
  const zone = orInvalid(after ?? before);
  return {
    actor,
    action,
    resource: 'zone',
    resourceId: zone.id,
    accountId: zone.account.id,
    zoneId: zone.id,
    before: before && zoneResponse(before),
    after: after && zoneResponse(after),
  };
}

/** The catalog name of a plan, from its id or name. */
function knownPlan(idOrName: string, pointer = '/plan'): string {
  const plan = findPlan(idOrName);
  if (plan) return plan.legacyId;
  const known = plans.map(({ legacyId }) => legacyId).join(', ');
  throw new ApiError('unknownPlan', { plan: idOrName, known }, { pointer });
}

function orInvalid(zone: Zone | undefined): Zone {
  if (!zone) throw new ApiError('invalidZone', { permission: 'Zone Read' });
  return zone;
}

/** From the top-level domain down. All transactions take these locks in the same order, which avoids deadlocks. */
function namesAbove(name: string): string[] {
  const labels = name.split('.');
  return labels
    .map((_, n) => labels.slice(n).join('.'))
    .slice(1)
    .reverse();
}
