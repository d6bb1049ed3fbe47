import type { StateResource } from './command.ts';

/** How a kind of resource is imported, and deleted outside of Terraform. */
export interface ResourceKind {
  /** The id for `terraform import`; undefined: the provider cannot import it. */
  readonly importId?: (id: Ids) => string;
  /** Members that the provider leaves out of the state when it imports, so that the next plan updates them. */
  readonly notImported?: string;
  /** Its path in the API; undefined for settings, which exist as long as their zone. */
  readonly path?: (id: Ids) => string;
  /** The provider treats a deletion outside of Terraform as an error. */
  readonly failsWhenDeleted?: boolean;
  /** The provider cannot plan after its zone was deleted. */
  readonly needsZone?: boolean;
  /** It is deleted with its zone. */
  readonly endsWithZone?: boolean;
}

/** Ids in the state of a resource; missing ones are empty. */
export interface Ids {
  readonly id: string;
  readonly account: string;
  readonly zone: string;
  readonly list: string;
  readonly setting: string;
}

export function idsOf({ values }: StateResource): Ids {
  const text = (name: string) => String(values[name] ?? '');
  return {
    id: text('id'),
    account: text('account_id'),
    zone: text('zone_id'),
    list: text('list_id'),
    setting: text('setting_id'),
  };
}

const balancing = (name: string): ResourceKind => ({
  importId: ({ account, id }) => `${account}/${id}`,
  path: ({ account, id }) => `/accounts/${account}/load_balancers/${name}/${id}`,
});

const alerting = (name: string): ResourceKind => ({
  importId: ({ account, id }) => `${account}/${id}`,
  path: ({ account, id }) => `/accounts/${account}/alerting/v3/${name}/${id}`,
});

const ofZone = { endsWithZone: true };

/** What both providers have in common. */
const common: Readonly<Record<string, ResourceKind>> = {
  cloudflare_zone: { importId: ({ id }) => id, path: ({ id }) => `/zones/${id}` },
  cloudflare_zone_hold: { importId: ({ zone }) => zone, ...ofZone },
  cloudflare_url_normalization_settings: { importId: ({ zone }) => zone, ...ofZone },
  cloudflare_list: {
    importId: ({ account, id }) => `${account}/${id}`,
    path: ({ account, id }) => `/accounts/${account}/rules/lists/${id}`,
  },
  cloudflare_list_item: { importId: ({ account, list, id }) => `${account}/${list}/${id}` },
  cloudflare_load_balancer_monitor: balancing('monitors'),
  cloudflare_load_balancer_monitor_group: balancing('monitor_groups'),
  cloudflare_load_balancer_pool: balancing('pools'),
  cloudflare_load_balancer: {
    importId: ({ zone, id }) => `${zone}/${id}`,
    path: ({ zone, id }) => `/zones/${zone}/load_balancers/${id}`,
  },
  cloudflare_healthcheck: {
    importId: ({ zone, id }) => `${zone}/${id}`,
    path: ({ zone, id }) => `/zones/${zone}/healthchecks/${id}`,
  },
  cloudflare_web3_hostname: {
    importId: ({ zone, id }) => `${zone}/${id}`,
    path: ({ zone, id }) => `/zones/${zone}/web3/hostnames/${id}`,
  },
  cloudflare_ruleset: {
    importId: ({ account, zone, id }) => (zone ? `zone/${zone}/${id}` : `account/${account}/${id}`),
    path: ({ account, zone, id }) =>
      `/${zone ? `zones/${zone}` : `accounts/${account}`}/rulesets/${id}`,
  },
  cloudflare_filter: {
    importId: ({ zone, id }) => `${zone}/${id}`,
    path: ({ zone, id }) => `/zones/${zone}/filters/${id}`,
  },
  cloudflare_firewall_rule: {
    importId: ({ zone, id }) => `${zone}/${id}`,
    path: ({ zone, id }) => `/zones/${zone}/firewall/rules/${id}`,
  },
  cloudflare_page_rule: {
    importId: ({ zone, id }) => `${zone}/${id}`,
    path: ({ zone, id }) => `/zones/${zone}/pagerules/${id}`,
  },
  cloudflare_api_token: { path: ({ id }) => `/user/tokens/${id}` },
  cloudflare_notification_policy: alerting('policies'),
  cloudflare_notification_policy_webhooks: {
    ...alerting('destinations/webhooks'),
    notImported: 'secret',
  },
  cloudflare_logpush_job: {
    importId: ({ account, zone, id }) => (zone ? `zone/${zone}/${id}` : `account/${account}/${id}`),
    path: ({ account, zone, id }) =>
      `/${zone ? `zones/${zone}` : `accounts/${account}`}/logpush/jobs/${id}`,
  },
};

export const resourceKinds: Readonly<Record<'4' | '5', Readonly<Record<string, ResourceKind>>>> = {
  '4': {
    ...common,
    cloudflare_list: { ...common['cloudflare_list'], notImported: 'item' },
    cloudflare_logpush_job: {
      ...common['cloudflare_logpush_job'],
      notImported: 'ownership_challenge',
    },
    cloudflare_notification_policy_webhooks: {
      ...common['cloudflare_notification_policy_webhooks'],
      failsWhenDeleted: true,
    },
    // The import sets no defaults of members for web checks, and a deleted zone is an error: the deletion is not walked.
    cloudflare_healthcheck: {
      importId: ({ zone, id }) => `${zone}/${id}`,
      notImported: 'allow_insecure, follow_redirects, path',
      needsZone: true,
    },
    cloudflare_zone_settings_override: ofZone,
    // The import leaves out the zone, and a deleted zone is an error.
    cloudflare_url_normalization_settings: { needsZone: true },
    // A deleted hostname is an error.
    cloudflare_web3_hostname: { needsZone: true },
  },
  '5': {
    ...common,
    cloudflare_zone_setting: { importId: ({ zone, setting }) => `${zone}/${setting}`, ...ofZone },
    cloudflare_zone_subscription: { importId: ({ zone }) => zone, ...ofZone },
    cloudflare_zone_hold: {
      ...common['cloudflare_zone_hold'],
      notImported: 'hold, hold_after, include_subdomains',
    },
    cloudflare_ruleset: {
      ...common['cloudflare_ruleset'],
      importId: ({ account, zone, id }) =>
        zone ? `zones/${zone}/${id}` : `accounts/${account}/${id}`,
    },
    cloudflare_logpush_job: {
      ...common['cloudflare_logpush_job'],
      importId: ({ account, zone, id }) =>
        zone ? `zones/${zone}/${id}` : `accounts/${account}/${id}`,
    },
    cloudflare_notification_policy_webhooks: {
      ...common['cloudflare_notification_policy_webhooks'],
      // The API does not return the secret; the provider expects the other members to change with it.
      notImported: 'created_at, last_failure, last_success, secret, type',
    },
    cloudflare_page_shield_policy: {
      importId: ({ zone, id }) => `${zone}/${id}`,
      path: ({ zone, id }) => `/zones/${zone}/page_shield/policies/${id}`,
    },
    cloudflare_api_token: { ...common['cloudflare_api_token'], importId: ({ id }) => id },
    cloudflare_account_token: {
      importId: ({ account, id }) => `${account}/${id}`,
      path: ({ account, id }) => `/accounts/${account}/tokens/${id}`,
    },
  },
};
