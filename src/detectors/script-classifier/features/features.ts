import { cryptominingFeatures } from './cryptomining-features.ts';
import { dataflowFeatures } from './dataflow-features.ts';
import type { Feature, ScoreFamily } from './feature.ts';
import { magecartFeatures } from './magecart-features.ts';
import { malwareFeatures } from './malware-features.ts';
import { obfuscationFeatures } from './obfuscation-features.ts';

/** All features by what they count for. */
export const features: Readonly<Record<ScoreFamily, readonly Feature[]>> = {
  obfuscation: obfuscationFeatures,
  dataflow: dataflowFeatures,
  malware: malwareFeatures,
  cryptomining: cryptominingFeatures,
  magecart: magecartFeatures,
};

export const families: readonly ScoreFamily[] = [
  'obfuscation',
  'dataflow',
  'malware',
  'cryptomining',
  'magecart',
];
