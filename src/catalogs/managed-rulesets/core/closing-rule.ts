import type { ThresholdRule } from '../managed-ruleset.ts';
import { scoreThresholds } from './paranoia-levels.ts';

/** Acts if the sum of the scores of the rules before it reaches a threshold. */
export const closingRule: ThresholdRule = {
  kind: 'threshold',
  id: '6179ae15870a4bb7b2d480d4843b323c',
  ref: '949110-inbound-anomaly-score-exceeded',
  description: '949110: Inbound Anomaly Score Exceeded',
  categories: [],
  defaultAction: 'block',
  defaultEnabled: true,
  version: '1',
  scoreThreshold: scoreThresholds.medium,
  samples: {
    matching: [{ score: 40 }, { score: 63 }],
    other: [{ score: 39 }, { score: 0 }],
  },
};
