import type { AttackSign } from '../../../catalogs/attacks/attack-signs.ts';
import type { Strength } from '../../../catalogs/attacks/strength.ts';
import type { AttackFinding } from '../attack-finding.ts';
import type { InspectedValue } from '../inspected-request.ts';

/** Makes a finding about a value as it was sent. For readers of requests. */
export function findingIn(
  value: InspectedValue,
  sign: AttackSign,
  strength: Strength,
  [start, end]: readonly [number, number] = [0, value.text.length],
): AttackFinding {
  return {
    sign,
    strength,
    value,
    views: [],
    start,
    end,
    excerpt: value.text.slice(start, end).slice(0, 100),
  };
}
