import type { FieldName } from '../../catalogs/fields/fields.ts';
import { type AttackScores, attackScores } from '../../detectors/attacks/attack-scores.ts';
import type { AttackReport } from '../../detectors/attacks/inspect-request.ts';
import type { Getter, Value } from '../../expression/expression.ts';
import type { RequestRecord } from '../request-record.ts';

/** Several fields of a request use the same scores. */
const known = new WeakMap<AttackReport, AttackScores>();

export function scoresOf(report: AttackReport): AttackScores {
  if (report.findings.length === 0) return attackScores(report.findings);
  const found = known.get(report) ?? attackScores(report.findings);
  known.set(report, found);
  return found;
}

const ofScores =
  (extract: (scores: AttackScores) => Value): Getter<RequestRecord> =>
  ({ attacks }) =>
    attacks && extract(scoresOf(attacks));

export const attackExtractors: Partial<Record<FieldName, Getter<RequestRecord>>> = {
  'cf.waf.score': ofScores(({ total }) => total),
  'cf.waf.score.sqli': ofScores(({ sqli }) => sqli),
  'cf.waf.score.xss': ofScores(({ xss }) => xss),
  'cf.waf.score.rce': ofScores(({ rce }) => rce),
  'cf.waf.score.class': ofScores((scores) => scores.class),
};
