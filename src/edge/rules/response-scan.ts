import { managedRulesetById } from '../../catalogs/managed-rulesets/managed-rulesets.ts';
import type { RuleReport } from '../../detectors/sensitive-data/describe-findings.ts';
import type { CompiledAction } from './compiled-rule.ts';
import type { ResponseScan } from './deferred-effects.ts';
import type { RuleMatch } from './rule-match.ts';

/** Requests a scan of the response. Rules that scan responses have no other action, because the response is already being sent. */
export interface ScanAction extends CompiledAction {
  /** The number of rules that the response is scanned for. */
  readonly ruleCount: number;
}

export function responseScan(rulesetId: string, ruleIds: readonly string[]): ScanAction {
  const scan: ResponseScan = { rulesetId, ruleIds };
  return {
    name: 'execute',
    readings: 'any',
    ruleCount: ruleIds.length,
    run({ effects }) {
      const skipped = effects.skips?.rules;
      const wanted = skipped ? ruleIds.filter((id) => !skipped.has(id)) : ruleIds;
      if (wanted.length > 0) effects.scans.push({ ...scan, ruleIds: wanted });
      return undefined;
    },
  };
}

/** One event per rule and response, with positions and masked excerpts; never the values. */
export function scanMatches(
  { rulesetId, ruleIds }: ResponseScan,
  reports: readonly RuleReport[],
): RuleMatch[] {
  if (reports.length === 0) return [];
  const rules = managedRulesetById(rulesetId)?.rules;
  return reports
    .filter(({ ruleId }) => ruleIds.includes(ruleId))
    .map(({ ruleId, ref, count, positions }) => ({
      ruleId,
      rulesetId,
      ref,
      description: rules?.find(({ id }) => id === ruleId)?.description ?? '',
      action: 'log',
      source: 'dlp',
      metadata: { count, places: positions },
    }));
}
