import type { Alert } from '../../../contracts/alert.ts';

/**
 * Alerts of one recipient with the same subject share a message if they are too frequent: for example the changes of one
 * origin, or all alerts of one type about a zone.
 */
export function subjectOf(alert: Alert): string {
  switch (alert.kind) {
    case 'pool_health':
      return `pool:${alert.poolId}`;
    case 'origin_health':
      return `origin:${alert.poolId}:${alert.originName} ${alert.originAddress}`;
    case 'pool_enablement':
      return `pool:${alert.poolId}`;
    case 'health_check_status':
      return `health-check:${alert.healthCheckId}`;
    case 'logpush_job_disabled':
      return `logpush-job:${alert.jobId}`;
    case 'event_spike':
      return ['events', alert.zoneId, alert.service, alert.host, alert.action].join(':');
    case 'origin_errors':
      return `origin-errors:${alert.zoneId}:${alert.slo}`;
    case 'token_expiring':
      return `token:${alert.tokenId}`;
    default:
      return `zone:${alert.zoneId}`;
  }
}
