/** Operations whose response sets a variable of later examples. */
export const createdBy: Readonly<Record<string, string>> = {
  'zones-create': 'ZONE_ID',
  'user-tokens-create': 'TOKEN_ID',
  'account-tokens-create': 'TOKEN_ID',
  'zone-rulesets-create': 'RULESET_ID',
  'zone-rulesets-rules-create': 'RULE_ID',
  'account-rulesets-create': 'RULESET_ID',
  'account-rulesets-rules-create': 'RULE_ID',
  'monitors-create': 'MONITOR_ID',
  'monitor-groups-create': 'MONITOR_GROUP_ID',
  'pools-create': 'POOL_ID',
  'load-balancers-create': 'LOAD_BALANCER_ID',
  'pools-preview': 'PREVIEW_ID',
  'health-checks-create': 'HEALTHCHECK_ID',
  'health-check-previews-create': 'PREVIEW_ID',
  'page-policies-create': 'POLICY_ID',
  'token-configurations-create': 'CONFIG_ID',
  'rule-exceptions-create': 'EXCEPTION_ID',
  'waf-overrides-create': 'OVERRIDE_ID',
  'filters-create': 'FILTER_ID',
  'firewall-rules-create': 'FIREWALL_RULE_ID',
  'page-rules-create': 'PAGERULE_ID',
  'lists-create': 'LIST_ID',
  'zone-logpush-jobs-create': 'JOB_ID',
  'account-logpush-jobs-create': 'JOB_ID',
  'list-items-append': 'OPERATION_ID',
  'notification-webhooks-create': 'WEBHOOK_ID',
  'notification-pagerduty-create': 'PAGERDUTY_ID',
  'notification-pagerduty-connect': 'TOKEN_ID',
  'notification-policies-create': 'POLICY_ID',
  'silences-create': 'SILENCE_ID',
  'web3-hostnames-create': 'HOSTNAME_ID',
  'web3-access-keys-create': 'KEY_ID',
};

interface Created {
  readonly id?: string | number;
  readonly preview_id?: string;
  readonly operation_id?: string;
}

/** The value of the variable from the result of an operation. */
export function createdId(created: Created | readonly Created[], variable: string): string {
  const result = [created].flat()[0] as Created;
  const { rules = [] } = result as { rules?: { id: string }[] };
  const id =
    variable === 'RULE_ID'
      ? rules.at(-1)?.id
      : (result.preview_id ?? result.operation_id ?? result.id);
  return String(id ?? '');
}
