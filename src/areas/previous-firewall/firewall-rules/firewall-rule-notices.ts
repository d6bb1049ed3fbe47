import { type Notice, notice } from '../../../http/envelope.ts';
import { gapNotices, tokenNotices } from '../../../http/gap-notices.ts';
import type { ConditionLanguage } from '../condition-language.ts';
import {
  bypassedPhases,
  bypassProducts,
  type FirewallRuleWithFilter,
} from './firewall-rule-model.ts';

/** Notices about rules that were written: products that nothing here checks, and fields without a value. */
export function firewallRuleNotices(
  written: readonly FirewallRuleWithFilter[],
  conditions: ConditionLanguage,
): Notice[] {
  const texts = written.map(({ filter }) => filter.document.expression);
  const gaps = texts.map((text, n) => ({ where: `rule ${n + 1}`, ...conditions.gapsIn(text) }));
  return [...idleProducts(written), ...gapNotices(gaps), ...tokenNotices(texts)];
}

function idleProducts(written: readonly FirewallRuleWithFilter[]): Notice[] {
  const idle = bypassProducts.filter((product) => bypassedPhases[product] === undefined);
  const isUsed = (product: (typeof idle)[number]) =>
    written.some(({ rule }) => rule.document.products?.includes(product));
  const products = idle.filter(isUsed);
  if (products.length === 0) return [];
  const rules = written.filter(({ rule }) =>
    rule.document.products?.some((each) => products.includes(each)),
  );
  return [
    notice('bypassIdle', {
      products: products.join(', '),
      rules: rules.map(({ rule }) => rule.id).join(', '),
    }),
  ];
}
