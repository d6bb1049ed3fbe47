import { type BypassProduct, bypassedPhases } from '../../catalogs/bypassed-phases.ts';
import type { ManagedRuleset } from '../../catalogs/managed-rulesets/managed-ruleset.ts';
import {
  managedRuleById,
  managedRulesetById,
} from '../../catalogs/managed-rulesets/managed-rulesets.ts';
import { resolveOverrides } from '../../catalogs/managed-rulesets/override-resolution.ts';
import { phaseByName } from '../../catalogs/phases.ts';
import type { LacksValue } from '../../expression/expression.ts';
import { type Notice, notice } from '../../http/envelope.ts';
import { gapNotices, tokenNotices } from '../../http/gap-notices.ts';
import { type ExecuteParameters, rulesIgnoringMatchedData } from './execute-check.ts';
import { ruleGaps } from './rule-gaps.ts';
import { executedRulesets, type Ruleset } from './ruleset-model.ts';
import { tokenGapNotices } from './token-configurations/token-gaps.ts';

/** What notices depend on. */
export interface NoticeContext {
  readonly dryRun: boolean;
  readonly lacksValue: LacksValue;
  /** Whether the zone has the previous managed rules, which `waf` bypasses. */
  readonly hasPrevious: boolean;
  /** Stored rulesets that the rules execute, by `id version`. */
  readonly executed: ReadonlyMap<string, Ruleset>;
}

/** Notices about members that are accepted without effect. */
export function noticesAbout(
  { phase, rules, scope }: Ruleset,
  { dryRun, lacksValue, hasPrevious, executed }: NoticeContext,
): Notice[] {
  // Rules of a dry run have no id, so notices name them by their position.
  const nameOf = (id: string) => (dryRun ? `${rules.findIndex((rule) => rule.id === id) + 1}` : id);
  const gaps = rules.map((rule) => ruleGaps(rule, `rule ${nameOf(rule.id)}`, lacksValue));
  const isIdle = rules.length > 0 && phaseByName(phase)?.isNotRun === true;
  return [
    ...(isIdle ? [notice('phaseNotRun', { phase })] : []),
    ...rulesIgnoringMatchedData(rules).map(({ id }) =>
      notice('matchedDataIgnored', { id: nameOf(id) }),
    ),
    ...idleDeployments(rules, executed, nameOf),
    ...idleProducts(rules, hasPrevious, nameOf),
    ...gapNotices(gaps),
    ...tokenGapNotices(gaps, scope.zoneId),
    ...(scope.zoneId === undefined ? tokenNotices(rules.map((rule) => rule.expression)) : []),
  ];
}

/** Whether some rule skips the previous managed rules. */
export function bypassesPrevious({ rules }: Ruleset): boolean {
  return rules.some((rule) => productsOf(rule).includes('waf'));
}

/** Enabled rules that execute a ruleset of which no rule acts. */
function idleDeployments(
  rules: Ruleset['rules'],
  executed: NoticeContext['executed'],
  nameOf: (id: string) => string,
): Notice[] {
  return rules.flatMap((rule) => {
    const [target] = rule.enabled ? executedRulesets([rule]) : [];
    if (!target) return [];
    const managed = managedRulesetById(target.id);
    const stored = executed.get(`${target.id} ${target.version}`);
    const reason = managed ? managedIdleReason(managed, rule) : stored && storedIdleReason(stored);
    if (reason === undefined) return [];
    const name = (managed ?? stored)?.name ?? target.id;
    return [notice('executeIdle', { name, where: `rule ${nameOf(rule.id)}`, reason })];
  });
}

function managedIdleReason(
  managed: ManagedRuleset,
  { parameters }: Ruleset['rules'][number],
): string | undefined {
  const { overrides } = parameters as unknown as ExecuteParameters;
  const kinds = resolveOverrides(managed, overrides).map(({ id }) => managedRuleById(id)?.kind);
  if (kinds.length === 0) {
    return 'its "overrides" disable all of its rules; enable some of them there';
  }
  if (kinds.every((kind) => kind === 'score')) {
    return 'the rule that acts on the score is disabled, and all others only add to it';
  }
  if (kinds.every((kind) => kind === 'threshold')) {
    return 'no rule that adds to the score is enabled';
  }
  return undefined;
}

function storedIdleReason({ rules }: Ruleset): string | undefined {
  if (rules.some((rule) => rule.enabled)) return undefined;
  return rules.length === 0 ? 'it has no rules' : 'none of its rules is enabled';
}

/** Products that skip rules name, and that check nothing here. */
function idleProducts(
  rules: Ruleset['rules'],
  hasPrevious: boolean,
  nameOf: (id: string) => string,
): Notice[] {
  const isIdle = (product: BypassProduct) =>
    product === 'waf' ? !hasPrevious : bypassedPhases[product] === undefined;
  return rules.flatMap((rule) => {
    const idle = productsOf(rule).filter(isIdle);
    if (idle.length === 0) return [];
    return [notice('bypassIdle', { products: idle.join(', '), where: `rule ${nameOf(rule.id)}` })];
  });
}

function productsOf({ action, parameters }: Ruleset['rules'][number]): readonly BypassProduct[] {
  if (action !== 'skip') return [];
  return (parameters as { products?: readonly BypassProduct[] } | undefined)?.products ?? [];
}
