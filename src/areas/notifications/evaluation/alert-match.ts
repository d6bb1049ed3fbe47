import type { AlertType } from '../../../catalogs/alert-types/alert-type.ts';
import { DEFAULT_SLO } from '../../../catalogs/alert-types/operation-alerts.ts';
import type { Alert } from '../../../contracts/alert.ts';
import type { Policy } from '../policies/policy.ts';

/** What other areas know about the script or connection of an alert. True for alerts about anything else. */
export interface AlertFacts {
  /** An enabled page policy of the zone allows it. */
  readonly isAllowed: boolean;
  /** Pages still load it. */
  readonly isActive: boolean;
}

/**
 * What a filter compares with its texts. Undefined: alerts of this kind have no such property, and the filter does not match.
 * Null: the alert is about everything, so that only policies without the filter want it.
 */
type Property = (alert: Alert) => string | null | undefined;

/** Properties of alerts by the key of the filter. */
const properties: Readonly<Record<string, Property>> = {
  pool_id: (alert) => ('poolId' in alert ? alert.poolId : undefined),
  new_health: (alert) =>
    'incident' in alert ? (alert.incident.phase === 'start' ? 'Unhealthy' : 'Healthy') : undefined,
  event_source: (alert) => eventSources[alert.kind],
  enabled: (alert) => ('enabled' in alert ? String(alert.enabled) : undefined),
  zones: (alert) => alert.zoneId ?? undefined,
  services: (alert) => ('service' in alert ? alert.service : undefined),
  actions: (alert) => ('action' in alert ? alert.action : undefined),
  target_hostname: (alert) => ('host' in alert ? alert.host : undefined),
  slo: (alert) => ('slo' in alert ? String(alert.slo) : undefined),
  token_id: (alert) => ('tokenId' in alert ? alert.tokenId : undefined),
};

const eventSources: Partial<Record<Alert['kind'], string>> = {
  pool_health: 'pool',
  origin_health: 'origin',
};

/** Filters that choose between series of the same events: without the filter, only the series of all events matches. */
const seriesFilters = ['services', 'actions', 'target_hostname'];

/** What policies want that leave a filter out: only alerts about their own objective. */
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

/** Whether a policy names zones. Such a policy about pages never waits for the hour or day to end. */
export function isScoped(filters: Policy['filters']): boolean {
  return (filters['zones']?.length ?? 0) > 0;
}

function matchesFilter(key: string, texts: readonly string[], alert: Alert): boolean {
  if (texts.length === 0) return true;
  const property = properties[key]?.(alert)?.toLowerCase();
  return property !== undefined && texts.some((text) => text.toLowerCase() === property);
}

/** Keys of the filters that can be compared. */
export const filterKeys: readonly string[] = Object.keys(properties);
