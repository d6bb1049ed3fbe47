import type { Publisher } from '../../bus/bus.ts';
import {
  type ComparedRequests,
  type ComparedRule,
  FIREWALL_COMPARISONS_TOPIC,
  type FirewallComparison,
  type FirewallComparisons,
  MAX_COMPARED_ZONES,
} from '../../contracts/events/firewall-comparison.ts';
import { isRefusal, type RuleMatch } from '../rules/rule-match.ts';
import { PublishedSums } from './published-sums.ts';

type Firewall = ComparedRule['firewall'];
type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

interface ZoneSum {
  readonly requests: Writable<ComparedRequests>;
  /** By firewall and id; there are no more than managed rules. */
  readonly rules: Map<string, Writable<ComparedRule>>;
}

const firewallOf: Readonly<Record<string, Firewall>> = { waf: 'old', firewallmanaged: 'new' };

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

  /** `matches` are those of both firewalls for one request. Skip rules find nothing, so they do not count. */
  add(zoneId: string, matches: readonly RuleMatch[]): void {
    const { requests, rules } = this.#sums.of(zoneId);
    const acting = new Set(matches.filter(isRefusal).map(({ source }) => firewallOf[source]));
    const both = acting.has('old') && acting.has('new');
    requests[both ? 'both' : acting.has('old') ? 'old' : acting.has('new') ? 'new' : 'neither'] +=
      1;
    const found = matches.filter((match) => isRefusal(match) || match.action === 'log');
    for (const key of new Set(found.map(({ source, ruleId }) => `${source} ${ruleId}`))) {
      const [source = '', ruleId = ''] = key.split(' ');
      const firewall = firewallOf[source];
      if (!firewall) continue;
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
