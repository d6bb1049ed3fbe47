import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FirewallComparisons } from '../../contracts/events/firewall-comparison.ts';
import { FirewallCounts, type FirewallFinding } from './firewall-counts.ts';

const old = (action: string) => ({ firewall: 'old', ruleId: '100001', action }) as const;
const current = (action: string) => ({ firewall: 'new', ruleId: 'a', action }) as const;

const cases: readonly (readonly [string, readonly FirewallFinding[], string, readonly string[]])[] =
  [
    ['no match', [], 'neither', []],
    ['a logged match', [current('log')], 'neither', ['new a 1']],
    ['a skip rule', [current('skip')], 'neither', []],
    ['a rule that matches twice', [current('log'), current('log')], 'neither', ['new a 1']],
    ['a block of the new rules', [current('block')], 'new', ['new a 1']],
    ['an exception, and a challenge', [current('skip'), old('challenge')], 'old', ['old 100001 1']],
    ['a block of both', [current('block'), old('block')], 'both', ['new a 0', 'old 100001 0']],
  ];

describe('the counts of what both firewalls do', () => {
  for (const [name, findings, outcome, rules] of cases) {
    it(`count ${name} as ${outcome}`, () => {
      const published: FirewallComparisons[] = [];
      const counts = new FirewallCounts({
        publish: async (_topic, payload) => {
          published.push(...(payload as FirewallComparisons[]));
          return { accepted: true };
        },
      });
      counts.add('zone', findings);
      counts.flush();
      const [zone] = published[0]?.zones ?? [];
      const none = { neither: 0, old: 0, new: 0, both: 0 };
      assert.deepEqual(zone?.requests, { ...none, [outcome]: 1 });
      const found = zone?.rules.map(({ firewall, ruleId, alone }) => [firewall, ruleId, alone]);
      assert.deepEqual(
        found?.map((rule) => rule.join(' ')),
        rules,
      );
    });
  }
});
