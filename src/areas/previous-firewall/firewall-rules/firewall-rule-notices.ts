import {
  type BypassProduct,
  bypassedPhases,
  bypassProducts,
} from '../../../catalogs/bypassed-phases.ts';
import { type Notice, notice } from '../../../http/envelope.ts';
import { firstOf, gapNotices, tokenNotices } from '../../../http/gap-notices.ts';
import type { ConditionLanguage } from '../condition-language.ts';
import type { FirewallRuleWithFilter } from './firewall-rule-model.ts';

/** Dependencies of the notices. */
export interface NoticeContext {
  /** Whether the zone has the previous managed rules, which `waf` bypasses. */
  readonly hasPackages: boolean;
  readonly conditions: ConditionLanguage;
}

/** Notices about written rules: bypassed products that Palisade does not have, and fields without a value. */
export function firewallRuleNotices(
  written: readonly FirewallRuleWithFilter[],
  { hasPackages, conditions }: NoticeContext,
): Notice[] {
  const texts = written.map(({ filter }) => filter.document.expression);
  const gaps = texts.map((text, n) => ({ where: `rule ${n + 1}`, ...conditions.gapsIn(text) }));
  return [...idleProducts(written, hasPackages), ...gapNotices(gaps), ...tokenNotices(texts)];
}

function idleProducts(written: readonly FirewallRuleWithFilter[], hasPackages: boolean): Notice[] {
  const isIdle = (product: BypassProduct) =>
    product === 'waf' ? !hasPackages : bypassedPhases[product] === undefined;
  const used = written.map(({ rule }) => rule.document.products?.filter(isIdle) ?? []);
  const products = bypassProducts.filter((product) => used.flat().includes(product));
  if (products.length === 0) return [];
  const where = used.flatMap((idle, n) => (idle.length > 0 ? [`rule ${n + 1}`] : []));
  return [notice('bypassIdle', { products: products.join(', '), where: firstOf(where) })];
}
