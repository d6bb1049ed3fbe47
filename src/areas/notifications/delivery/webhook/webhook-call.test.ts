import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { type WebhookType, webhookType } from '../../destinations/webhook-model.ts';
import { recovered, sampleAlerts } from '../../messages/fixtures/sample-alerts.ts';
import { messageAbout, sampleMessage } from '../../messages/fixtures/sample-message.ts';
import { isRefusal, messageCall, testCall } from './webhook-call.ts';

const identity = { id: 'aa'.repeat(16), now: Date.UTC(2026, 0, 1) };
const TEXT = '[Unhealthy] origin-1\nThe origin origin-1 of the pool eu is unhealthy.\nPool: eu';

const payload = {
  name: 'Pools',
  text: 'The origin origin-1 of the pool eu is unhealthy.',
  data: { pool_name: 'eu', new_health: 'Unhealthy' },
  ts: 1_767_225_600,
  account_id: '22'.repeat(16),
  policy_id: '33'.repeat(16),
  policy_name: 'Pools',
  alert_type: 'load_balancing_health_alert',
  alert_correlation_id: '44'.repeat(16),
  alert_event: 'ALERT_STATE_EVENT_START',
  id: '11'.repeat(16),
  title: '[Unhealthy] origin-1',
  severity: 'critical',
  alerts: [],
};

interface Row {
  readonly type: WebhookType;
  readonly url: string;
  readonly body: unknown;
  readonly test: unknown;
  readonly headers?: Record<string, string>;
}

const rows: readonly Row[] = [
  {
    type: 'slack',
    url: 'https://hooks.slack.com/services/T1/B1/secret',
    body: { text: TEXT },
    test: { text: 'hello' },
  },
  {
    type: 'gchat',
    url: 'https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=t',
    body: { text: TEXT },
    test: { text: 'hello' },
  },
  {
    type: 'mattermost',
    url: 'https://chat.shop.test/hooks/abcdefghijklmnopqrstuvwxyz',
    body: { text: TEXT },
    test: { text: 'hello' },
  },
  {
    type: 'discord',
    url: 'https://discord.com/api/webhooks/1/secret',
    body: { content: TEXT },
    test: { content: 'hello' },
  },
  {
    type: 'feishu',
    url: 'https://open.feishu.cn/open-apis/bot/v2/hook/secret',
    body: {
      timestamp: '1767225600',
      sign: createHmac('sha256', '1767225600\nk3y').update('').digest('base64'),
      msg_type: 'text',
      content: { text: TEXT },
    },
    test: {
      timestamp: '1767225600',
      sign: createHmac('sha256', '1767225600\nk3y').update('').digest('base64'),
      msg_type: 'text',
      content: { text: 'hello' },
    },
  },
  {
    type: 'datadog',
    url: 'https://api.datadoghq.com/api/v1/events',
    body: {
      title: '[Unhealthy] origin-1',
      text: TEXT,
      alert_type: 'error',
      date_happened: 1_767_225_600,
      aggregation_key: '44'.repeat(16),
      tags: ['alert_type:load_balancing_health_alert', `account:${'22'.repeat(16)}`],
    },
    test: { title: 'Test', text: 'hello', alert_type: 'info' },
    headers: { 'dd-api-key': 'k3y' },
  },
  {
    type: 'opsgenie',
    url: 'https://api.opsgenie.com/v2/alerts',
    body: {
      message: '[Unhealthy] origin-1',
      alias: '44'.repeat(16),
      description: TEXT,
      priority: 'P1',
      source: 'Palisade',
    },
    test: { message: 'hello', priority: 'P5', source: 'Palisade' },
    headers: { authorization: 'GenieKey k3y' },
  },
  {
    type: 'splunk',
    url: 'https://logs.shop.test/services/collector/event',
    body: { time: 1_767_225_600, source: 'palisade', sourcetype: '_json', event: payload },
    test: { source: 'palisade', sourcetype: '_json', event: { text: 'hello' } },
    headers: { authorization: 'Splunk k3y' },
  },
  {
    type: 'generic',
    url: 'https://shop.test/alerts?a=b',
    body: payload,
    test: { text: 'hello' },
  },
];

