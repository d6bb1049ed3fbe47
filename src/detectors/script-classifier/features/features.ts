import { cryptominingFeatures } from './cryptomining-features.ts';
import { dataflowFeatures } from './dataflow-features.ts';
import { exploitFeatures } from './exploit-features.ts';
import type { Feature, ReasonFamily, ScoreFamily } from './feature.ts';
import { fittedPoints } from './fitted-points.ts';
import { magecartFeatures } from './magecart-features.ts';
import { malwareFeatures } from './malware-features.ts';
import { obfuscationFeatures } from './obfuscation-features.ts';
import { pageFeatures } from './page-features.ts';
import { systemFeatures } from './system-features.ts';
import { unpackedFeatures } from './unpacked-features.ts';

/** All features by family. */
export const features: Readonly<Record<ScoreFamily, readonly Feature[]>> = {
  obfuscation: obfuscationFeatures,
  dataflow: dataflowFeatures,
  malware: [
    ...malwareFeatures,
    ...systemFeatures,
    ...exploitFeatures,
    ...pageFeatures,
    ...unpackedFeatures,
  ],
  cryptomining: cryptominingFeatures,
  magecart: magecartFeatures,
};

/** The points that a feature adds. */
export const pointsOf = (
  family: ReasonFamily,
  { id, points }: Pick<Feature, 'id' | 'points'>,
): number => fittedPoints.get(`${family}/${id}`) ?? points;

export const families: readonly ScoreFamily[] = [
  'obfuscation',
  'dataflow',
  'malware',
  'cryptomining',
  'magecart',
];
