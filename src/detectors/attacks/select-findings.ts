import { signByName } from '../../catalogs/attacks/attack-signs.ts';
import type { FindingSelector } from '../../catalogs/attacks/finding-selector.ts';
import type { AttackFinding } from './attack-finding.ts';

/** Whether a rule is about a finding. */
export function isSelected(
  { families, signs, strengths, places, names }: FindingSelector,
  { sign, strength, value }: AttackFinding,
): boolean {
  return (
    strengths.includes(strength) &&
    (signs === undefined || signs.includes(sign)) &&
    (families === undefined || families.includes(signByName(sign).family)) &&
    (places === undefined || places.includes(value.place)) &&
    (names === undefined || names.includes(value.name.toLowerCase()))
  );
}
