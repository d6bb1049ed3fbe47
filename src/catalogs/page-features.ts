import { type Plan, planIncludes, tierOf } from './plans.ts';

/** Features of page monitoring by plan. Zones are `enterprise` by default and have all of them. */
export const pageFeatures = {
  connections: { from: 'business', text: 'connection monitoring' },
  cookies: { from: 'business', text: 'cookie monitoring' },
  attribution: { from: 'business', text: 'page attribution' },
  maliciousCode: { from: 'enterprise', text: 'the detection of malicious scripts and URLs' },
  cookieAttributes: { from: 'enterprise', text: 'attributes of cookies' },
  export: { from: 'enterprise', text: 'the export of lists' },
  ownEndpoint: { from: 'enterprise', text: 'a reporting endpoint on its own host' },
  connectionPaths: { from: 'enterprise', text: 'paths of connections' },
} as const satisfies Record<string, { readonly from: Plan['tier']; readonly text: string }>;

export type PageFeature = keyof typeof pageFeatures;

/** Maximum number of policies of a zone. */
const policyQuotas = { free: 0, pro: 0, business: 0, enterprise: 5 };

export function hasPageFeature(plan: string, feature: PageFeature): boolean {
  return planIncludes(plan, pageFeatures[feature].from);
}

export function pagePolicyQuota(plan: string): number {
  return policyQuotas[tierOf(plan)];
}
