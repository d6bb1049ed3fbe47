/** Quotas that do not depend on the plan. */
export const limits = {
  tokensPerUser: 50,
  tokensPerAccount: 500,
  /** In all policies together. List queries have a condition for each of them, and SQLite limits their depth to 1000. */
  resourcesPerToken: 500,
  rulesPerCustomRuleset: 1000,
  /** Versions of a ruleset beyond these are removed, the oldest first, unless they are in use. */
  rulesetVersions: 100,
  rulesetVersionBytes: 16 * 1024 * 1024,
  listsPerAccount: 1000,
  /** In all lists together. Every edge process of a node keeps all of them in memory. */
  listItemsPerAccount: 100_000,
  /** In the URLs of all redirects together, for the same reason. */
  redirectCharactersPerAccount: 32 * 1024 * 1024,
  tokenConfigurationsPerZone: 20,
  ruleExceptionsPerZone: 1000,
  /** The edge compiles the packages of the previous firewall for each of them. */
  uriOverridesPerZone: 200,
  urlsPerUriOverride: 50,
  filtersPerZone: 2000,
  /** Replays of a job that are not finished. */
  replaysPerLogpushJob: 10,
  /** The oldest are removed first. */
  batchesPerLogpushJob: 1000,
  poolsPerAccount: Number.POSITIVE_INFINITY,
  monitorsPerAccount: Number.POSITIVE_INFINITY,
  monitorGroupsPerAccount: 1000,
  /** Each of them probes every origin of every pool that has the group. */
  monitorsPerGroup: 20,
  webhooksPerAccount: 500,
  pagerdutyServicesPerAccount: 100,
  /** In the history. The oldest are removed first. */
  notificationsPerAccount: 100_000,
  /** On plans below enterprise. */
  web3HostnamesPerAccount: 15,
  accessKeysPerWeb3Hostname: 100,
  loadBalancersPerZone: Number.POSITIVE_INFINITY,
  poolsPerLoadBalancer: 1000,
  originsPerPool: 1000,
  /** Each alert is compared with all of them. */
  notificationPoliciesPerAccount: 500,
  /** Of each kind: addresses, webhooks and PagerDuty services. */
  recipientsPerNotificationPolicy: 100,
  silencesPerAccount: 1000,
  /** How long silences are kept after they ended. */
  silenceDays: 30,
  /** The oldest are removed first. */
  securityEventsPerZone: 1_000_000,
  securityEventDays: 30,
  requestTracesPerZone: 20_000,
  requestTraceHours: 24,
  pageViolationDays: 30,
  /** Items of each kind. Sites have fewer; the limit prevents invented URLs from filling the database. */
  pageItemsPerZone: 1_000_000,
  pageItemsPerZoneAndHour: 20_000,
} as const;
