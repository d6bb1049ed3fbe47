import { tokenRules } from './token-rule.ts';

/** Keys of services that send mail, text and push messages. */
export const messageTokenRules = tokenRules('messaging', [
  ['beamer-api-token', 'Beamer API token', ['b_<padded 44>'], ['beamer']],
  ['courier-auth-token', 'Courier auth token', ['pk_prod_<upper 28>']],
  ['discord-api-token', 'Discord API token', ['<hex 64>'], ['discord']],
  ['discord-client-id', 'Discord client id', ['<digits 18>'], ['discord']],
  ['discord-client-secret', 'Discord client secret', ['<padded 32>'], ['discord']],
  ['klaviyo-private-key', 'Klaviyo private key', ['pk_<hex 34>']],
  ['mailgun-public-key', 'Mailgun public key', ['pubkey-<hex 32>']],
  ['mailgun-signing-key', 'Mailgun signing key', ['<hex 32>-<hex 8>-<hex 8>'], ['mailgun']],
  ['mailjet-api-key', 'Mailjet API key', ['<hex 32>'], ['mailjet']],
  ['mandrill-api-key', 'Mandrill API key', ['md-<word 22>'], [], { validator: 'mixed-token' }],
  ['mattermost-access-token', 'Mattermost access token', ['<lower 26>'], ['mattermost']],
  [
    'messagebird-api-token',
    'MessageBird API token',
    ['<lower 25>'],
    ['messagebird', 'message_bird', 'message-bird'],
  ],
  ['onesignal-api-key', 'OneSignal API key', ['os_v2_app_<lower 103>']],
  ['plivo-auth-token', 'Plivo auth token', ['<alnum 40>'], ['plivo']],
  ['postmark-server-token', 'Postmark server token', ['<uuid>'], ['postmark']],
  ['pubnub-secret-key', 'PubNub secret key', ['sec-c-<alnum 48>']],
  ['pusher-secret', 'Pusher secret', ['<hex 20>'], ['pusher']],
  ['resend-api-key', 'Resend API key', ['re_<alnum 8>_<alnum 24>']],
  ['sendbird-access-id', 'Sendbird access id', ['<uuid>'], ['sendbird']],
  ['sendbird-access-token', 'Sendbird access token', ['<hex 40>'], ['sendbird']],
  ['sendinblue-api-token', 'Brevo API token', ['xkeysib-<hex 64>-<lower 16>']],
  ['sparkpost-api-key', 'SparkPost API key', ['<hex 40>'], ['sparkpost']],
  ['vonage-api-secret', 'Vonage API secret', ['<alnum 16>'], ['vonage', 'nexmo']],
]);
