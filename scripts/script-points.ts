/**
 * Fits the points of features to scripts of which is known whether they are malicious, and writes them into
 * src/detectors/script-classifier/features/fitted-points.ts:
 *
 *     node scripts/script-corpus.ts --corpus FILE.jsonl.gz --json malicious.json
 *     node scripts/script-corpus.ts --builds scripts/script-corpus/development.txt --cache FOLDER --json builds.json
 *     node scripts/script-points.ts malicious.json builds.json
 *
 * The samples of the project are added, but for the held-out ones. Prints what a cross-validation by family finds, and records it
 * with a table of what a score means in scripts/script-corpus/figures.json. The same files always give the same points.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { maliciousSamples } from '../src/detectors/script-classifier/samples/malicious-samples.ts';
import { sampleFiles } from '../src/detectors/script-classifier/samples/sample-files.ts';
import { scoreOf } from '../src/detectors/script-classifier/score.ts';
import { classifyScript } from '../src/detectors/script-classifier/script-classifier.ts';
import { calibrationOf, crossValidationFigures } from './script-corpus/cross-validation.ts';
import { recordFigures } from './script-corpus/figures.ts';
import { crossValidate, fitPoints, type KnownScript } from './script-corpus/fit-points.ts';
import type { MeasuredScript } from './script-corpus/measure-scripts.ts';
import { shapeHash } from './script-corpus/shape-hash.ts';

const POINTS = 'src/detectors/script-classifier/features/fitted-points.ts';

const [maliciousFile, buildsFile] = process.argv.slice(2);
if (maliciousFile === undefined || buildsFile === undefined) {
  throw new Error('usage: script-points.ts MALICIOUS.json BUILDS.json');
}
const scripts = [
  ...measuredIn(maliciousFile).map(({ group, shape, verdict }) => ({
    group,
    family: shape,
    isBad: true,
    verdict,
  })),
  ...measuredIn(buildsFile).map(({ name, verdict }) => ({
    group: 'builds',
    family: name.replace(/(?<=.)@.*/, ''),
    isBad: false,
    verdict,
  })),
  ...ownScripts(),
];
const crossValidated = crossValidate(scripts).map(scoreOf);
const figures = {
  crossValidated: crossValidationFigures(scripts, crossValidated),
  calibration: calibrationOf(scripts, crossValidated),
};
recordFigures(figures);
process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
writePoints(fitPoints(scripts));

function measuredIn(file: string): MeasuredScript[] {
  return JSON.parse(readFileSync(file, 'utf8')) as MeasuredScript[];
}

function ownScripts(): KnownScript[] {
  const own = (code: string, isBad: boolean): KnownScript => ({
    group: isBad ? 'own, malicious' : 'own, ordinary',
    family: shapeHash(code),
    isBad,
    verdict: classifyScript(code),
  });
  return [
    ...maliciousSamples.map(({ code }) => own(code, true)),
    ...(['probes', 'second-set'] as const).flatMap((set) => [
      ...sampleFiles(set, 'malicious').map(({ code }) => own(code, true)),
      ...sampleFiles(set, 'ordinary').map(({ code }) => own(code, false)),
    ]),
  ];
}

function writePoints(points: ReadonlyMap<string, number>): void {
  const lines = [...points].map(([name, it]) => `  ['${name}', ${it}],\n`);
  writeFileSync(
    POINTS,
    `/**
 * Points of features, and the most that the supporting families add; made by scripts/script-points.ts, do not edit. A
 * feature that is not listed has the points that its author gave it.
 */
export const fittedPoints: ReadonlyMap<string, number> = new Map([\n${lines.join('')}]);\n`,
  );
}
