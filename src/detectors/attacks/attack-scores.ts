import { attackFamilies } from '../../catalogs/attacks/attack-families.ts';
import { signByName } from '../../catalogs/attacks/attack-signs.ts';
import { severityPoints } from '../../catalogs/attacks/sign-entry.ts';
import { type Strength, signCounts } from '../../catalogs/attacks/strength.ts';
import type { AttackFinding } from './attack-finding.ts';

/** 1 is certainly an attack, 99 certainly none. */
export interface AttackScores {
  readonly total: number;
  readonly sqli: number;
  readonly xss: number;
  readonly rce: number;
  readonly class: 'attack' | 'likely_attack' | 'likely_clean' | 'clean';
}

const CLEAN = 99;
const LIKELY_CLEAN = 80;
/** Of nearly all requests. */
const clean: AttackScores = { total: CLEAN, sqli: CLEAN, xss: CLEAN, rce: CLEAN, class: 'clean' };
/** The highest score of a request by its strongest finding; more findings lower the score within the same range. */
const highest: Readonly<Record<Strength, number>> = { clear: 20, likely: 50, weak: 98 };
/** Per point; a single weak sign of low severity leaves a request clean. */
const slope: Readonly<Record<Strength, number>> = { clear: 0.2, likely: 0.2, weak: 4 };
const lowest: Readonly<Record<Strength, number>> = { clear: 1, likely: 21, weak: 51 };

/** The scores of a request for rules and logs. */
export function attackScores(findings: readonly AttackFinding[]): AttackScores {
  if (findings.length === 0) return clean;
  const ofClass = (wanted: string) =>
    scoreOf(
      findings.filter(({ sign }) => attackFamilies[signByName(sign).family].class === wanted),
    );
  const total = scoreOf(findings);
  return {
    total,
    sqli: ofClass('sqli'),
    xss: ofClass('xss'),
    rce: ofClass('rce'),
    class: classOf(total),
  };
}

function scoreOf(findings: readonly AttackFinding[]): number {
  const strongest = (['clear', 'likely', 'weak'] as const).find((strength) =>
    findings.some((finding) => finding.strength === strength),
  );
  if (strongest === undefined) return CLEAN;
  const points = findings.reduce(
    (sum, { sign, strength }) =>
      sum + severityPoints[signByName(sign).severity] * signCounts[strength],
    0,
  );
  return Math.max(lowest[strongest], highest[strongest] - Math.floor(points * slope[strongest]));
}

function classOf(score: number): AttackScores['class'] {
  if (score <= highest.clear) return 'attack';
  if (score <= highest.likely) return 'likely_attack';
  return score <= LIKELY_CLEAN ? 'likely_clean' : 'clean';
}
