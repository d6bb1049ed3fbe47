import { type AttackFamily, attackFamilies } from '../../attacks/attack-families.ts';
import { attackSigns } from '../../attacks/attack-signs.ts';
import { uniqueRequests } from '../../attacks/sample-request.ts';
import { ruleIdOf } from '../managed-rule-base.ts';
import type { AttackRule } from '../managed-ruleset.ts';

/** Clear findings are blocked, likely ones logged. */
const kinds = [
  { strength: 'clear', suffix: '', action: 'block', text: '' },
  { strength: 'likely', suffix: '-likely', action: 'log', text: ', likely' },
] as const;

/** Two rules for each family. */
export const genericRules: readonly AttackRule[] = (Object.keys(attackFamilies) as AttackFamily[])
  .filter((family) => attackSigns.some((sign) => sign.family === family))
  .flatMap((family) => kinds.map((kind) => genericRule(family, kind)));

function genericRule(
  family: AttackFamily,
  { strength, suffix, action, text }: (typeof kinds)[number],
): AttackRule {
  const ref = `managed-${family}${suffix}`;
  const signs = attackSigns.filter((sign) => sign.family === family);
  return {
    kind: 'attack',
    id: ruleIdOf(ref),
    ref,
    description: attackFamilies[family].title + text,
    categories: [family],
    defaultAction: action,
    defaultEnabled: true,
    version: '1',
    finds: { families: [family], strengths: [strength] },
    samples: {
      matching: uniqueRequests(signs.flatMap(({ samples }) => samples.matching)),
      other: uniqueRequests(signs.flatMap(({ samples }) => samples.other)),
    },
  };
}
