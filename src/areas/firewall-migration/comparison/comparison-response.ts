import { managedRuleById } from '../../../catalogs/managed-rulesets/managed-rulesets.ts';
import { previousRuleById } from '../../../catalogs/previous-firewall/previous-packages.ts';
import { CLOSING_NUMBER } from '../../../catalogs/previous-firewall/rule-numbers.ts';
import type { ComparedRule } from '../../../contracts/events/firewall-comparison.ts';
import { toMicrosecondText } from '../../../kernel/timestamp.ts';
import type { LostMode } from '../../previous-firewall/previous-configuration-read-model.ts';
import type { StoredComparison } from './comparison-store.ts';

interface Context {
  readonly lost: readonly LostMode[];
  /** When both firewalls began to run. */
  readonly since: number | undefined;
}

export function comparisonResponse({ requests, rules }: StoredComparison, context: Context) {
  const total = Object.values(requests).reduce((sum, count) => sum + count, 0);
  const compared = rules.map(({ firewall, ruleId: id, requests: count, alone }) => ({
    firewall,
    id,
    description: descriptionOf(firewall, id),
    requests: count,
    alone,
  }));
  return {
    since: context.since === undefined ? null : toMicrosecondText(context.since),
    requests: { total, ...requests },
    rules: compared.toSorted(
      (one, other) => other.alone - one.alone || other.requests - one.requests,
    ),
    not_migrated: context.lost,
  };
}

/** Empty for rules that are no longer in the catalog, and for own rules of the entry point. */
function descriptionOf(firewall: ComparedRule['firewall'], id: string): string {
  if (firewall === 'new') return managedRuleById(id)?.description ?? '';
  if (id === CLOSING_NUMBER) return 'Inbound anomaly score exceeded';
  return previousRuleById(id)?.description ?? '';
}
