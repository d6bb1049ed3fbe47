import { sensitiveDataRules } from '../../src/catalogs/managed-rulesets/sensitive-data/sensitive-data-rules.ts';
import { createScanner } from '../../src/detectors/sensitive-data/scanner.ts';
import { claimedRules } from './claimed-rules.ts';

export interface SecretVector {
  readonly kind: 'tp' | 'fp';
  /** The name of the rule in the scanner that the vector was made for. */
  readonly rule: string;
  readonly value: string;
  /** Empty if the value alone decides. */
  readonly path: string;
}

interface VectorScore {
  readonly rule: string;
  readonly isClaimed: boolean;
  found: number;
  missed: number;
  falseAlarms: number;
  clean: number;
}

export interface VectorMeasurement {
  readonly scores: readonly VectorScore[];
  readonly withPath: number;
  /** Missed vectors and false alarms of claimed rules. */
  readonly wrong: readonly SecretVector[];
}

/** A vector counts as found if a rule that claims its kind finds something in it; so does a false alarm. */
export function measureVectors(vectors: readonly SecretVector[]): VectorMeasurement {
  const known = new Set(sensitiveDataRules.map(({ ref }) => ref));
  const scanner = createScanner(sensitiveDataRules);
  const scores = new Map<string, VectorScore>();
  const wrong: SecretVector[] = [];
  for (const vector of vectors.filter(({ path }) => path === '')) {
    const { rule, kind, value } = vector;
    const refs = claimedRules[rule] ?? (known.has(rule) ? [rule] : []);
    const score = scores.get(rule) ?? newScore(rule, refs.length > 0);
    scores.set(rule, score);
    const isFound = scanner.scan(value).some((it) => refs.includes(it.rule.ref));
    if (kind === 'tp') score[isFound ? 'found' : 'missed'] += 1;
    else score[isFound ? 'falseAlarms' : 'clean'] += 1;
    if (score.isClaimed && isFound !== (kind === 'tp')) wrong.push(vector);
  }
  return {
    scores: [...scores.values()],
    withPath: vectors.filter(({ path }) => path !== '').length,
    wrong,
  };
}

const newScore = (rule: string, isClaimed: boolean): VectorScore => ({
  rule,
  isClaimed,
  found: 0,
  missed: 0,
  falseAlarms: 0,
  clean: 0,
});

export function vectorReport({ scores, withPath }: VectorMeasurement): string {
  const claimed = scores.filter(({ isClaimed }) => isClaimed);
  const sum = (of: (score: VectorScore) => number): number =>
    claimed.reduce((total, score) => total + of(score), 0);
  const share = (part: number, whole: number): string =>
    `${part} of ${whole} (${((100 * part) / whole).toFixed(1)} %)`;
  const found = sum((it) => it.found);
  const falseAlarms = sum((it) => it.falseAlarms);
  const rows = scores.map(
    (it) =>
      `${it.rule.padEnd(45)} ${it.isClaimed ? 'yes' : '-  '} ${[it.found, it.missed, it.falseAlarms, it.clean].map((count) => String(count).padStart(6)).join(' ')}`,
  );
  return [
    `${'rule'.padEnd(45)} claimed found missed  false  clean`,
    ...rows,
    `claimed: ${share(claimed.length, scores.length)} of the names`,
    `found of claimed: ${share(found, found + sum((it) => it.missed))}`,
    `false of claimed: ${share(falseAlarms, falseAlarms + sum((it) => it.clean))}`,
    `vectors that need their path, not measured: ${withPath}`,
    '',
  ].join('\n');
}
