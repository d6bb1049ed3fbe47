import type {
  PageMonitoringSection,
  PagePolicySnapshot,
} from '../../src/contracts/snapshot/page-monitoring-section.ts';

/** A section for tests: monitored, without policies, with reports to the page's own host. */
export function pagesOf(rest: Partial<PageMonitoringSection> = {}): PageMonitoringSection {
  return {
    isMonitored: true,
    usesSharedEndpoint: false,
    keepsConnectionPaths: false,
    policies: [],
    ...rest,
  };
}

export function policyOf(
  id: string,
  action: PagePolicySnapshot['action'],
  value: string,
  expression = 'true',
): PagePolicySnapshot {
  return { id, action, value, expression };
}
