import { actions } from '../actions.ts';
import { securityEventActions, securityEventSources } from '../security-events.ts';
import { type AlertType, type FilterValue, zonesFilter } from './alert-type.ts';

const requiredZones = { ...zonesFilter, isRequired: true };

/** The sources whose events the edge reports. */
const reported = new Set([
  'dlp',
  'firewallcustom',
  'firewallmanaged',
  'firewallrules',
  'ratelimit',
  'validation',
  'waf',
]);

/** The sources that the public API accepts in this filter. */
const filterable = new Set([
  ...reported,
  'asn',
  'bic',
  'country',
  'hot',
  'ip',
  'iprange',
  'securitylevel',
  'uablock',
  'zonelockdown',
]);

const services: readonly FilterValue[] = securityEventSources
  .filter(({ name }) => filterable.has(name))
  .map(({ name, service, aliases }) => ({
    id: name,
    description: service,
    aliases,
    ...(!reported.has(name) && { isIdle: true }),
  }));

/** Rules write some actions with underscores, and events without. */
const eventActions: readonly FilterValue[] = securityEventActions.map((name) => ({
  id: name,
  description: `Events with the action ${name}`,
  aliases: actions.map((each) => each.name).filter((each) => isSpelling(each, name)),
}));

function isSpelling(action: string, name: string): boolean {
  return action !== name && action.replaceAll('_', '') === name;
}

export const securityEventAlerts: readonly AlertType[] = [
  {
    type: 'clickhouse_alert_fw_anomaly',
    product: 'WAF',
    displayName: 'Security Events Alert',
    description: 'A zone has far more security events than usual.',
    kinds: ['event_spike'],
    filters: [requiredZones],
    cadence: 'at once',
    plan: 'business',
  },
  {
    type: 'clickhouse_alert_fw_ent_anomaly',
    product: 'WAF',
    displayName: 'Advanced Security Events Alert',
    description: 'A service reports far more security events of a zone, or of a host, than usual.',
    kinds: ['event_spike'],
    filters: [
      requiredZones,
      { key: 'services', isRequired: true, values: services },
      { key: 'actions', values: eventActions },
      { key: 'target_hostname', of: 'host' },
    ],
    cadence: 'at once',
    plan: 'enterprise',
  },
];
