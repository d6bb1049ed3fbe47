import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { alertTypeNamed, alertTypes } from '../../../catalogs/alert-types/alert-types.ts';
import type { Alert } from '../../../contracts/alert.ts';
import { sampleAlerts } from '../messages/fixtures/sample-alerts.ts';
import { type AlertFacts, filterKeys, matches } from './alert-match.ts';

type Filters = Record<string, readonly string[]>;

const known: AlertFacts = { isAllowed: true, isActive: true };
const start = { id: 'i', phase: 'start' } as const;
const end = { id: 'i', phase: 'end' } as const;
const [health, pool] = sampleAlerts.pool_health;
const [, origin] = sampleAlerts.origin_health;
const [enablement, enabled] = sampleAlerts.pool_enablement;
const [, spike] = sampleAlerts.event_spike;
const [status, healthCheck] = sampleAlerts.health_check_status;
const [newHosts, domain] = sampleAlerts.page_new_domain;
const [malicious, script] = sampleAlerts.page_malicious_script;
const [, errors] = sampleAlerts.origin_errors;
const originErrors = 'http_alert_origin_error';
const [, certificate] = sampleAlerts.certificate_expiring;
const certificates = 'custom_ssl_certificate_event_type';
const [, token] = sampleAlerts.token_expiring;
const tokens = 'expiring_service_token_alert';
const events = 'clickhouse_alert_fw_anomaly';
const advanced = 'clickhouse_alert_fw_ent_anomaly';
const allEvents = { ...spike, service: null, host: null };
const dlp = { ...spike, service: 'dlp', host: null };
const dlpOfShop = { ...dlp, host: 'shop.test' };
const blocked = { ...dlp, action: 'block' };
const zones = [spike.zoneId];

const table: readonly [boolean, string, Filters, Alert, Partial<AlertFacts>?][] = [
  [true, health, {}, pool],
  [true, health, {}, origin],
  [false, enablement, {}, pool],
  [true, health, { pool_id: [pool.poolId] }, pool],
  [true, health, { pool_id: ['other', pool.poolId] }, origin],
  [false, health, { pool_id: ['other'] }, pool],
  [true, health, { pool_id: [] }, pool],
  [true, health, { new_health: ['Unhealthy'] }, { ...pool, incident: start }],
  [false, health, { new_health: ['Unhealthy'] }, { ...pool, incident: end }],
  [true, health, { new_health: ['Healthy'] }, { ...origin, incident: end }],
  [false, health, { new_health: ['Healthy'] }, { ...origin, incident: start }],
  [true, health, { new_health: ['UNHEALTHY'] }, { ...pool, incident: start }],
  [true, health, { new_health: ['Healthy', 'Unhealthy'] }, { ...pool, incident: start }],
  [true, health, { event_source: ['pool'] }, pool],
  [false, health, { event_source: ['pool'] }, origin],
  [true, health, { event_source: ['origin'] }, origin],
  [
    false,
    health,
    { event_source: ['origin'], new_health: ['Healthy'] },
    { ...origin, incident: start },
  ],
  [true, enablement, { enabled: ['true'] }, { ...enabled, enabled: true }],
  [false, enablement, { enabled: ['true'] }, { ...enabled, enabled: false }],
  [
    true,
    enablement,
    { pool_id: [enabled.poolId], enabled: ['false'] },
    { ...enabled, enabled: false },
  ],
  [true, status, {}, healthCheck],
  [true, status, { health_check_id: ['other', healthCheck.healthCheckId] }, healthCheck],
  [false, status, { health_check_id: ['other'] }, healthCheck],
  [true, status, { status: ['unhealthy'] }, { ...healthCheck, incident: start }],
  [false, status, { status: ['Unhealthy'] }, { ...healthCheck, incident: end }],
  [true, status, { status: ['Healthy'] }, { ...healthCheck, incident: end }],
  [false, health, {}, healthCheck],
  [false, status, {}, pool],
  [true, certificates, {}, certificate],
  [true, certificates, { zones: [certificate.zoneId] }, certificate],
  [false, certificates, { zones: ['other'] }, certificate],
  [true, tokens, { token_id: [token.tokenId] }, token],
  [false, tokens, { token_id: ['other'] }, token],
  [true, originErrors, { zones: [errors.zoneId], slo: [String(errors.slo)] }, errors],
  [false, originErrors, { zones: [errors.zoneId], slo: ['12'] }, errors],
  // A policy about security events matches only alerts of its own series.
  [true, events, { zones }, allEvents],
  [false, events, { zones }, dlp],
  [false, events, { zones }, dlpOfShop],
  [false, advanced, { zones, services: ['dlp'] }, allEvents],
  [true, advanced, { zones, services: ['dlp'] }, dlp],
  [false, advanced, { zones, services: ['firewallmanaged'] }, dlp],
  [false, advanced, { zones, services: ['dlp'] }, dlpOfShop],
  [true, advanced, { zones, services: ['dlp'], target_hostname: ['shop.test'] }, dlpOfShop],
  [false, advanced, { zones, services: ['dlp'], target_hostname: ['shop.test'] }, dlp],
  [false, advanced, { zones, services: ['dlp'] }, blocked],
  [false, advanced, { zones, services: ['dlp'], actions: ['log'] }, blocked],
  [true, advanced, { zones, services: ['dlp'], actions: ['log', 'Block'] }, blocked],
  [false, advanced, { zones, services: ['dlp'], actions: ['block'] }, dlp],
  [false, advanced, { zones, services: ['dlp'], actions: ['block'] }, { ...dlp, action: null }],
  // Only policies with zones depend on the page policies of a zone.
  [true, newHosts, {}, domain, { isAllowed: false }],
  [true, newHosts, { zones: [domain.zoneId] }, domain],
  [false, newHosts, { zones: [domain.zoneId] }, domain, { isAllowed: false }],
  [true, newHosts, {}, domain, { isActive: false }],
  [true, malicious, {}, script, { isAllowed: false }],
  [false, malicious, {}, script, { isActive: false }],
  [false, malicious, { zones: [script.zoneId] }, script, { isAllowed: false }],
  [false, health, { unknown: ['pool'] }, pool],
];

describe('matching of alerts', () => {
  it('depends on type, filters and facts', () => {
    for (const [expected, name, filters, alert, facts] of table) {
      const type = alertTypeNamed(name);
      assert.ok(type, name);
      const title = `${name} ${JSON.stringify(filters)} ${alert.kind}`;
      assert.equal(matches(type, { filters }, alert, { ...known, ...facts }), expected, title);
    }
  });

  it('supports every filter of every type', () => {
    const used = alertTypes.flatMap(({ filters }) => filters.map(({ key }) => key));
    assert.deepEqual(
      used.filter((key) => !filterKeys.includes(key)),
      [],
    );
  });
});
