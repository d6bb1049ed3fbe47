import type { RequestSample } from '../managed-rulesets/managed-rule-base.ts';

/** The request of a sample: a text alone is the value of a query argument. */
export function sampleRequest(sample: string | RequestSample): RequestSample {
  if (typeof sample !== 'string') return sample;
  const target = `/items?name=${encodeURIComponent(sample).replaceAll("'", '%27')}`;
  return { method: 'GET', target, headers: { host: 'shop.test' }, body: '' };
}
