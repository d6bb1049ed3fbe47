import type { RequestSample } from './managed-rule-base.ts';
import type { ManagedRule, ScoreSample } from './managed-ruleset.ts';
import type { SensitiveSample } from './sensitive-data/sensitive-data-rule.ts';

/** What a rule matches, and what resembles it without being matched, as people read it. */
export interface SampleTexts {
  readonly matching: readonly string[];
  readonly other: readonly string[];
}

type Sample = RequestSample | ScoreSample | SensitiveSample | string;

export function sampleTexts({ samples }: ManagedRule): SampleTexts {
  return { matching: samples.matching.map(textOf), other: samples.other.map(textOf) };
}

/** A request as it is sent, the text of a response, or a score. */
function textOf(sample: Sample): string {
  if (typeof sample === 'string') return sample;
  if ('text' in sample) return sample.text;
  return 'score' in sample ? `score ${sample.score}` : requestText(sample);
}

function requestText({ method, target, headers, body }: RequestSample): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`${method} ${target}`, ...lines].join('\n');
  return body === '' ? head : `${head}\n\n${body}`;
}
