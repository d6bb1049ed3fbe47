import type { AlertKind } from '../../contracts/alert.ts';
import type { Plan } from '../plans.ts';
import { type AlertType, zonesFilter } from './alert-type.ts';

const alert = (
  name: string,
  displayName: string,
  description: string,
  kinds: readonly AlertKind[],
  cadence: AlertType['cadence'],
  plan: Plan['tier'],
): AlertType => ({
  type: `scriptmonitor_alert_${name}`,
  product: 'Page Shield',
  displayName,
  description,
  kinds,
  filters: [zonesFilter],
  cadence,
  plan,
});

export const pageMonitoringAlerts: readonly AlertType[] = [
  alert(
    'new_resources',
    'New Resources Alert',
    'Pages load a script or make a connection that is new.',
    ['page_new_resource'],
    'daily',
    'business',
  ),
  alert(
    'new_hosts',
    'New Domain Alert',
    'Pages load from a domain for the first time.',
    ['page_new_domain'],
    'hourly',
    'business',
  ),
  alert(
    'new_max_length_resource_url',
    'New Resource Exceeds Max URL Length Alert',
    'Pages load from a URL that is longer than the limit.',
    ['page_url_too_long'],
    'at once',
    'business',
  ),
  alert(
    'new_code_change_detections',
    'New Code Change Detection Alert',
    'The code of a script changed, or visitors received other code than the server.',
    ['page_code_change', 'page_foreign_code'],
    'daily',
    'enterprise',
  ),
  alert(
    'new_malicious_hosts',
    'New Malicious Domain Alert',
    'Pages load from a domain that is known to be malicious.',
    ['page_malicious_domain'],
    'at once',
    'enterprise',
  ),
  alert(
    'new_malicious_url',
    'New Malicious URL Alert',
    'Pages load from a URL that is known to be malicious.',
    ['page_malicious_url'],
    'at once',
    'enterprise',
  ),
  alert(
    'new_malicious_scripts',
    'New Malicious Script Alert',
    'The code of a script on the pages was found to be malicious.',
    ['page_malicious_script'],
    'at once',
    'enterprise',
  ),
];
