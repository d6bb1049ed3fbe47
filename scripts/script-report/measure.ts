import { maliciousSamples } from '../../src/detectors/script-classifier/samples/malicious-samples.ts';
import {
  type SampleSet,
  sampleFiles,
} from '../../src/detectors/script-classifier/samples/sample-files.ts';
import type { ScriptScores } from '../../src/detectors/script-classifier/score.ts';
import { classifyScript } from '../../src/detectors/script-classifier/script-classifier.ts';
import type { ScriptVerdict } from '../../src/detectors/script-classifier/script-verdict.ts';
import { type Library, libraries } from './libraries.ts';
import { libraryCode, obfuscatedCode } from './library-files.ts';
import { rocArea } from './roc-area.ts';

export interface MeasuredScript {
  readonly name: string;
  readonly bytes: number;
  readonly verdict: ScriptVerdict;
}

export interface Measurement {
  readonly plain: readonly MeasuredScript[];
  readonly malicious: readonly MeasuredScript[];
  readonly obfuscated: readonly MeasuredScript[];
  readonly probes: MeasuredPair;
  /** Held out once; rules were made after it. */
  readonly secondSet: MeasuredPair;
  readonly heldOut: MeasuredPair;
  /** Areas under the curve; 1 is a clean cut, 0.5 is chance. */
  readonly areas: {
    readonly maliciousAgainstPlain: number;
    readonly maliciousAgainstAll: number;
    readonly obfuscatedAgainstPlain: number;
    readonly heldOut: number;
    readonly heldOutAgainstAll: number;
    readonly everything: number;
  };
}

export interface MeasuredPair {
  readonly malicious: readonly MeasuredScript[];
  readonly ordinary: readonly MeasuredScript[];
}

export function measureScripts(): Measurement {
  const plain = libraries.map((library) => measured(nameOf(library), libraryCode(library)));
  const malicious = maliciousSamples.map(({ name, code }) => measured(name, code));
  const obfuscated = libraries.map((library, at) =>
    measured(nameOf(library), obfuscatedCode(library, at)),
  );
  const of = (scripts: readonly MeasuredScript[], name: keyof ScriptScores): number[] =>
    scripts.flatMap(({ verdict }) => (verdict.kind === 'scored' ? [verdict.scores[name]] : []));
  const probes = measuredPair('probes');
  const secondSet = measuredPair('second-set');
  const heldOut = measuredPair('held-out');
  const bad = of(malicious, 'integrity');
  const unseen = of(heldOut.malicious, 'integrity');
  const ordinary = of(heldOut.ordinary, 'integrity');
  const good = [...of([...plain, ...obfuscated], 'integrity'), ...ordinary];
  return {
    plain,
    malicious,
    obfuscated,
    probes,
    secondSet,
    heldOut,
    areas: {
      maliciousAgainstPlain: rocArea(bad, of(plain, 'integrity')),
      maliciousAgainstAll: rocArea(bad, of([...plain, ...obfuscated], 'integrity')),
      obfuscatedAgainstPlain: rocArea(of(obfuscated, 'obfuscation'), of(plain, 'obfuscation')),
      heldOut: rocArea(unseen, ordinary),
      heldOutAgainstAll: rocArea(unseen, good),
      everything: rocArea([...bad, ...unseen], good),
    },
  };
}

const measuredPair = (set: SampleSet): MeasuredPair => ({
  malicious: sampleFiles(set, 'malicious').map(({ name, code }) => measured(name, code)),
  ordinary: sampleFiles(set, 'ordinary').map(({ name, code }) => measured(name, code)),
});

const nameOf = ({ name, version }: Library): string => `${name}@${version}`;

const measured = (name: string, code: string): MeasuredScript => ({
  name,
  bytes: Buffer.byteLength(code),
  verdict: classifyScript(code),
});
