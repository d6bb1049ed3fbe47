import { tierOf } from '../../../catalogs/plans.ts';
import { regionCodes } from '../../../catalogs/regions.ts';
import { escapePointer } from '../../../http/validation.ts';
import { isHeaderValue, isHostName, isHostOf } from '../../../kernel/host-name.ts';
import type { ZoneScope } from '../../../resources/scope.ts';
import { invalid } from '../load-balancing-errors.ts';
import { checkAffinity } from './affinity-check.ts';
import { balancerHost } from './balancer-model.ts';
import type { BalancerDocument, BalancerOverrides, BalancerRule } from './balancer-schema.ts';
import type { ConditionLanguage } from './condition-language.ts';

/** Throws if the document is invalid in its zone. References are checked in `balancer-kind`. */
export function checkBalancer(
  document: BalancerDocument,
  zone: ZoneScope,
  conditions: ConditionLanguage,
): void {
  checkName(document.name, zone.name);
  if (tierOf(zone.plan) !== 'enterprise') checkPlan(document);
  checkSteering(document, '');
  checkAffinity(document, '');
  document.rules?.forEach((rule, n) => {
    checkRule(rule, document, `/rules/${n}`, conditions);
  });
}

function checkName(name: string, zoneName: string): void {
  const host = balancerHost(name);
  if (isHostOf(host, zoneName) && isHostName(host)) return;
  throw invalid(
    '/name',
    `"${name}" is not a host of this zone: use ${zoneName} or a name below it, such as www.${zoneName}`,
  );
}

/** Refuses members that only the enterprise plan includes. */
function checkPlan({ rules = [], ...own }: BalancerDocument): void {
  const parts: [BalancerOverrides, string][] = [
    [own, ''],
    ...rules.map(({ overrides = {} }, n): [BalancerOverrides, string] => [
      overrides,
      `/rules/${n}/overrides`,
    ]),
  ];
  for (const [steering, base] of parts) {
    if (Object.keys(steering.pop_pools ?? {}).length > 0) {
      throw invalid(`${base}/pop_pools`, 'pools of data centres need the enterprise plan');
    }
    if ((steering.session_affinity_attributes?.headers?.length ?? 0) > 1) {
      const pointer = `${base}/session_affinity_attributes/headers`;
      throw invalid(pointer, 'more than one header needs the enterprise plan');
    }
  }
}

const locationPatterns = {
  region_pools: {
    known: new RegExp(`^(${regionCodes.join('|')})$`),
    what: `a region: ${regionCodes.join(', ')}`,
  },
  country_pools: { known: /^[A-Z]{2}$/, what: 'a country: two capital letters such as DE' },
  pop_pools: { known: /^[A-Z]{3}$/, what: 'a data centre: three capital letters such as FRA' },
} as const;

function checkSteering(steering: BalancerOverrides, base: string): void {
  if (steering.default_pools?.length === 0) {
    throw invalid(`${base}/default_pools`, 'name at least one pool');
  }
  for (const member of ['region_pools', 'country_pools', 'pop_pools'] as const) {
    const { known, what } = locationPatterns[member];
    const bad = Object.keys(steering[member] ?? {}).find((code) => !known.test(code));
    if (bad === undefined) continue;
    throw invalid(`${base}/${member}/${escapePointer(bad)}`, `"${bad}" is not ${what}`);
  }
}

function checkRule(
  { condition = '', overrides = {}, fixed_response: fixed }: BalancerRule,
  document: BalancerDocument,
  pointer: string,
  conditions: ConditionLanguage,
): void {
  const problem = condition === '' ? undefined : conditions.problemOf(condition);
  if (problem !== undefined) throw invalid(`${pointer}/condition`, problem);
  if (fixed && Object.keys(overrides).length > 0) {
    throw invalid(
      pointer,
      'a rule has either a fixed response or overrides: leave out one of the two',
    );
  }
  for (const member of ['content_type', 'location'] as const) {
    if (isHeaderValue(fixed?.[member] ?? '')) continue;
    throw invalid(
      `${pointer}/fixed_response/${member}`,
      'the value of a header must be text without line breaks',
    );
  }
  const overridesPointer = `${pointer}/overrides`;
  checkSteering(overrides, overridesPointer);
  // Members that the rule does not override keep the values of the load balancer.
  checkAffinity({ ...document, ...overrides }, overridesPointer);
}
