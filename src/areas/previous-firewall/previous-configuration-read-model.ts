import type { Kysely, Transaction } from 'kysely';
import { coreRuleset } from '../../catalogs/managed-rulesets/core/core.ts';
import {
  type CurrentDeployment,
  currentDeployments,
} from '../../catalogs/previous-firewall/current-deployments.ts';
import { owaspPackage } from '../../catalogs/previous-firewall/owasp-package.ts';
import { noOverride, type ZonePackages } from '../../catalogs/previous-firewall/rule-states.ts';
import type { CoreTables } from '../../storage/core-tables.ts';
import { inEvaluationOrder, isActive } from './firewall-rules/firewall-rule-order.ts';
import type { FirewallRuleWithFilter } from './firewall-rules/firewall-rule-read-model.ts';
import { noSettings } from './packages/package-model.ts';
import { isActive as isPageRuleActive } from './page-rules/page-rule-model.ts';
import { type PageRuleEffect, pageRuleConditions } from './page-rules/page-rule-order.ts';
import type { PageRule } from './page-rules/page-rule-read-model.ts';
import type {
  PreviousFirewall,
  PreviousFirewallReadModel,
} from './previous-firewall-read-model.ts';
import type {
  PreviousFirewallDatabase,
  PreviousFirewallTables,
} from './previous-firewall-tables.ts';
import { previousLock } from './previous-lock.ts';

/** Longer conditions are incomplete. They are far too long to be migrated, and a zone may have many of them. */
export const MAX_CONDITION_LENGTH = 65_536;

/** A condition of the previous firewall, and whether its rule was switched on. */
export interface PreviousCondition {
  readonly expression: string;
  readonly isEnabled: boolean;
}

/** The mode of a group or rule for which rulesets have no equivalent. */
export interface LostMode {
  readonly kind: 'group' | 'rule';
  readonly id: string;
  readonly description: string;
  readonly mode: string;
}

/** The previous managed rules of a zone, in the terms of rulesets. */
export interface PreviousConfiguration {
  /** The setting `waf`, and whether it was ever switched on. */
  readonly isOn: boolean;
  readonly wasOn: boolean;
  /** The managed rulesets that replace the packages. */
  readonly deployments: readonly CurrentDeployment[];
  readonly isCoreOn: boolean;
  /** Requests that firewall rules exempt, in the order of these rules. */
  readonly bypassed: readonly PreviousCondition[];
  /** Requests that page rules exempt, and requests for which they switch the rules on. */
  readonly exempted: readonly PreviousCondition[];
  readonly included: readonly PreviousCondition[];
  readonly uriOverrides: number;
  readonly lost: readonly LostMode[];
}

/** What the migration asks about the previous managed rules. */
export interface PreviousConfigurations {
  /** A transaction that asks must read in itself. */
  read(zoneId: string, within?: Kysely<CoreTables>): Promise<PreviousConfiguration>;
  /** Locks the packages and URI overrides of a zone until the end of the transaction. */
  lock<Tables extends CoreTables>(tx: Transaction<Tables>, zoneId: string): Promise<void>;
}

const nothing: Omit<PreviousFirewall, 'hasPackages'> = {
  isOn: false,
  packages: noSettings,
  overrides: [],
  firewallRules: [],
  pageRules: [],
};

export class PreviousConfigurationReadModel implements PreviousConfigurations {
  readonly #database: PreviousFirewallDatabase;
  readonly #firewalls: PreviousFirewallReadModel;

  constructor(database: PreviousFirewallDatabase, firewalls: PreviousFirewallReadModel) {
    this.#database = database;
    this.#firewalls = firewalls;
  }

  async lock<Tables extends CoreTables>(tx: Transaction<Tables>, zoneId: string): Promise<void> {
    await this.#database.lock(
      tx as unknown as Transaction<PreviousFirewallTables>,
      previousLock(zoneId),
    );
  }

  async read(zoneId: string, within?: Kysely<CoreTables>): Promise<PreviousConfiguration> {
    const firewall = (await this.#firewalls.find(zoneId, within)) ?? nothing;
    const { isOn, packages, overrides, firewallRules, pageRules } = firewall;
    const deployments = currentDeployments(withoutCoreModes(packages), noOverride);
    return {
      isOn,
      wasOn: await this.#firewalls.wasOn(zoneId, within),
      deployments,
      isCoreOn: deployments.some(({ rulesetId }) => rulesetId === coreRuleset.id),
      bypassed: bypassedBy(firewallRules),
      exempted: conditionsOf(pageRules, 'off'),
      included: conditionsOf(pageRules, 'on'),
      uriOverrides: overrides.length,
      lost: lostModes(packages),
    };
  }
}

/** Groups and rules of the core package have no successors that the migration could set. */
function withoutCoreModes(packages: ZonePackages): ZonePackages {
  const lost = new Set(lostModes(packages).map(({ id }) => id));
  return { ...packages, modes: new Map([...packages.modes].filter(([id]) => !lost.has(id))) };
}

function lostModes({ modes }: ZonePackages): LostMode[] {
  const { groups, rules } = owaspPackage;
  const named = [
    ...groups.map(({ id, name }) => ({ kind: 'group', id, description: name }) as const),
    ...rules.map(({ id, description }) => ({ kind: 'rule', id, description }) as const),
  ];
  return named.flatMap((each) => {
    const mode = modes.get(each.id);
    return mode === undefined ? [] : [{ ...each, mode }];
  });
}

/** A rule that allows requests ends the evaluation, so that a later bypass does not see them. */
function bypassedBy(rules: readonly FirewallRuleWithFilter[]): PreviousCondition[] {
  const allowed: string[] = [];
  return inEvaluationOrder(rules).flatMap((each) => {
    const { action, products = [] } = each.rule.document;
    const { expression } = each.filter.document;
    if (action === 'allow' && isActive(each)) allowed.push(expression);
    if (action !== 'bypass' || !products.includes('waf')) return [];
    return [{ expression: without(expression, allowed), isEnabled: isActive(each) }];
  });
}

function without(expression: string, others: readonly string[]): string {
  if (others.length === 0) return expression;
  const parts = [`(${expression})`];
  let length = expression.length;
  for (const each of others) {
    if (length > MAX_CONDITION_LENGTH) break;
    parts.push(`not (${each})`);
    length += each.length;
  }
  return parts.join(' and ');
}

function conditionsOf(rules: readonly PageRule[], wanted: PageRuleEffect): PreviousCondition[] {
  return pageRuleConditions(rules).flatMap(({ rule, effect, expression }) =>
    effect === wanted ? [{ expression, isEnabled: isPageRuleActive(rule.document) }] : [],
  );
}
