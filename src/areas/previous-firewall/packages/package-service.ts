import type { Transaction } from 'kysely';
import {
  allowedModes,
  initialMode,
  type PreviousGroup,
  type PreviousPackage,
  type PreviousRule,
  type RuleMode,
  type SwitchMode,
} from '../../../catalogs/previous-firewall/previous-package.ts';
import type { ZonePackages } from '../../../catalogs/previous-firewall/rule-states.ts';
import type { Actor } from '../../../contracts/actor.ts';
import { ApiError } from '../../../http/api-error.ts';
import type { ZoneScope } from '../../../resources/scope.ts';
import { scopedTransaction } from '../../../resources/scoped-transaction.ts';
import type { ChangeLog } from '../../../storage/change-log.ts';
import type {
  PreviousFirewallDatabase,
  PreviousFirewallTables,
} from '../previous-firewall-tables.ts';
import { previousLock } from '../previous-lock.ts';
import { modeOfGroup, modeOfRule, type ScoreSettings } from './package-model.ts';
import { groupResponse, packageResponse, ruleResponse } from './package-schema.ts';
import { packageStore } from './package-store.ts';

interface PackageServiceOptions {
  readonly database: PreviousFirewallDatabase;
  readonly changes: ChangeLog;
}

type Tx = Transaction<PreviousFirewallTables>;

/** A write to a package, group or rule, with its entry in the audit log. */
interface PackageWrite {
  readonly resource: 'waf_package' | 'waf_group' | 'waf_rule';
  readonly id: string;
  show(zone: ZonePackages): unknown;
  /** Returns false if the write changes nothing. */
  write(tx: Tx, before: ZonePackages): Promise<boolean>;
}

/** Every zone has the packages; only settings that differ from the defaults are stored. */
export class PackageService {
  readonly #options: PackageServiceOptions;

  constructor(options: PackageServiceOptions) {
    this.#options = options;
  }

  async settingsOf(zone: ZoneScope): Promise<ZonePackages> {
    return await packageStore.find(this.#options.database.read, zone.id);
  }

  async changeScore(
    actor: Actor,
    zone: ZoneScope,
    of: PreviousPackage,
    sent: Partial<ScoreSettings>,
  ): Promise<ZonePackages> {
    return await this.#change(actor, zone, {
      resource: 'waf_package',
      id: of.id,
      show: (settings) => packageResponse(of, settings, zone.id),
      async write(tx, { sensitivity, actionMode }) {
        const after = { sensitivity, actionMode, ...sent };
        if (after.sensitivity === sensitivity && after.actionMode === actionMode) return false;
        await packageStore.saveScore(tx, zone.id, after);
        return true;
      },
    });
  }

  /** Throws if the group has this mode already. */
  async switchGroup(
    actor: Actor,
    zone: ZoneScope,
    of: PreviousPackage,
    group: PreviousGroup,
    mode: SwitchMode,
  ): Promise<ZonePackages> {
    return await this.#change(actor, zone, {
      resource: 'waf_group',
      id: group.id,
      show: (settings) => groupResponse(of, group, settings),
      async write(tx, before) {
        if (modeOfGroup(before, group) === mode) {
          const code = mode === 'on' ? 'previousModeOn' : 'previousModeOff';
          throw new ApiError(code, { name: group.name }, { pointer: '/mode' });
        }
        await saveMode(tx, zone, { kind: 'group', id: group.id, mode, initial: 'on' });
        return true;
      },
    });
  }

  /** Throws if the rule has this mode already, or cannot have it. */
  async setRule(
    actor: Actor,
    zone: ZoneScope,
    of: PreviousPackage,
    rule: PreviousRule,
    mode: RuleMode,
  ): Promise<ZonePackages> {
    requireAllowed(rule, mode);
    return await this.#change(actor, zone, {
      resource: 'waf_rule',
      id: rule.id,
      show: (settings) => ruleResponse(of, rule, settings),
      async write(tx, before) {
        requireOther(rule, modeOfRule(before, rule), mode);
        await saveMode(tx, zone, { kind: 'rule', id: rule.id, mode, initial: initialMode(rule) });
        return true;
      },
    });
  }

  async #change(
    actor: Actor,
    zone: ZoneScope,
    { resource, id, show, write }: PackageWrite,
  ): Promise<ZonePackages> {
    const { database, changes } = this.#options;
    const scoped = {
      scope: zone,
      lock: previousLock(zone.id),
      capability: 'ruleset:write',
    } as const;
    return await scopedTransaction(database, scoped, async (tx) => {
      const before = await packageStore.find(tx, zone.id);
      if (!(await write(tx, before))) return before;
      const after = await packageStore.find(tx, zone.id);
      await changes.append(tx, {
        actor,
        action: 'update',
        resource,
        resourceId: id,
        accountId: zone.accountId,
        zoneId: zone.id,
        before: show(before),
        after: show(after),
      });
      return after;
    });
  }
}

interface ModeWrite {
  readonly kind: 'group' | 'rule';
  readonly id: string;
  readonly mode: RuleMode;
  readonly initial: RuleMode;
}

/** Only modes that differ from the initial one are stored. */
async function saveMode(tx: Tx, zone: ZoneScope, { initial, ...write }: ModeWrite): Promise<void> {
  if (write.mode === initial) await packageStore.deleteMode(tx, zone.id, write.id);
  else await packageStore.saveMode(tx, zone.id, write);
}

function requireAllowed({ id, kind }: PreviousRule, mode: RuleMode): void {
  const allowed = allowedModes[kind];
  if (allowed.includes(mode)) return;
  const values = { id, mode, allowed: allowed.join(', ') };
  throw new ApiError('previousRuleMode', values, { pointer: '/mode' });
}

function requireOther({ id }: PreviousRule, before: RuleMode, mode: RuleMode): void {
  if (before !== mode) return;
  const isOff = mode === 'off' || mode === 'disable';
  const code = isOff ? 'previousRuleDisabled' : 'previousRuleEnabled';
  throw new ApiError(code, { id, mode }, { pointer: '/mode' });
}
