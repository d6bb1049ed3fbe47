import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { alertTypeNamed } from '../../../catalogs/alert-types/alert-types.ts';
import type { Alert } from '../../../contracts/alert.ts';
import { compose, MAX_ENTRIES } from './compose.ts';
import {
  recovered,
  repeated,
  sampleAlerts,
  sampleContext,
  sampleTime,
  withTexts,
} from './fixtures/sample-alerts.ts';
import type { Severity } from './message.ts';

const composed = (type: string, alerts: readonly Alert[]) => compose(type, alerts, sampleContext);
const samples = Object.entries(sampleAlerts) as unknown as [string, [string, Alert]][];
const origin = sampleAlerts.origin_health[1];
const pool = sampleAlerts.pool_health[1];
describe('compose', () => {
  const one: Record<string, readonly [Severity, title: string, text: string]> = {
    page_new_resource: [
      'info',
      'New resource on shop.example.com',
      'A new script was seen on shop.example.com.',
    ],
    page_new_domain: [
      'info',
      'New domain on shop.example.com',
      'The first script from example.net was seen on shop.example.com.',
    ],
    page_url_too_long: [
      'warning',
      'URL over the length limit on shop.example.com',
      'A script on shop.example.com has a URL that is too long to be monitored.',
    ],
    page_code_change: [
      'warning',
      'Changed script on shop.example.com',
      'The code of a script on shop.example.com changed.',
    ],
    page_foreign_code: [
      'warning',
      'Script with different code for visitors on shop.example.com',
      'Visitors of shop.example.com received different code of a script than Palisade.',
    ],
    page_malicious_script: [
      'critical',
      'Malicious script on shop.example.com',
      'The code of a script on shop.example.com looks malicious.',
    ],
    page_malicious_domain: [
      'critical',
      'Malicious domain on shop.example.com',
      'A script on shop.example.com uses example[.]net, a domain that was reported as malicious.',
    ],
    page_malicious_url: [
      'critical',
      'Malicious URL on shop.example.com',
      'A script on shop.example.com has a URL that was reported as malicious.',
    ],
    pool_health: [
      'critical',
      '[Unhealthy] frankfurt',
      'Pool frankfurt is unhealthy: too few of its origins are healthy.',
    ],
    origin_health: [
      'critical',
      '[Unhealthy] web-1 of pool frankfurt',
      'Origin web-1 (192.0.2.10) of pool frankfurt is unhealthy: Response code mismatch error (response code 503).',
    ],
    pool_enablement: [
      'warning',
      '[Disabled] frankfurt',
      'Pool frankfurt was disabled: it is not probed and takes no traffic.',
    ],
    health_check_status: [
      'critical',
      '[Unhealthy] checkout',
      'Health check checkout (192.0.2.10) is unhealthy: HTTP timeout occurred.',
    ],
    logpush_job_disabled: [
      'critical',
      'Log push job disabled: requests to the archive',
      'The log push job requests to the archive was disabled: nothing could be delivered for a day (S3 responded with status 403). Repair its destination, then enable the job again.',
    ],
    event_spike: [
      'warning',
      'Spike of security events on shop.example.com',
      'There were 1,240 security events of the service firewallManaged on shop.example.com in 5 minutes. Usually there are about 35.',
    ],
    origin_errors: [
      'critical',
      'Origin errors on shop.example.com',
      '5.2 % of the responses of the origin of shop.example.com are errors; up to 0.1 % are allowed.',
    ],
    certificate_expiring: [
      'warning',
      'Certificate expires in 14 days: shop.example.com',
      'The certificate of shop.example.com and www.shop.example.com expires in 14 days. Renew it, or visitors will see warnings instead of the site.',
    ],
    token_expiring: [
      'critical',
      'API token expires in 3 days: deploy',
      'The API token deploy expires in 3 days. Requests with it will then be refused.',
    ],
  };

  for (const [kind, [type, alert]] of samples) {
    it(`describes one ${kind}`, () => {
      assert.ok(alertTypeNamed(type)?.kinds.includes(alert.kind));
      const message = composed(type, [alert]);
      assert.deepEqual([message.severity, message.title, message.text], one[kind]);
      assert.deepEqual(
        message.entries.map(({ id, at, facts }) => [id, at, facts]),
        [[alert.id, alert.at, []]],
      );
      assert.deepEqual(message.facts.at(-1), { label: 'Time', value: '2026-11-16 09:30:00 UTC' });
      assert.equal(message.at, sampleTime);
      assert.equal(message.omitted, 0);
    });
  }

  it('has the data of an origin in the format of the public API', () => {
    const { data, correlationId, event } = composed('load_balancing_health_alert', [origin]);
    assert.deepEqual(data, {
      account_name: 'Example Shop',
      account_tag: origin.accountId,
      event_source: 'origin',
      new_health: 'Unhealthy',
      previous_health: 'Healthy',
      pool_id: origin.poolId,
      pool_name: 'frankfurt',
      origin_name: 'web-1',
      origin_address: '192.0.2.10',
      failure_reason: 'Response code mismatch error',
      response_code: 503,
      load_balancer_name: 'www.shop.example.com, api.shop.example.com',
      timestamp: '2026-11-16T09:30:00Z',
    });
    assert.deepEqual([correlationId, event], ['b2', 'start']);
  });

  it('has no data of origins in an alert about a pool', () => {
    const { data, facts } = composed('load_balancing_health_alert', [pool]);
    assert.equal(data['event_source'], 'pool');
    assert.ok(!Object.keys(data).some((name) => name.startsWith('origin')));
    assert.deepEqual(
      facts.map(({ label }) => label),
      ['Pool', 'Pool id', 'Health', 'Health before', 'Load balancers', 'Time'],
    );
  });

  it('correlates a recovery with its failure', () => {
    const message = composed('load_balancing_health_alert', [recovered(origin)]);
    assert.equal(message.title, '[Healthy] web-1 of pool frankfurt');
    assert.equal(message.text, 'Origin web-1 (192.0.2.10) of pool frankfurt is healthy again.');
    assert.deepEqual([message.severity, message.correlationId, message.event], ['ok', 'b2', 'end']);
    assert.equal(message.data['new_health'], 'Healthy');
    const facts = Object.fromEntries(message.facts.map(({ label, value }) => [label, value]));
    assert.deepEqual([facts['Health'], facts['Health before']], ['Healthy', 'Unhealthy']);
    assert.equal(facts['Reason'], undefined);
  });

  it('has the data of a health check', () => {
    const [type, alert] = sampleAlerts.health_check_status;
    const data = {
      account_name: 'Example Shop',
      account_tag: alert.accountId,
      zone: 'shop.example.com',
      zone_id: alert.zoneId,
      health_check_id: alert.healthCheckId,
      health_check_name: 'checkout',
      address: '192.0.2.10',
      status: 'Unhealthy',
      previous_status: 'Healthy',
      failure_reason: 'HTTP timeout occurred',
      response_code: null,
      timestamp: '2026-11-16T09:30:00Z',
    };
    assert.deepEqual(composed(type, [alert]).data, data);
    const incident = { ...alert.incident, phase: 'end' } as const;
    const end = { ...alert, incident, healthBefore: 'unhealthy' } as const;
    const message = composed(type, [{ ...end, failureReason: 'No failures', responseCode: 200 }]);
    assert.deepEqual(message.data, {
      ...data,
      status: 'Healthy',
      previous_status: 'Unhealthy',
      failure_reason: '',
      response_code: 200,
    });
    assert.deepEqual(
      [message.severity, message.title, message.text],
      ['ok', '[Healthy] checkout', 'Health check checkout (192.0.2.10) is healthy again.'],
    );
    assert.deepEqual([message.correlationId, message.event], ['b4', 'end']);
  });

  it('has the figures of a spike', () => {
    const [type, alert] = sampleAlerts.event_spike;
    assert.deepEqual(composed(type, [alert]).data, {
      zone: 'shop.example.com',
      zone_id: alert.zoneId,
      service: 'firewallManaged',
      host: null,
      bucket_start: '2026-11-16T09:25:00Z',
      count: 1240,
      mean: 35.25,
      z_score: 8.125,
    });
  });

  it('has the resources of pages', () => {
    const [type, alert] = sampleAlerts.page_new_domain;
    const other = { ...alert, id: 'other', zoneId: 'deleted' };
    assert.deepEqual(composed(type, [alert, other]).data['zones'], ['shop.example.com', 'deleted']);
    assert.deepEqual(composed(type, [alert]).data, {
      type,
      severity: 'info',
      zones: ['shop.example.com'],
      resources: [
        {
          id: alert.resource.id,
          url: alert.resource.url,
          host: alert.resource.host,
          resource_type: 'script',
          first_page_url: alert.resource.firstPageUrl,
          detected_at: '2026-11-16T09:30:00Z',
          domain: 'example.net',
          first_seen_at: '2026-11-16T09:30:00Z',
        },
      ],
    });
  });

  for (const [kind, [type, alert]] of samples) {
    it(`summarizes many ${kind}`, () => {
      const alerts = repeated(alert, 4);
      const message = composed(type, alerts);
      assert.match(message.title, /4|1 (certificate|API token)/);
      assert.deepEqual(
        message.entries.map(({ id }) => id),
        alerts.map(({ id }) => id),
      );
      assert.equal(message.at, alerts.at(-1)?.at);
      assert.ok(message.facts.some(({ label }) => label === 'Last'));
    });
  }

  const changes: readonly (readonly [string, readonly Alert[], readonly unknown[]])[] = [
    [
      'an origin that is up and down and up',
      [
        recovered(origin),
        { ...origin, id: 'c', incident: { id: 'c', phase: 'start' } },
        { ...recovered(origin), incident: { id: 'c', phase: 'end' } },
      ],
      ['[Healthy] web-1 of pool frankfurt: 3 changes', 'ok', 'b2', 'end'],
    ],
    [
      'an origin that is down again',
      [recovered(origin), { ...origin, id: 'c', incident: { id: 'c', phase: 'start' } }],
      ['[Unhealthy] web-1 of pool frankfurt: 2 changes', 'critical', 'c', 'start'],
    ],
    [
      'a pool and its origin',
      [origin, pool, recovered(origin)],
      ['[Unhealthy] frankfurt: 3 changes', 'critical', 'b1', 'start'],
    ],
  ];
  for (const [title, alerts, expected] of changes) {
    it(`has the state after all changes: ${title}`, () => {
      const message = composed('load_balancing_health_alert', alerts);
      const { severity, correlationId, event } = message;
      assert.deepEqual([message.title, severity, correlationId, event], expected);
    });
  }

  it('has the data of every alert, and the data of the latest in the members of a single alert', () => {
    const type = 'load_balancing_health_alert';
    const { data } = composed(type, [origin, recovered(origin)]);
    const [first, last] = [origin, recovered(origin)].map((alert) => composed(type, [alert]).data);
    assert.deepEqual(data, {
      ...last,
      alert_count: 2,
      alerts: [
        {
          ...first,
          alert_id: 'b2',
          alert_correlation_id: 'b2',
          alert_event: 'ALERT_STATE_EVENT_START',
        },
        {
          ...last,
          alert_id: 'b2-end',
          alert_correlation_id: 'b2',
          alert_event: 'ALERT_STATE_EVENT_END',
        },
      ],
    });
  });

  it('has a limited number of entries, the latest ones', () => {
    const [type, alert] = sampleAlerts.page_new_resource;
    const alerts = repeated(alert, MAX_ENTRIES + 120);
    const message = composed(type, alerts);
    assert.equal(message.title, '620 new resources on shop.example.com');
    assert.deepEqual([message.entries.length, message.omitted], [MAX_ENTRIES, 120]);
    assert.equal(message.entries.at(-1)?.id, alerts.at(-1)?.id);
  });

  const hostile: Record<string, string> = {
    'line breaks': 'a\r\nBcc: all@example.com\n\n.\r\n',
    'right-to-left marks': 'a\u202egnp.exe\u2066\u200f',
    'half a character': 'a\ud800b',
    '2,000 characters': 'x'.repeat(2_000),
    'an empty name': '',
  };
  for (const [title, text] of Object.entries(hostile)) {
    it(`stays on one short line with ${title} in every name`, () => {
      for (const [, [type, alert]] of samples) {
        for (const count of [1, 3]) {
          const message = composed(type, repeated(withTexts(alert, text), count));
          const facts = [...message.facts, ...message.entries.flatMap((entry) => entry.facts)];
          const texts = [message.title, message.text, ...facts.map(({ value }) => value)];
          for (const line of [...texts, ...message.entries.map((entry) => entry.text)]) {
            assert.doesNotMatch(line, /[\p{Cc}\p{Cf}\u2028\u2029]/u);
            assert.ok(line.isWellFormed() && line !== '', line);
            assert.ok(line.length < 1_600, `${line.length} characters`);
          }
        }
      }
    });
  }
});
