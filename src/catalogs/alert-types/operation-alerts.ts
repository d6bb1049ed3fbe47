import { type AlertType, zonesFilter } from './alert-type.ts';

/** The objective for origins of a policy that names none: the share of good responses in percent. */
export const DEFAULT_SLO = 99;

/** Alerts about what keeps a site running: its origins, logs, certificates and tokens. */
export const operationAlerts: readonly AlertType[] = [
  {
    type: 'http_alert_origin_error',
    product: 'Origin Monitoring',
    displayName: 'Origin Error Rate Alert',
    description: 'More responses of the origin are errors (status 5xx) than the objective allows.',
    kinds: ['origin_errors'],
    filters: [
      { ...zonesFilter, isRequired: true },
      { key: 'slo', of: 'number', between: [0, 100], max: 1 },
    ],
    cadence: 'at once',
  },
  {
    type: 'failing_logpush_job_disabled_alert',
    product: 'Logs',
    displayName: 'Failing Logpush Job Disabled',
    description: 'A log push job was disabled because nothing could be delivered for a day.',
    kinds: ['logpush_job_disabled'],
    filters: [],
    cadence: 'at once',
  },
  {
    type: 'custom_ssl_certificate_event_type',
    product: 'SSL/TLS',
    displayName: 'Custom SSL Certificate Alert',
    description: 'A certificate of a zone is about to expire.',
    kinds: ['certificate_expiring'],
    filters: [zonesFilter],
    cadence: 'at once',
  },
  {
    type: 'expiring_service_token_alert',
    product: 'Access',
    displayName: 'Expiring Service Token Alert',
    description: 'An API token is about to expire.',
    kinds: ['token_expiring'],
    filters: [{ key: 'token_id', of: 'token' }],
    cadence: 'at once',
  },
];
