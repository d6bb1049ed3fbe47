import type { Publisher } from '../../bus/bus.ts';
import {
  type ComparedRequests,
  type ComparedRule,
  FIREWALL_COMPARISONS_TOPIC,
  type FirewallComparison,
  type FirewallComparisons,
  MAX_COMPARED_ZONES,
} from '../../contracts/events/firewall-comparison.ts';
import { isRefusal } from '../rules/rule-match.ts';
import { PublishedSums } from './published-sums.ts';

/** A rule of one of the firewalls that matched a request, and its action. */
export interface FirewallFinding extends Pick<ComparedRule, 'firewall' | 'ruleId'> {
  readonly action: string;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

interface ZoneSum {
  readonly requests: Writable<ComparedRequests>;
  /** By firewall and id; there are no more than managed rules. */
  readonly rules: Map<string, Writable<ComparedRule>>;
}

/** Compares the previous managed rules of zones with those that replace them, by what they do with real requests. */
export class FirewallCounts {
  readonly #sums: PublishedSums<ZoneSum, FirewallComparisons>;

  constructor(publisher: Publisher) {
    this.#sums = new PublishedSums({
      publisher,
      topic: FIREWALL_COMPARISONS_TOPIC,
      mostSums: MAX_COMPARED_ZONES,
      zero: (): ZoneSum => ({
        requests: { neither: 0, old: 0, new: 0, both: 0 },
        rules: new Map(),
      }),
      messageOf: (sums) => ({ zones: sums.map(([zoneId, sum]) => comparisonOf(zoneId, sum)) }),
    });
  }

  /** `findings` are those of both firewalls for one request. Actions like `skip` and `execute` do not count. */
  add(zoneId: string, findings: readonly FirewallFinding[]): void {
    const { requests, rules } = this.#sums.of(zoneId);
    const acting = new Set(findings.filter(isRefusal).map(({ firewall }) => firewall));
    const both = acting.has('old') && acting.has('new');
    requests[both ? 'both' : acting.has('old') ? 'old' : acting.has('new') ? 'new' : 'neither'] +=
      1;
    const counted = findings.filter((each) => isRefusal(each) || each.action === 'log');
    // A rule may match twice: a ruleset can be executed several times.
    const byRule = new Map(counted.map((each) => [`${each.firewall} ${each.ruleId}`, each]));
    for (const [key, { firewall, ruleId }] of byRule) {
      const rule = rules.get(key) ?? { firewall, ruleId, requests: 0, alone: 0 };
      rule.requests += 1;
      if (!acting.has(firewall === 'old' ? 'new' : 'old')) rule.alone += 1;
      rules.set(key, rule);
    }
  }

  flush(): void {
    this.#sums.flush();
  }
}

function comparisonOf(zoneId: string, { requests, rules }: ZoneSum): FirewallComparison {
  return { zoneId, requests, rules: [...rules.values()] };
}
