import type { ParanoiaLevel } from '../../catalogs/attacks/sign-entry.ts';
import { closingRule } from '../../catalogs/managed-rulesets/core/closing-rule.ts';
import { coreRuleset } from '../../catalogs/managed-rulesets/core/core.ts';
import { paranoiaTag } from '../../catalogs/managed-rulesets/core/paranoia-levels.ts';
import { managedRuleset } from '../../catalogs/managed-rulesets/managed/managed.ts';
import type {
  AttackRule,
  DetectionRule,
  ScoreRule,
} from '../../catalogs/managed-rulesets/managed-ruleset.ts';
import { resolveOverrides } from '../../catalogs/managed-rulesets/override-resolution.ts';
import { type AnomalyScore, anomalyScore } from '../../detectors/attacks/anomaly-score.ts';
import type { AttackFinding } from '../../detectors/attacks/attack-finding.ts';
import type { AttackReport } from '../../detectors/attacks/inspect-request.ts';
import { isSelected } from '../../detectors/attacks/select-findings.ts';
import type { LiveRequest } from '../../edge/rules/live-request.ts';
import { RuleGates } from '../../edge/rules/rule-gates.ts';
import { finished } from '../../kernel/time-slices.ts';
import type { ReadRequest } from '../../request/read-request.ts';
import { type RequestCondition, requestCondition, requestReader } from '../request-condition.ts';

/** `refuse`: the edge refuses the request before its rules, because servers read its path in different ways. */
export type Decision = 'pass' | 'log' | 'block' | 'refuse';

/** What the managed rules do with a request at the defaults, and at each paranoia level of the core ruleset. */
export interface Judgement {
  readonly report: AttackReport;
  readonly matched: readonly (AttackRule | DetectionRule)[];
  readonly levels: readonly LevelJudgement[];
}

export interface LevelJudgement extends AnomalyScore {
  readonly paranoia: ParanoiaLevel;
  readonly threshold: number;
  /** Of both rulesets. */
  readonly decision: Decision;
}

const always: RequestCondition = { matches: () => true, needs: undefined };
const levels: readonly ParanoiaLevel[] = [1, 2, 3, 4];
const threshold = closingRule.scoreThreshold;
const managed = resolveOverrides(managedRuleset).flatMap(({ id }) => {
  const rule = managedRuleset.rules.find((each) => each.id === id);
  return rule?.kind === 'attack' || rule?.kind === 'detection' ? [{ rule, ...testOf(rule) }] : [];
});
/** As at the edge, because there are hundreds of rules. */
const gates = finished(
  RuleGates.of(
    managed.map(({ needs }) => needs),
    requestReader,
  ),
);
const scoring = new Map(levels.map((level) => [level, scoreRulesAt(level)]));

export function judgeRequest({ readings, isAmbiguousPath }: ReadRequest): Judgement {
  const report = readings[0].attacks ?? { findings: [], gaps: [], steps: 0 };
  const matched = openRules(readings)
    .filter(({ finds, matches }) => finds(report.findings) && readings.some(matches))
    .map(({ rule }) => rule);
  const judged = levels.map((level) => judgeAt(level, matched, report));
  const decided = isAmbiguousPath
    ? judged.map((each) => ({ ...each, decision: 'refuse' as const }))
    : judged;
  return { report, matched, levels: decided };
}

/** The rules that may match. */
function openRules(readings: ReadRequest['readings']): typeof managed {
  // Gates read no more of a request than its readings and the fields of those, which `requestReader` provides.
  gates?.check({ readings } as object as LiveRequest);
  const open: (typeof managed)[number][] = [];
  const next = (from: number) => gates?.next(from) ?? from;
  for (let at = next(0); at < managed.length; at = next(at + 1)) {
    const rule = managed[at];
    if (rule) open.push(rule);
  }
  return open;
}

function judgeAt(
  paranoia: ParanoiaLevel,
  matched: Judgement['matched'],
  { findings }: AttackReport,
): LevelJudgement {
  const score = anomalyScore(scoring.get(paranoia) ?? [], () => findings);
  const isBlocked =
    score.total >= threshold || matched.some(({ defaultAction }) => defaultAction === 'block');
  const decision = isBlocked ? 'block' : matched.length > 0 ? 'log' : 'pass';
  return { ...score, paranoia, threshold, decision };
}

interface RuleMatcher extends RequestCondition {
  readonly finds: (findings: readonly AttackFinding[]) => boolean;
}

function testOf(rule: AttackRule | DetectionRule): RuleMatcher {
  const condition = rule.expression === undefined ? always : requestCondition(rule.expression);
  if (rule.kind === 'detection') return { finds: () => true, ...condition };
  return { finds: (all) => all.some((each) => isSelected(rule.finds, each)), ...condition };
}

/** Levels are chosen as clients do: by switching off those above. */
function scoreRulesAt(paranoia: ParanoiaLevel): readonly ScoreRule[] {
  const categories = levels.map((level) => ({
    category: paranoiaTag(level),
    enabled: level <= paranoia,
  }));
  const enabled = new Set(resolveOverrides(coreRuleset, { categories }).map(({ id }) => id));
  return coreRuleset.rules.filter(
    (rule): rule is ScoreRule => rule.kind === 'score' && enabled.has(rule.id),
  );
}
