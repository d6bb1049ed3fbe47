import type { AttacksTrace, FindingTrace } from '../../contracts/events/request-trace.ts';
import type { AttackFinding } from '../../detectors/attacks/attack-finding.ts';
import type { AttackReport } from '../../detectors/attacks/inspect-request.ts';
import { scoresOf } from '../../request/fields/attack-extractors.ts';
import { hiddenText, shownNamed } from '../redaction/secrets.ts';

/** A trace shows this many findings. */
const MAX_FINDINGS = 50;

/** What was found in a request, and where; undefined if nothing has looked for attacks or nothing was found. */
export function attacksTrace(report: AttackReport | undefined): AttacksTrace | undefined {
  if (!report || report.findings.length + report.gaps.length === 0) return undefined;
  return {
    score: scoresOf(report).total,
    findings: report.findings.slice(0, MAX_FINDINGS).map(findingTrace),
    gaps: report.gaps.map(({ reason, place }) => `${reason} in ${place}`),
  };
}

function findingTrace({ sign, strength, value, views, excerpt }: AttackFinding): FindingTrace {
  const { place, name, isName = false } = value;
  // The path and the query are in the log as well; bodies and cookies are not.
  const isLogged = place === 'path' || place === 'query';
  return {
    sign,
    strength,
    place,
    field: name.slice(0, 100),
    inName: isName,
    decoded: views,
    excerpt: isLogged ? shownNamed(name, excerpt) : hiddenText(excerpt),
  };
}
