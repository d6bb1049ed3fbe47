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
  readonly load: () => Promise<ComponentType>;
}

/** In the order of the navigation. */
export const pages: readonly Page[] = [
  {
    id: 'zone-overview',
    title: 'Overview',
    group: 'Zone',
    scope: 'zone',
    path: '/',
    icon: 'overview',
    keywords: 'traffic requests errors start',
    hasTimeRange: true,
    load: async () => (await import('../screens/zone-overview/zone-overview.tsx')).ZoneOverview,
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
];

/** The address of a page without its query. */
export function pagePath({ scope, path }: Page, scopeId: string): string {
  return `/${scope}s/${scopeId}${path === '/' ? '' : path}`;
}
