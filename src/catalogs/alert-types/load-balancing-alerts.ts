import type { AlertFilter, AlertType } from './alert-type.ts';

const product = 'Load Balancing';
const poolFilter: AlertFilter = { key: 'pool_id', of: 'pool' };
const healthValues: AlertFilter['values'] = [
  { id: 'Unhealthy', description: 'It no longer passes its health checks' },
  { id: 'Healthy', description: 'It passes its health checks again' },
];

export const loadBalancingAlerts: readonly AlertType[] = [
  {
    type: 'load_balancing_health_alert',
    product,
    displayName: 'Load Balancing Health Alert',
    description: 'A pool or an origin became healthy or unhealthy.',
    kinds: ['pool_health', 'origin_health'],
    filters: [
      poolFilter,
      { key: 'new_health', values: healthValues },
      {
        key: 'event_source',
        values: [
          { id: 'pool', description: 'Changes of pools' },
          { id: 'origin', description: 'Changes of single origins' },
        ],
      },
    ],
    cadence: 'at once',
  },
  {
    type: 'health_check_status_notification',
    product: 'Health Checks',
    displayName: 'Health Checks Status Notification',
    description: 'The origin of a stand-alone health check became healthy or unhealthy.',
    kinds: ['health_check_status'],
    filters: [
      { key: 'health_check_id', of: 'health check' },
      { key: 'status', values: healthValues },
    ],
    cadence: 'at once',
    plan: 'pro',
  },
  {
    type: 'load_balancing_pool_enablement_alert',
    product,
    displayName: 'Pool Enablement',
    description: 'A pool was enabled or disabled.',
    kinds: ['pool_enablement'],
    filters: [
      poolFilter,
      {
        key: 'enabled',
        values: [
          { id: 'true', description: 'A pool was enabled' },
          { id: 'false', description: 'A pool was disabled' },
        ],
      },
    ],
    cadence: 'at once',
  },
];
