import { signByName } from '../../../catalogs/attacks/attack-signs.ts';
import type { AttackFinding } from '../../../detectors/attacks/attack-finding.ts';

/** A finding as events show it: what it is and where, without the text, which may contain personal data. */
export function explainFinding({ sign, strength, value, views, start, end }: AttackFinding) {
  const { place, name, isName = false } = value;
  return {
    sign,
    means: signByName(sign).means,
    strength,
    place,
    ...(name !== '' && { name }),
    ...(isName && { in_name: true }),
    ...(views.length > 0 && { decoded: views }),
    start,
    end,
  };
}
