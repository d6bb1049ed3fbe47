import { signByName } from '../../catalogs/attacks/attack-signs.ts';
import type { AttackFinding } from '../../detectors/attacks/attack-finding.ts';
import type { Decision, Judgement } from './judge-request.ts';

/** A judgement as JSON. */
export function judgementRecord(file: string, { report, matched, levels }: Judgement) {
  return {
    file,
    decision: levels[0]?.decision ?? 'pass',
    rules: matched.map(({ id, ref, description, defaultAction }) => ({
      id,
      ref,
      description,
      action: defaultAction,
    })),
    core: levels.map(({ paranoia, total, threshold, decision, rules }) => ({
      paranoia_level: paranoia,
      score: total,
      threshold,
      decision,
      rules: rules.map(({ rule, count, points }) => ({
        id: rule.id,
        ref: rule.ref,
        count,
        points,
      })),
    })),
    findings: report.findings.map(findingRecord),
    not_inspected: report.gaps,
    steps: report.steps,
  };
}

function findingRecord({ sign, strength, value, views, start, end, excerpt }: AttackFinding) {
  const { place, name, isName = false } = value;
  return { sign, strength, place, name, in_name: isName, decoded: views, start, end, excerpt };
}

/** A judgement as lines for people. */
export function judgementLines(file: string, { report, matched, levels }: Judgement): string[] {
  const decision: Decision = levels[0]?.decision ?? 'pass';
  const scores = levels.map(
    ({ paranoia, total, threshold }) => `PL${paranoia} ${total}${total >= threshold ? ' !' : ''}`,
  );
  return [
    `${file}: ${decision}`,
    ...matched.map(
      ({ defaultAction, ref, description, id }) =>
        `  ${defaultAction.padEnd(5)}  ${ref}  ${description}  ${id}`,
    ),
    ...(report.findings.length > 0
      ? [`  core   ${scores.join(', ')}  (threshold ${levels[0]?.threshold})`]
      : []),
    ...report.findings.map((finding) => `  ${lineOf(finding)}`),
    ...report.gaps.map(
      ({ reason, place, name }) => `  not inspected: ${reason} in ${place} ${name}`,
    ),
  ];
}

function lineOf({ sign, strength, value, views, excerpt }: AttackFinding): string {
  const { place, name, isName } = value;
  const where = [
    place,
    ...(isName ? ['name'] : []),
    ...(name === '' ? [] : [JSON.stringify(name)]),
  ].join(' ');
  const decoded = views.length > 0 ? ` (decoded: ${views.join(', ')})` : '';
  return `${strength.padEnd(6)} ${sign} in ${where}${decoded}: ${JSON.stringify(excerpt)}  ${signByName(sign).means}`;
}
