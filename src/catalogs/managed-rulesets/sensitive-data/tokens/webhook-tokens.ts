import { tokenRules } from './token-rule.ts';

/** Addresses to which anybody can post. */
export const webhookTokenRules = tokenRules('webhook', [
  [
    'dingtalk-webhook',
    'DingTalk robot webhook',
    ['oapi.dingtalk.com/robot/send?access_token=<hex 64>'],
  ],
  ['feishu-webhook', 'Feishu bot webhook', ['open.feishu.cn/open-apis/bot/v2/hook/<uuid>']],
  ['ifttt-webhook', 'IFTTT webhook', ['maker.ifttt.com/use/<word 20-50>']],
  [
    'microsoft-teams-webhook',
    'Microsoft Teams webhook',
    [
      'webhook.office.com/webhookb2/<lower 8>-<lower 4>-<lower 4>-<lower 4>-<lower 12>@<lower 8>-<lower 4>-<lower 4>-<lower 4>-<lower 12>/IncomingWebhook/<lower 32>/<lower 8>-<lower 4>-<lower 4>-<lower 4>-<lower 12>',
    ],
  ],
  [
    'wechat-work-webhook',
    'WeCom robot webhook',
    ['qyapi.weixin.qq.com/cgi-bin/webhook/send?key=<uuid>'],
  ],
  ['zapier-webhook', 'Zapier webhook', ['hooks.zapier.com/hooks/catch/<digits 5-9>/<lower 6-9>']],
]);
