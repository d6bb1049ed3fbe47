/** A product that audit entries are filtered by, and the kinds of resources that belong to it. */
export interface AuditProduct {
  readonly value: string;
  readonly label: string;
  readonly resources: readonly string[];
}

/** Products that are filtered by together. */
export interface AuditProductCategory {
  readonly value: string;
  readonly label: string;
  readonly products: readonly AuditProduct[];
}

const product = (value: string, label: string, ...resources: string[]): AuditProduct => ({
  value,
  label,
  resources,
});

export const auditProductCategories: readonly AuditProductCategory[] = [
  {
    value: 'account_management',
    label: 'Account management',
    products: [
      product('accounts', 'Accounts', 'account'),
      product('api_tokens', 'API tokens', 'token'),
      product('users', 'Users', 'user'),
    ],
  },
  {
    value: 'domains',
    label: 'Domains',
    products: [
      product('subscriptions', 'Subscriptions', 'zone_subscription'),
      product('url_normalization', 'URL normalization', 'url_normalization'),
      product('zone_holds', 'Zone holds', 'zone_hold'),
      product('zone_settings', 'Zone settings', 'zone_setting'),
      product('zones', 'Zones', 'zone'),
    ],
  },
  {
    value: 'application_security',
    label: 'Application security',
    products: [
      product('firewall_rules', 'Firewall rules', 'filter', 'firewall_rule'),
      product('lists', 'Lists', 'list'),
      product(
        'managed_rules',
        'Managed rules (previous version)',
        'firewall_migration',
        'waf_group',
        'waf_override',
        'waf_package',
        'waf_rule',
      ),
      product(
        'page_shield',
        'Page Shield',
        'page_note',
        'page_policy',
        'page_settings',
        'threat_feed',
      ),
      product('rulesets', 'Rulesets', 'rule_exception', 'ruleset', 'ruleset_version'),
      product('token_validation', 'Token validation', 'token_configuration'),
    ],
  },
  {
    value: 'traffic',
    label: 'Traffic',
    products: [
      product(
        'load_balancing',
        'Load balancing',
        'load_balancer',
        'monitor',
        'monitor_group',
        'pool',
        'pool_health',
      ),
      product('page_rules', 'Page rules', 'page_rule'),
      product('web3', 'Web3', 'web3_access_key', 'web3_hostname'),
    ],
  },
  {
    value: 'logs_and_notifications',
    label: 'Logs and notifications',
    products: [
      product('logpush', 'Log push', 'live_log_session', 'logpush_job'),
      product(
        'notifications',
        'Notifications',
        'notification',
        'notification_pagerduty',
        'notification_policy',
        'notification_silence',
        'notification_test',
        'notification_webhook',
      ),
    ],
  },
];

export const auditProducts: readonly AuditProduct[] = auditProductCategories.flatMap(
  ({ products }) => products,
);
