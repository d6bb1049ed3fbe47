import { signByName } from '../../../catalogs/attacks/attack-signs.ts';
import type { AttackFinding } from '../../../detectors/attacks/attack-finding.ts';
import type { FoundValue } from '../matched-evidence.ts';

/** An event explains this many findings of a rule. */
const MAX_EXPLAINED = 10;

/** Findings as events show them: what they are and where, without the texts, which may contain personal data. */
export const explainFindings = (findings: readonly AttackFinding[]) =>
  findings.slice(0, MAX_EXPLAINED).map(explained);

function explained({ sign, strength, value, views, start, end }: AttackFinding) {
  const { place, name, isName = false } = value;
  return {
    sign,
    means: signByName(sign).means,
    strength,
    place,
    field: name,
    ...(isName && { in_name: true }),
    ...(views.length > 0 && { decoded: views }),
    start,
    end,
  };
}

/** Matched data is encrypted, so it may contain the whole value. */
export function foundValue({ value }: AttackFinding): FoundValue {
  const { place, name, text } = value;
  return { field: name === '' ? place : `${place} ${name}`, value: text };
}
