import { type BypassProduct, bypassedPhases } from '../../catalogs/bypassed-phases.ts';
import { phaseByName } from '../../catalogs/phases.ts';
import type { LacksValue } from '../../expression/expression.ts';
import { type Notice, notice } from '../../http/envelope.ts';
import { gapNotices, tokenNotices } from '../../http/gap-notices.ts';
import { rulesIgnoringMatchedData } from './execute-check.ts';
import { ruleGaps } from './rule-gaps.ts';
import type { Ruleset } from './ruleset-model.ts';
import { tokenGapNotices } from './token-configurations/token-gaps.ts';

/** What notices depend on. */
export interface NoticeContext {
  readonly dryRun: boolean;
  readonly lacksValue: LacksValue;
  /** Whether the zone has the previous managed rules, which `waf` bypasses. */
  readonly hasPrevious: boolean;
}

/** Notices about members that are accepted without effect. */
export function noticesAbout(
  { phase, rules, scope }: Ruleset,
  { dryRun, lacksValue, hasPrevious }: NoticeContext,
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
