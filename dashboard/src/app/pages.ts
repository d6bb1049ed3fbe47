/**
 * The pages of the dashboard. A row here is a route, an entry of the navigation and a command of the palette. Its code is loaded when the
 * page is opened for the first time.
 */
import type { ComponentType } from 'react';
import type { IconName } from '../parts/controls/icon.tsx';

export interface Page {
  readonly id: string;
  readonly title: string;
  readonly group: string;
  /** What its address starts with: an account or a zone. */
  readonly scope: 'account' | 'zone';
  /** Below the scope. */
  readonly path: string;
  readonly icon: IconName;
  /** Further words that people search for. */
  readonly keywords: string;
  /** Whether it shows a time range, which the top bar then offers. */
  readonly hasTimeRange: boolean;
  /** Found by links and the palette only. */
  readonly isUnlisted?: true;
  readonly load: () => Promise<ComponentType>;
}

/** In the order of the navigation. */
export const pages: readonly Page[] = [
  {
    id: 'first-run',
    title: 'Add a site',
    group: 'Account',
    scope: 'account',
    path: '/start',
    icon: 'plus',
    keywords: 'first run welcome get started origin protect',
    hasTimeRange: false,
    isUnlisted: true,
    load: async () => (await import('../screens/first-run/first-run.tsx')).FirstRun,
  },
  {
    id: 'account-overview',
    title: 'All zones',
    group: 'Overview',
    scope: 'account',
    path: '/',
    icon: 'zones',
    keywords: 'overview account sites attention start home',
    hasTimeRange: true,
    load: async () =>
      (await import('../screens/account-overview/account-overview.tsx')).AccountOverview,
  },
  {
    id: 'zone-overview',
    title: 'This zone',
    group: 'Overview',
    scope: 'zone',
    path: '/',
    icon: 'overview',
    keywords: 'overview traffic requests errors start',
    hasTimeRange: true,
    load: async () => (await import('../screens/zone-overview/zone-overview.tsx')).ZoneOverview,
  },
  {
    id: 'analytics',
    title: 'Analytics',
    group: 'Traffic',
    scope: 'zone',
    path: '/traffic/analytics',
    icon: 'chart',
    keywords: 'requests bytes status hosts countries paths addresses agents referrers',
    hasTimeRange: true,
    load: async () => (await import('../screens/analytics/analytics.tsx')).Analytics,
  },
  {
    id: 'live-requests',
    title: 'Live requests',
    group: 'Traffic',
    scope: 'zone',
    path: '/traffic/live',
    icon: 'live',
    keywords: 'tail stream log watch',
    hasTimeRange: false,
    load: async () => (await import('../screens/live-requests/live-requests.tsx')).LiveRequests,
  },
  {
    id: 'security-events',
    title: 'Events',
    group: 'Security',
    scope: 'zone',
    path: '/security/events',
    icon: 'shield',
    keywords: 'blocked attacks firewall waf trace exception',
    hasTimeRange: true,
    load: async () =>
      (await import('../screens/security-events/security-events.tsx')).SecurityEvents,
  },
  {
    id: 'custom-rules',
    title: 'Custom rules',
    group: 'Security',
    scope: 'zone',
    path: '/security/custom-rules',
    icon: 'rules',
    keywords: 'firewall block challenge expression',
    hasTimeRange: false,
    load: async () => (await import('../screens/rules/rules-pages.tsx')).CustomRules,
  },
  {
    id: 'rate-limits',
    title: 'Rate limits',
    group: 'Security',
    scope: 'zone',
    path: '/security/rate-limits',
    icon: 'gauge',
    keywords: 'firewall throttle flood requests per period',
    hasTimeRange: false,
    load: async () => (await import('../screens/rules/rules-pages.tsx')).RateLimits,
  },
  {
    id: 'managed-rules',
    title: 'Managed rules',
    group: 'Security',
    scope: 'zone',
    path: '/security/managed-rules',
    icon: 'shield',
    keywords: 'waf attacks owasp core ruleset sensitivity overrides deploy',
    hasTimeRange: false,
    load: async () => (await import('../screens/managed-rules/managed-rules.tsx')).ManagedRules,
  },
  {
    id: 'rule-exceptions',
    title: 'Exceptions',
    group: 'Security',
    scope: 'zone',
    path: '/security/exceptions',
    icon: 'filter',
    keywords: 'false positive alarm managed rules allow',
    hasTimeRange: false,
    load: async () =>
      (await import('../screens/rule-exceptions/rule-exceptions.tsx')).RuleExceptions,
  },
  {
    id: 'rewrites',
    title: 'Redirects and rewrites',
    group: 'Security',
    scope: 'zone',
    path: '/security/redirects-and-rewrites',
    icon: 'route',
    keywords: 'transform headers url path query',
    hasTimeRange: false,
    load: async () => (await import('../screens/rules/rules-pages.tsx')).Rewrites,
  },
  {
    id: 'lists',
    title: 'Lists',
    group: 'Security',
    scope: 'account',
    path: '/lists',
    icon: 'list',
    keywords: 'addresses networks hosts bulk redirects items',
    hasTimeRange: false,
    load: async () => (await import('../screens/lists/lists.tsx')).Lists,
  },
  {
    id: 'firewall-migration',
    title: 'Firewall migration',
    group: 'Security',
    scope: 'zone',
    path: '/security/firewall-migration',
    icon: 'move',
    keywords: 'waf previous version packages owasp migrate validation',
    hasTimeRange: false,
    load: async () =>
      (await import('../screens/firewall-migration/firewall-migration.tsx')).FirewallMigration,
  },
  {
    id: 'zones',
    title: 'Zones',
    group: 'Account',
    scope: 'account',
    path: '/zones',
    icon: 'zones',
    keywords: 'sites domains',
    hasTimeRange: false,
    load: async () => (await import('../screens/zones/zones.tsx')).Zones,
  },
  {
    id: 'tokens',
    title: 'Tokens',
    group: 'Account',
    scope: 'account',
    path: '/tokens',
    icon: 'key',
    keywords: 'api keys permissions credentials secret',
    hasTimeRange: false,
    load: async () => (await import('../screens/tokens/tokens.tsx')).Tokens,
  },
  {
    id: 'audit-log',
    title: 'Audit log',
    group: 'Account',
    scope: 'account',
    path: '/audit-log',
    icon: 'clock',
    keywords: 'changes history who when actor',
    hasTimeRange: true,
    load: async () => (await import('../screens/audit-log/audit-log.tsx')).AuditLog,
  },
  {
    id: 'zone-settings',
    title: 'Zone settings',
    group: 'Account',
    scope: 'zone',
    path: '/settings',
    icon: 'settings',
    keywords: 'plan pause waf tls https http2 websockets challenge upload',
    hasTimeRange: false,
    load: async () => (await import('../screens/zone-settings/zone-settings.tsx')).ZoneSettings,
  },
  {
    id: 'node-health',
    title: 'Node health',
    group: 'Account',
    scope: 'account',
    path: '/node-health',
    icon: 'node',
    keywords: 'edge status doctor checks settings variables processes',
    hasTimeRange: false,
    load: async () => (await import('../screens/node-health/node-health.tsx')).NodeHealth,
  },
];

/** The address of a page without its query. */
export function pagePath({ scope, path }: Page, scopeId: string): string {
  return `/${scope}s/${scopeId}${path === '/' ? '' : path}`;
}