describe('calls of webhooks', () => {
  for (const { type, url, body, test, headers } of rows) {
    it(`have the format of ${type}`, () => {
      assert.equal(webhookType(url), type);
      const webhook = { name: 'On call', url, secret: 'k3y' };
      const call = messageCall(webhook, sampleMessage(), identity);
      assert.equal(call.url, url);
      assert.deepEqual(JSON.parse(call.body), body);
      if (type !== 'generic') assert.deepEqual(call.headers, headers ?? {});
      assert.deepEqual(JSON.parse(testCall(webhook, 'hello', identity).body), test);
      const open = messageCall({ name: 'On call', url }, sampleMessage(), identity);
      assert.ok(!JSON.stringify(open).includes('k3y'));
    });
  }

  it('are cards for Teams, without links from untrusted text', () => {
    const url = 'https://shop.webhook.office.com/webhookb2/a/IncomingWebhook/b';
    assert.equal(webhookType(url), 'msteams');
    const message = sampleMessage({ text: 'See [here](https://evil.test)' });
    const { body } = messageCall({ name: 'On call', url }, message, identity);
    const { content, contentType } = JSON.parse(body).attachments[0];
    assert.equal(contentType, 'application/vnd.microsoft.card.adaptive');
    assert.equal(content.body[1].text, 'See \\[here\\](https://evil.test)');
    assert.deepEqual(content.body[2].facts, [{ title: 'Pool', value: 'eu' }]);
  });

  it('have a signature that receivers can verify', () => {
    const url = 'https://shop.test/alerts';
    const key = Buffer.from('0123456789abcdef0123456789abcdef');
    const secrets = [
      { secret: key.toString(), key },
      { secret: `whsec_${key.toString('base64')}`, key },
    ];
    for (const { secret } of secrets) {
      const call = messageCall({ name: 'On call', url, secret }, sampleMessage(), identity);
      const signed = `${identity.id}.1767225600.${call.body}`;
      assert.deepEqual(call.headers, {
        'webhook-id': identity.id,
        'webhook-timestamp': '1767225600',
        'webhook-signature': `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
        'cf-webhook-auth': secret,
      });
    }
  });

  it('close the alert of Opsgenie that they opened', () => {
    const webhook = { name: 'On call', url: 'https://api.eu.opsgenie.com/v2/alerts', secret: 'k' };
    const { url, body } = messageCall(webhook, sampleMessage({ event: 'end' }), identity);
    const closing = `https://api.eu.opsgenie.com/v2/alerts/${'44'.repeat(16)}/close?identifierType=alias`;
    assert.deepEqual([url, Object.keys(JSON.parse(body))], [closing, ['source', 'note']]);
  });

  it('fail if Feishu reports an error with a success status', () => {
    const webhook = { name: 'On call', url: 'https://open.feishu.cn/open-apis/bot/v2/hook/s' };
    assert.ok(isRefusal(webhook, '{"code":19021,"msg":"sign match fail"}'));
    assert.ok(!isRefusal(webhook, '{"StatusCode":0,"code":0,"msg":"success"}'));
    assert.ok(!isRefusal({ name: 'On call', url: 'https://shop.test/' }, '{"code":1}'));
  });

  for (const [type, url] of [
    ['slack', 'https://hooks.slack.com/services/T1/B1/secret'],
    ['gchat', 'https://chat.googleapis.com/v1/spaces/A/messages'],
    ['discord', 'https://discord.com/api/webhooks/1/secret'],
    ['feishu', 'https://open.feishu.cn/open-apis/bot/v2/hook/s'],
    ['mattermost', `https://chat.shop.test/hooks/${'a'.repeat(26)}`],
    ['msteams', 'https://shop.webhook.office.com/webhookb2/a/IncomingWebhook/b'],
  ] as const) {
    it(`say in ${type} when a flapping origin failed and recovered, however long its name is`, () => {
      assert.equal(webhookType(url), type);
      const start = Date.UTC(2026, 0, 1, 12);
      const [, first] = sampleAlerts.origin_health;
      const failure = { ...first, originName: 'w'.repeat(200) };
      const changes = Array.from({ length: 12 }, (_, n) => ({
        ...(n % 2 === 0 ? failure : recovered(failure)),
        at: start + n * 60_000,
      }));
      const { body } = messageCall({ name: '', url }, messageAbout(changes), identity);
      const text = body.replaceAll('\\', '');
      assert.match(text, /2026-01-01 12:10:00 UTC: Origin w+ [^:]* is unhealthy: /);
      assert.match(text, /2026-01-01 12:11:00 UTC: Origin w+ [^:]* is healthy again\./);
      assert.match(text, /Earlier alerts, not shown: [2-9]/);
    });
  }

  it('respect the limits of chats, and escape mentions', () => {
    const entries = Array.from({ length: 30 }, (_, n) => ({
      id: String(n),
      at: 0,
      text: `entry ${n} ${'x'.repeat(100)}`,
      facts: [],
      incident: null,
    }));
    const message = sampleMessage({ text: 'a <!channel> b', entries });
    const discord = { name: 'On call', url: 'https://discord.com/api/webhooks/1/secret' };
    const { content } = JSON.parse(
      messageCall(discord, { ...message, text: 'y'.repeat(3_000) }, identity).body,
    );
    assert.equal(content.length, 2_000);
    const slack = { name: 'On call', url: 'https://hooks.slack.com/services/T1/B1/secret' };
    const { text } = JSON.parse(messageCall(slack, message, identity).body);
    assert.match(
      text,
      /a &lt;!channel&gt; b[\s\S]*Earlier alerts, not shown: 20\n- [-0-9]+ [:0-9]+ UTC: entry 20 /,
    );
    const written = '@Here <users/all> [bank](https://evil.test/a@1.js)';
    const shown = '@\u200bHere <\u200busers/all> [bank]\u200b(https://evil.test/a@1.js)';
    for (const url of [
      'https://discord.com/api/webhooks/1/s',
      'https://chat.googleapis.com/v1/spaces/A/messages',
      'https://open.larksuite.com/open-apis/bot/v2/hook/s',
      `https://chat.shop.test/hooks/${'a'.repeat(26)}`,
    ]) {
      const { body } = messageCall({ name: '', url }, sampleMessage({ text: written }), identity);
      assert.ok(body.includes(shown), body);
    }
  });
});
