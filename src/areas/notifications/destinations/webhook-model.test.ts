import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shownUrl, webhookType } from './webhook-model.ts';

const hidden = [
  ['https://hooks.slack.com/services/T1/B1/secret', 'https://hooks.slack.com/services/T1/B1'],
  [
    'https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=t&threadKey=1',
    'https://chat.googleapis.com/v1/spaces/A/messages?threadKey=1',
  ],
  ['https://discord.com/api/webhooks/1/secret', 'https://discord.com/api/webhooks/1'],
  [
    'https://open.larksuite.com/open-apis/bot/v2/hook/secret',
    'https://open.larksuite.com/open-apis/bot/v2/hook',
  ],
  [`https://chat.shop.test/hooks/${'a'.repeat(26)}`, 'https://chat.shop.test/hooks'],
  ['https://user:password@shop.test/a?key=k', 'https://shop.test/a'],
] as const;

describe('addresses of webhooks', () => {
  it('are shown to readers without their secrets', () => {
    for (const [url, shown] of hidden) {
      assert.equal(shownUrl(url), shown);
    }
    assert.equal(shownUrl('nonsense'), '');
    assert.equal(shownUrl(''), '');
  });

  it('are not confused with similar host names', () => {
    const generic = [
      'https://hooks.slack.com.evil.test/services/T1/B1/secret',
      'https://nothooks.slack.com/services/T1/B1/secret',
      'https://shop.test/hooks/short',
      'https://evildatadoghq.com/api/v1/events',
      'https://shop.test/?https://discord.com/api/webhooks/1/s',
    ];
    for (const url of generic) assert.equal(webhookType(url), 'generic', url);
  });
});
