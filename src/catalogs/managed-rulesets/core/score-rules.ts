import { type AttackFamily, attackFamilies } from '../../attacks/attack-families.ts';
import { attackSigns } from '../../attacks/attack-signs.ts';
import { sampleRequest } from '../../attacks/sample-request.ts';
import { type ParanoiaLevel, severityPoints } from '../../attacks/sign-entry.ts';
import { weakSamples } from '../../attacks/weak-samples.ts';
import { ruleIdOf } from '../managed-rule-base.ts';
import type { ScoreRule } from '../managed-ruleset.ts';
import { paranoiaTag } from './paranoia-levels.ts';

const common = {
  kind: 'score',
  defaultAction: 'score',
  version: '1',
} as const;

/** One rule for each sign, which counts clear and likely findings. */
const ruleOfSign = ({ name, ...sign }: (typeof attackSigns)[number]): ScoreRule => {
  const { family, means, severity, paranoia, points, isNotice, tags = [], samples } = sign;
  const ref = `core-${name}`;
  return {
    ...common,
    id: ruleIdOf(ref),
    ref,
    description: `${attackFamilies[family].title}: ${means}`,
    categories: [paranoiaTag(paranoia), family, ...tags],
    defaultEnabled: paranoia === 1,
    paranoia,
    finds: { signs: [name], strengths: isNotice ? ['weak'] : ['likely', 'clear'] },
    score: points ?? severityPoints[severity],
    countsOnce: points !== undefined,
    samples: {
      matching: samples.matching.map(sampleRequest),
      other: samples.other.map(sampleRequest),
    },
  };
};

/** Weak signs count more at each level: four of them reach the usual threshold at level 4, fourteen at level 2. */
const weakLevels: readonly { readonly paranoia: ParanoiaLevel; readonly score: number }[] = [
  { paranoia: 2, score: severityPoints.warning },
  { paranoia: 3, score: severityPoints.error },
  { paranoia: 4, score: severityPoints.critical },
];

function weakRulesOf(family: AttackFamily): ScoreRule[] {
  const samples = weakSamples[family];
  if (!samples) return [];
  return weakLevels.map(({ paranoia, score }) => {
    const ref = `core-${family}-weak-${paranoia}`;
    return {
      ...common,
      id: ruleIdOf(ref),
      ref,
      description: `${attackFamilies[family].title}: a text that resembles an attack, at paranoia level ${paranoia}`,
      categories: [paranoiaTag(paranoia), family],
      defaultEnabled: false,
      paranoia,
      finds: { families: [family], strengths: ['weak'] },
      score,
      samples: {
        matching: samples.matching.map(sampleRequest),
        other: samples.other.map(sampleRequest),
      },
    };
  });
}

/** The rules of a family are together, those of level 1 first. */
export const scoreRules: readonly ScoreRule[] = (
  Object.keys(attackFamilies) as AttackFamily[]
).flatMap((family) => [
  ...attackSigns.filter((sign) => sign.family === family).map(ruleOfSign),
  ...weakRulesOf(family),
]);
