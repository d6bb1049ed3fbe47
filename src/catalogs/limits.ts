/** Quotas that do not depend on the plan. */
export const limits = {
  tokensPerUser: 50,
  tokensPerAccount: 500,
  /** In all policies together. Lists ask for each of them; SQLite takes conditions up to 1000 deep. */
  resourcesPerToken: 500,
  rulesPerCustomRuleset: 1000,
  poolsPerAccount: Number.POSITIVE_INFINITY,
  monitorsPerAccount: Number.POSITIVE_INFINITY,
  loadBalancersPerZone: Number.POSITIVE_INFINITY,
  poolsPerLoadBalancer: 1000,
  originsPerPool: 1000,
  /** The oldest go first. */
  securityEventsPerZone: 1_000_000,
  securityEventDays: 30,
  requestTracesPerZone: 20_000,
  requestTraceHours: 24,
  pageViolationDays: 30,
  /** Of each kind. More than sites have: addresses that anybody can make up must not fill the store. */
  pageItemsPerZone: 1_000_000,
  pageItemsPerZoneAndHour: 20_000,
} as const;
