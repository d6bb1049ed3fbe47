import { assembled, sampleText } from './sample-text.ts';
import { found, type SensitiveDataRule, sensitiveDataRule } from './sensitive-data-rule.ts';
import { ASSIGNMENT } from './tokens/token-rule.ts';

const slack = (kind: string, seed: number): string =>
  assembled(
    'xo',
    `x${kind}-`,
    `123456789012-98765${seed}4321098-`,
    sampleText('alphanumeric', 24, seed),
  );
const slackHook = (seed: number): string =>
  assembled(
    'https://hooks.',
    'slack.com/services/T',
    sampleText('upper-digits', 10, seed),
    '/B',
    sampleText('upper-digits', 10, seed + 1),
    '/',
    sampleText('alphanumeric', 24, seed),
  );
const discord = (id: string, seed: number): string =>
  assembled(
    Buffer.from(id).toString('base64url'),
    '.',
    sampleText('base64url', 6, seed),
    '.',
    sampleText('base64url', 38, seed),
  );
/** Built from parts: ids of accounts near the name of the service are findings too. */
const account = assembled('81234567', '8901234567');
const otherAccount = assembled('10987654', '32109876543');
const discordHook = (seed: number): string =>
  assembled(
    'discord.com/api/',
    `webhooks/10203040506070809${seed}/`,
    sampleText('base64url', 68, seed),
  );
const telegram = (seed: number): string =>
  assembled(`12345678${seed}`, ':', 'AA', sampleText('base64url', 33, seed));

/** Tokens that give access to chats. */
export const chatTokenRules: readonly SensitiveDataRule[] = [
  sensitiveDataRule({
    ref: 'slack-token',
    description: 'Slack token',
    group: 'secrets',
    tags: ['chat', 'slack'],
    enabled: true,
    patterns: [
      'xox[abeprs]-[A-Za-z0-9-]{20,250}',
      'xox[ar]-(?:[0-9]-)?[A-Za-z0-9]{8,19}',
      'xapp-[0-9]-[A-Za-z0-9]{8,14}-[0-9]{9,14}-[A-Za-z0-9]{32,80}',
    ],
    keywords: ['xoxa-', 'xoxb-', 'xoxe-', 'xoxp-', 'xoxr-', 'xoxs-', 'xapp-'],
    validator: 'slack-token',
    samples: {
      matching: [found('SLACK=', slack('b', 1)), found('"', slack('p', 2), '"')],
      other: [
        assembled('xo', 'xb-', 'your-token-goes-right-here'),
        assembled('xo', 'xb-', '123'),
        slack('z', 1),
      ],
    },
  }),
  sensitiveDataRule({
    ref: 'slack-webhook',
    description: 'Slack webhook address',
    group: 'secrets',
    tags: ['chat', 'slack', 'webhook'],
    patterns: [
      '(?:https?://)?hooks\\.slack\\.com/services/T[A-Z0-9]{7,12}/B[A-Z0-9]{7,12}/[A-Za-z0-9]{24}',
      '(?:https?://)?hooks\\.slack\\.com/(?:services|workflows|triggers)/[A-Za-z0-9/]{43,90}',
    ],
    keywords: ['hooks.slack.com'],
    validator: 'mixed-token',
    samples: {
      matching: [found('url: ', slackHook(1)), found('"', slackHook(2), '"')],
      other: [
        assembled('https://hooks.', 'slack.com/services/T00000000/B00000000/', 'X'.repeat(24)),
        slackHook(1).slice(0, -10),
        'https://hooks.slack.com/services/',
      ],
    },
  }),
  sensitiveDataRule({
    ref: 'discord-bot-token',
    description: 'Discord bot token',
    group: 'secrets',
    tags: ['chat', 'discord'],
    patterns: ['[MNO][A-Za-z0-9_-]{22,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,40}'],
    validator: 'discord-token',
    samples: {
      matching: [found('Bot ', discord(account, 1)), found('"', discord(otherAccount, 2), '"')],
      other: [
        discord('8abc45678901234567', 1),
        discord(account, 1).slice(0, 40),
        `M${sampleText('base64url', 23, 1)}.${sampleText('base64url', 6, 1)}.${sampleText('base64url', 30, 1)}`,
      ],
    },
  }),
  sensitiveDataRule({
    ref: 'discord-webhook',
    description: 'Discord webhook address',
    group: 'secrets',
    tags: ['chat', 'discord', 'webhook'],
    patterns: ['discord(?:app)?\\.com/api/webhooks/[0-9]{17,20}/[A-Za-z0-9_-]{60,80}'],
    keywords: ['/api/webhooks/'],
    validator: 'mixed-token',
    samples: {
      matching: [found('https://', discordHook(1)), found('"https://', discordHook(2), '"')],
      other: ['https://discord.com/api/webhooks/123/abc', discordHook(1).slice(0, 80)],
    },
  }),
  sensitiveDataRule({
    ref: 'telegram-bot-token',
    description: 'Telegram bot token',
    group: 'secrets',
    tags: ['chat'],
    patterns: [
      '[0-9]{8,10}:AA[A-Za-z0-9_-]{33}',
      `[Tt][Ee][Ll][Ee][Gg][Rr]${ASSIGNMENT}([0-9]{5,16}:A[A-Za-z0-9_-]{34})`,
    ],
    keywords: [':A'],
    validator: 'random-token',
    samples: {
      matching: [found('token=', telegram(1)), found('"', telegram(2), '"')],
      other: [telegram(1).slice(0, -1), telegram(1).replace(':AA', ':BB')],
    },
  }),
];
