import type { SensitiveDataRule } from '../../src/catalogs/managed-rulesets/sensitive-data/sensitive-data-rule.ts';
import { sensitiveDataRules } from '../../src/catalogs/managed-rulesets/sensitive-data/sensitive-data-rules.ts';
import { createScanner, type Scanner } from '../../src/detectors/sensitive-data/scanner.ts';
import { type DocumentKind, documentKinds } from './documents.ts';
import { lookAlike, type PlantedValue, plantedValue } from './planted-value.ts';
import { Random } from './random.ts';

export interface RuleScore {
  readonly ref: string;
  readonly isOn: boolean;
  planted: number;
  found: number;
  falseAlarms: number;
}

export interface Measurement {
  readonly documents: number;
  readonly bytes: number;
  readonly samples: number;
  readonly scores: readonly RuleScore[];
  /** Totals of all rules, and of those that are on by default. */
  readonly all: Totals;
  readonly on: Totals;
  /** Number of documents without sensitive data, and of those among them with a false alarm. */
  readonly clean: number;
  readonly alarmedClean: number;
}

export interface Totals {
  readonly recall: number;
  readonly precision: number;
  readonly falseAlarms: number;
}

interface Document {
  readonly text: string;
  readonly planted: readonly PlantedValue[];
}

const DOCUMENTS = 5_600;

/** Measures all rules on the samples of the catalog and on generated documents. */
export function measure(documents = DOCUMENTS): Measurement {
  const scanner = createScanner(sensitiveDataRules);
  const scores = new Map(sensitiveDataRules.map((rule) => [rule.ref, newScore(rule)]));
  const samples = scoreSamples(scanner, scores);
  const counts = { bytes: 0, clean: 0, alarmedClean: 0 };
  for (let seed = 1; seed <= documents; seed += 1) {
    const document = createDocument(seed, scanner);
    const alarms = scoreDocument(scanner, scores, document);
    counts.bytes += Buffer.byteLength(document.text);
    if (document.planted.length > 0) continue;
    counts.clean += 1;
    if (alarms > 0) counts.alarmedClean += 1;
  }
  const all = [...scores.values()];
  return {
    documents,
    samples,
    ...counts,
    scores: all,
    all: totalsOf(all),
    on: totalsOf(all.filter(({ isOn }) => isOn)),
  };
}

/** Odd documents contain only look-alikes, even ones two sensitive values. The rules are used in rotation. */
function createDocument(seed: number, scanner: Scanner): Document {
  const random = new Random(seed);
  const kinds = Object.keys(documentKinds) as DocumentKind[];
  const parts = documentKinds[kinds[seed % kinds.length] ?? 'prose'](random);
  const planted: PlantedValue[] = [];
  const put = (text: string): void => {
    parts.splice(random.below(parts.length + 1), 0, text);
  };
  for (const turn of [0, 1]) {
    const rule = sensitiveDataRules[(seed + turn * 37) % sensitiveDataRules.length];
    if (rule === undefined) continue;
    if (seed % 2 === 0) {
      const value = plantedValue(rule, random, scanner);
      planted.push(value);
      put(value.text);
    } else put(lookAlike(rule, random, scanner) ?? '');
  }
  return { text: parts.join('\n'), planted };
}

/** Returns the number of false alarms: findings that overlap no planted value. */
function scoreDocument(
  scanner: Scanner,
  scores: Map<string, RuleScore>,
  { text, planted }: Document,
): number {
  const results = scanner.scan(text);
  const carriers = planted.map((it) => ({ ...it, start: text.indexOf(it.text) }));
  for (const { ref, value } of planted) {
    const score = scores.get(ref);
    if (score === undefined) continue;
    score.planted += 1;
    const findings = results.find(({ rule }) => rule.ref === ref)?.findings ?? [];
    const isFound = findings.some(
      ({ offset, length }) => text.slice(offset, offset + length) === value,
    );
    if (isFound) score.found += 1;
  }
  let alarms = 0;
  for (const { rule, findings } of results) {
    // A list of e-mail addresses includes those of the document around it.
    if (rule.minimumCount > 1 && planted.some(({ ref }) => ref === rule.ref)) continue;
    for (const { offset, length } of findings) {
      const isPlanted = carriers.some(
        ({ start, text: carrier }) => offset < start + carrier.length && offset + length > start,
      );
      const score = scores.get(rule.ref);
      if (isPlanted || score === undefined) continue;
      score.falseAlarms += 1;
      alarms += 1;
    }
  }
  return alarms;
}

/** Measures each rule on its own samples in the catalog. */
function scoreSamples(scanner: Scanner, scores: Map<string, RuleScore>): number {
  let samples = 0;
  for (const rule of sensitiveDataRules) {
    const score = scores.get(rule.ref);
    if (score === undefined) continue;
    const countIn = (text: string): number =>
      scanner.scan(text).find((it) => it.rule === rule)?.findings.length ?? 0;
    for (const { text, values } of rule.samples.matching) {
      score.planted += values.length;
      score.found += Math.min(values.length, countIn(text));
    }
    for (const text of rule.samples.other) score.falseAlarms += countIn(text);
    samples += rule.samples.matching.length + rule.samples.other.length;
  }
  return samples;
}

const newScore = ({ ref, defaultEnabled }: SensitiveDataRule): RuleScore => ({
  ref,
  isOn: defaultEnabled,
  planted: 0,
  found: 0,
  falseAlarms: 0,
});

function totalsOf(scores: readonly RuleScore[]): Totals {
  const sum = (of: (score: RuleScore) => number): number =>
    scores.reduce((total, score) => total + of(score), 0);
  const found = sum((score) => score.found);
  const falseAlarms = sum((score) => score.falseAlarms);
  return {
    recall: found / sum((score) => score.planted),
    precision: found / (found + falseAlarms),
    falseAlarms,
  };
}
