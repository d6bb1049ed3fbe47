import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import type { Installation, ZoneSetting } from '../../../catalogs/zone-settings/zone-setting.ts';
import { zoneSettings } from '../../../catalogs/zone-settings/zone-settings.ts';
import type { Actor } from '../../../contracts/actor.ts';
import type { Change } from '../../../contracts/change.ts';
import { ApiError } from '../../../http/api-error.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { ZoneScope } from '../../../resources/scope.ts';
import { scopedTransaction } from '../../../resources/scoped-transaction.ts';
import type { ChangeLog } from '../../../storage/change-log.ts';
import type { MigrationStates } from '../../firewall-migration/migration-read-model.ts';
import type { PlatformDatabase, PlatformTables } from '../platform-tables.ts';
import {
  beyondPlan,
  changedValue,
  type SettingDefaults,
  type SettingState,
  settingConflict,
  settingState,
  type WrittenSetting,
} from './zone-setting-model.ts';
import { invalid, type SettingWrite, settingResponse } from './zone-setting-schema.ts';
import { zoneSettingStore } from './zone-setting-store.ts';

interface ZoneSettingOptions {
  readonly database: PlatformDatabase;
  readonly changes: ChangeLog;
  readonly clock: Clock;
  readonly defaults: SettingDefaults;
  readonly installation: Installation;
  readonly migrations: MigrationStates;
}

/** Settings of zones always exist: until they are written, they have their defaults. */
export class ZoneSettingService {
  readonly #options: ZoneSettingOptions;

  constructor(options: ZoneSettingOptions) {
    this.#options = options;
  }

  get installation(): Installation {
    return this.#options.installation;
  }

  async list(zone: ZoneScope): Promise<SettingState[]> {
    const written = await zoneSettingStore.list(this.#options.database.read, zone.id);
    const isMigrated = await this.#options.migrations.isOver(zone.id);
    return zoneSettings.map((setting) => {
      const state = this.#state(setting, zone, written);
      return isMigrated ? withoutPreviousRules(state) : state;
    });
  }

  async get(zone: ZoneScope, setting: ZoneSetting): Promise<SettingState> {
    const written = await zoneSettingStore.list(this.#options.database.read, zone.id);
    const state = this.#state(setting, zone, written);
    const isMigrated = await this.#options.migrations.isOver(zone.id);
    return isMigrated ? withoutPreviousRules(state) : state;
  }

  /** The settings whose stored value exceeds the plan. */
  async beyondPlan(zoneId: string, plan: string): Promise<string[]> {
    return beyondPlan(await zoneSettingStore.list(this.#options.database.read, zoneId), plan);
  }

  /** Writes all or none of the settings, in their order. */
  async update(actor: Actor, zone: ZoneScope, writes: readonly SettingWrite[]): Promise<void> {
    const { database, changes, clock } = this.#options;
    const scoped = {
      scope: zone,
      lock: `zone settings ${zone.id}`,
      capability: 'zone-setting:write',
    } as const;
    await scopedTransaction(database, scoped, async (tx) => {
      await this.#requireUnmigrated(tx, zone, writes);
      const before = await zoneSettingStore.list(tx, zone.id);
      const after = merged(before, writes, clock.now());
      requireNoConflict(after, writes);
      const settings = new Set(writes.map(({ setting }) => setting));
      const made: Change[] = [];
      for (const setting of settings) {
        const { id } = setting;
        const written = after.get(id);
        if (written === before.get(id)) continue;
        if (written) await zoneSettingStore.save(tx, zone.id, id, written);
        else await zoneSettingStore.delete(tx, zone.id, id);
        if (setting.leavesTrace && written && written.value !== setting.default) {
          await zoneSettingStore.saveTrace(tx, zone.id, id);
        }
        made.push({
          actor,
          action: 'update',
          resource: 'zone_setting',
          resourceId: id,
          accountId: zone.accountId,
          zoneId: zone.id,
          before: settingResponse(this.#state(setting, zone, before)),
          after: settingResponse(this.#state(setting, zone, after)),
        });
      }
      for (const change of made) await changes.append(tx, change);
    });
  }

  async #requireUnmigrated(
    tx: Kysely<PlatformTables>,
    { id: zone }: ZoneScope,
    writes: readonly SettingWrite[],
  ): Promise<void> {
    const write = writes.find(({ setting }) => setting.id === PREVIOUS_RULES);
    if (!write || !(await this.#options.migrations.isOver(zone, tx as Kysely<unknown>))) return;
    throw new ApiError('previousFirewallGone', { zone }, { pointer: write.pointer });
  }

  #state(
    setting: ZoneSetting,
    { plan }: ZoneScope,
    written: ReadonlyMap<string, WrittenSetting>,
  ): SettingState {
    return settingState(setting, plan, written.get(setting.id), this.#options.defaults);
  }
}

/** Switches the previous managed rules on and off. */
const PREVIOUS_RULES = 'waf';

/** After the migration the setting can be read, but nothing can be switched on any more. */
function withoutPreviousRules(state: SettingState): SettingState {
  if (state.setting.id !== PREVIOUS_RULES) return state;
  return { ...state, value: 'off', isEditable: false };
}

/** A value that does not change keeps its modification time. */
function merged(
  before: ReadonlyMap<string, WrittenSetting>,
  writes: readonly SettingWrite[],
  now: number,
): ReadonlyMap<string, WrittenSetting> {
  const after = new Map(before);
  for (const { setting, value: sent } of writes) {
    if (sent === undefined) {
      after.delete(setting.id);
      continue;
    }
    const value = changedValue(setting, after.get(setting.id)?.value, sent);
    const known = before.get(setting.id);
    const isKnown = known && isDeepStrictEqual(known.value, value);
    after.set(setting.id, isKnown ? known : { value, modifiedAt: now });
  }
  return after;
}

function requireNoConflict(
  after: ReadonlyMap<string, WrittenSetting>,
  writes: readonly SettingWrite[],
): void {
  const last = writes.findLast(({ setting }) =>
    ['min_tls_version', 'tls_1_3'].includes(setting.id),
  );
  const problem = settingConflict(new Map([...after].map(([id, { value }]) => [id, value])));
  if (last && problem !== undefined) throw invalid(last.setting, problem, last.pointer);
}
