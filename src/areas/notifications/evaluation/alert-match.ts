import type { AlertType } from '../../../catalogs/alert-types/alert-type.ts';
import { DEFAULT_SLO } from '../../../catalogs/alert-types/operation-alerts.ts';
import type { Alert } from '../../../contracts/alert.ts';
import type { Policy } from '../policies/policy.ts';

/** Facts of other areas about the script or connection of an alert. All are true for other alerts. */
export interface AlertFacts {
  /** Whether an enabled page policy of the zone allows it. */
  readonly isAllowed: boolean;
  /** Whether pages still load it. */
  readonly isActive: boolean;
}

/**
 * The property that a filter compares with its texts. Undefined: alerts of this kind have no such property, and the filter
 * does not match. Null: the alert is about the total, so only policies without the filter match.
 */
type Property = (alert: Alert) => string | null | undefined;

/** Properties of alerts by the key of the filter. */
const properties: Readonly<Record<string, Property>> = {
  pool_id: (alert) => ('poolId' in alert ? alert.poolId : undefined),
  new_health: newHealth,
  health_check_id: (alert) => ('healthCheckId' in alert ? alert.healthCheckId : undefined),
  status: newHealth,
  event_source: (alert) => eventSources[alert.kind],
  enabled: (alert) => ('enabled' in alert ? String(alert.enabled) : undefined),
  zones: (alert) => alert.zoneId ?? undefined,
  services: (alert) => ('service' in alert ? alert.service : undefined),
  actions: (alert) => ('action' in alert ? alert.action : undefined),
  target_hostname: (alert) => ('host' in alert ? alert.host : undefined),
  slo: (alert) => ('slo' in alert ? String(alert.slo) : undefined),
  token_id: (alert) => ('tokenId' in alert ? alert.tokenId : undefined),
};

function newHealth(alert: Alert): string | undefined {
  if (!('incident' in alert)) return undefined;
  return alert.incident.phase === 'start' ? 'Unhealthy' : 'Healthy';
}

const eventSources: Partial<Record<Alert['kind'], string>> = {
  pool_health: 'pool',
  origin_health: 'origin',
};

/** Filters that select a series of events: without the filter, only the series of all events matches. */
const seriesFilters = ['services', 'actions', 'target_hostname'];

/** Defaults of filters: a policy without an objective matches only alerts about the default objective. */
const defaultFilters: Partial<Record<Alert['kind'], Policy['filters']>> = {
  origin_errors: { slo: [String(DEFAULT_SLO)] },
};

/** Whether a policy notifies of an alert of its type. Silences are not considered. */
export function matches(
  type: AlertType,
  { filters }: Pick<Policy, 'filters'>,
  alert: Alert,
  facts: AlertFacts,
): boolean {
  if (!type.kinds.includes(alert.kind)) return false;
  if (alert.kind.startsWith('page_malicious') && !facts.isActive) return false;
  if ('resource' in alert && isScoped(filters) && !facts.isAllowed) return false;
  const wanted = { ...defaultFilters[alert.kind], ...filters };
  return (
    Object.entries(wanted).every(([key, texts]) => matchesFilter(key, texts, alert)) &&
    seriesFilters.every((key) => filters[key] || typeof properties[key]?.(alert) !== 'string')
  );
}

/** Whether a policy is limited to zones. Such a policy sends alerts about pages at once, not hourly or daily. */
export function isScoped(filters: Policy['filters']): boolean {
  return (filters['zones']?.length ?? 0) > 0;
}

function matchesFilter(key: string, texts: readonly string[], alert: Alert): boolean {
  if (texts.length === 0) return true;
  const property = properties[key]?.(alert)?.toLowerCase();
  return property !== undefined && texts.some((text) => text.toLowerCase() === property);
}

/** Keys of the supported filters. */
export const filterKeys: readonly string[] = Object.keys(properties);
