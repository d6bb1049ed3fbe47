import { managedRulesetById } from '../../catalogs/managed-rulesets/managed-rulesets.ts';
import type { ExecutedSnapshot } from '../../contracts/snapshot/rulesets-section.ts';
import type { RuleReport } from '../../detectors/sensitive-data/describe-findings.ts';
import type { RuleAct } from './actions.ts';
import type { ResponseScan } from './deferred-effects.ts';
import type { RuleMatch } from './rule-match.ts';

/** Asks for the answer to be looked through. Rules about answers can do no more: it is on its way. */
export function compileResponseScan(
  executes: Extract<ExecutedSnapshot, { kind: 'managed' }>,
): RuleAct {
  const scan = {
    rulesetId: executes.rulesetId,
    ruleIds: executes.rules.map(({ id }) => id),
  };
  return {
    run({ effects }) {
      const skipped = effects.skips?.rules;
      const ruleIds = skipped ? scan.ruleIds.filter((id) => !skipped.has(id)) : scan.ruleIds;
      if (ruleIds.length > 0) effects.scans.push({ ...scan, ruleIds });
      return undefined;
    },
  };
}

/** One event per rule and answer, with places and masked excerpts; never the values. */
export function scanMatches(
  { rulesetId, ruleIds }: ResponseScan,
  reports: readonly RuleReport[],
): RuleMatch[] {
  if (reports.length === 0) return [];
  const rules = managedRulesetById(rulesetId)?.rules;
  return reports
    .filter(({ ruleId }) => ruleIds.includes(ruleId))
    .map(({ ruleId, ref, count, places }) => ({
      ruleId,
      rulesetId,
      ref,
      description: rules?.find(({ id }) => id === ruleId)?.description ?? '',
      action: 'log',
      source: 'dlp',
      metadata: { count, places },
    }));
}
