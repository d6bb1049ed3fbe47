import type { RequestSample } from '../managed-rulesets/managed-rule-base.ts';

/** The request of a sample: a text alone is the value of a query argument. */
export function sampleRequest(sample: string | RequestSample): RequestSample {
  if (typeof sample !== 'string') return sample;
  const target = `/items?name=${encodeURIComponent(sample).replaceAll("'", '%27')}`;
  return { method: 'GET', target, headers: { host: 'shop.test' }, body: '' };
}

/** Signs of a family may have the same samples. */
export function uniqueRequests(samples: readonly (string | RequestSample)[]): RequestSample[] {
  const byText = new Map(samples.map((sample) => [JSON.stringify(sample), sample]));
  return [...byText.values()].map(sampleRequest);
}
