import { assembled, sampleText } from './sample-text.ts';
import { found, near, type SensitiveDataRule, sensitiveDataRule } from './sensitive-data-rule.ts';

const stripe = (kind: string, seed: number): string =>
  assembled(kind, '_li', 've_', sampleText('alphanumeric', 24, seed));
const stripeHook = (seed: number): string =>
  assembled('wh', 'sec_', sampleText('alphanumeric', 32, seed));
const square = (seed: number): string =>
  assembled('sq0', 'atp-', sampleText('base64url', 22, seed));
const shopify = (seed: number): string => assembled('shp', 'at_', sampleText('hex', 32, seed));
const braintree = (seed: number): string =>
  assembled(
    'access_token$',
    'production$',
    sampleText('hex', 16, seed),
    '$',
    sampleText('hex', 32, seed),
  );
const twilio = (seed: number): string => assembled('S', 'K', sampleText('hex', 32, seed));
const sendgrid = (seed: number): string =>
  assembled('S', 'G.', sampleText('base64url', 22, seed), '.', sampleText('base64url', 43, seed));
const mailgun = (seed: number): string => assembled('ke', 'y-', sampleText('hex', 32, seed));
const mailchimp = (seed: number): string => assembled(sampleText('hex', 32, seed), '-u', 's12');

/** Keys of services that take payments or send messages on behalf of their owner. */
export const serviceKeyRules: readonly SensitiveDataRule[] = [
  sensitiveDataRule({
    ref: 'stripe-live-key',
    description: 'Stripe live secret key',
    group: 'secrets',
    tags: ['payment-provider', 'stripe'],
    enabled: true,
    patterns: ['[rs]k_(?:live|prod)_[A-Za-z0-9]{16,200}'],
    keywords: ['k_live_', 'k_prod_'],
    validator: 'random-token',
    samples: {
      matching: [found('key: ', stripe('sk', 1)), found('"', stripe('rk', 2), '"')],
      other: [
        stripe('sk', 1).replace('live', 'test'),
        stripe('pk', 1),
        assembled('sk', '_li', 've_', 'x'.repeat(24)),
      ],
    },
  }),
  sensitiveDataRule({
    ref: 'stripe-webhook-secret',
    description: 'Stripe webhook signing secret',
    group: 'secrets',
    tags: ['payment-provider', 'stripe', 'webhook'],
    patterns: ['whsec_[A-Za-z0-9+/]{32,64}'],
    keywords: ['whsec_'],
    validator: 'random-token',
    samples: {
      matching: [found('secret=', stripeHook(1)), found('"', stripeHook(2), '"')],
      other: [stripeHook(1).slice(0, -1), assembled('wh', 'sec_', 'x'.repeat(32))],
    },
  }),
  sensitiveDataRule({
    ref: 'square-token',
    description: 'Square access token or secret',
    group: 'secrets',
    tags: ['payment-provider'],
    patterns: ['sq0(?:atp|csp)-[A-Za-z0-9_-]{22,43}', 'EAAA[A-Za-z0-9_-]{22,60}'],
    keywords: ['sq0atp-', 'sq0csp-', 'EAAA'],
    validator: 'random-token',
    samples: {
      matching: [
        found('token ', square(1)),
        found('"', assembled('EA', 'AA', sampleText('base64url', 60, 2)), '"'),
      ],
      other: [
        square(1).slice(0, -1),
        assembled('EA', 'AA', 'A'.repeat(60)),
        assembled('sq0', 'xyz-', sampleText('base64url', 22, 1)),
      ],
    },
  }),
  sensitiveDataRule({
    ref: 'shopify-token',
    description: 'Shopify access token',
    group: 'secrets',
    tags: ['payment-provider'],
    patterns: ['shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}'],
    keywords: ['shpat_', 'shpca_', 'shppa_', 'shpss_'],
    validator: 'random-token',
    samples: {
      matching: [found('X-Shopify-Access-Token: ', shopify(1)), found('"', shopify(2), '"')],
      other: [shopify(1).slice(0, -1), assembled('shp', 'at_', '0'.repeat(32))],
    },
  }),
  sensitiveDataRule({
    ref: 'braintree-access-token',
    description: 'Braintree production access token',
    group: 'secrets',
    tags: ['payment-provider'],
    patterns: ['access_token\\$production\\$[0-9a-z]{16}\\$[0-9a-f]{32}'],
    keywords: ['access_token$production$'],
    validator: 'random-token',
    samples: {
      matching: [found('', braintree(1)), found('"', braintree(2), '"')],
      other: [braintree(1).replace('production', 'sandbox'), braintree(1).slice(0, -1)],
    },
  }),
  sensitiveDataRule({
    ref: 'twilio-api-key',
    description: 'Twilio API key',
    group: 'secrets',
    tags: ['messaging'],
    patterns: ['SK[0-9a-f]{32}'],
    keywords: ['SK'],
    validator: 'random-token',
    context: near('twilio', 'api key', 'apikey', 'api sid', 'key sid'),
    samples: {
      matching: [found('TWILIO_API_KEY=', twilio(1)), found('{"apiKey":"', twilio(2), '"}')],
      other: [`etag ${twilio(1)}`, `TWILIO_API_KEY=${twilio(1)}0`, 'twilio SK'],
    },
  }),
  sensitiveDataRule({
    ref: 'sendgrid-api-key',
    description: 'SendGrid API key',
    group: 'secrets',
    tags: ['messaging'],
    patterns: ['SG\\.[A-Za-z0-9_-]{22}\\.[A-Za-z0-9_-]{43}'],
    keywords: ['SG.'],
    validator: 'random-token',
    samples: {
      matching: [found('Bearer ', sendgrid(1)), found('"', sendgrid(2), '"')],
      other: [sendgrid(1).slice(0, -1), assembled('S', 'G.', 'x'.repeat(22), '.', 'x'.repeat(43))],
    },
  }),
  sensitiveDataRule({
    ref: 'mailgun-api-key',
    description: 'Mailgun API key',
    group: 'secrets',
    tags: ['messaging'],
    patterns: ['key-[0-9a-f]{32}'],
    keywords: ['key-'],
    validator: 'random-token',
    samples: {
      matching: [found('api:', mailgun(1)), found('"', mailgun(2), '"')],
      other: [mailgun(1).slice(0, -1), assembled('ke', 'y-', '0'.repeat(32)), `${mailgun(1)}ab`],
    },
  }),
  sensitiveDataRule({
    ref: 'mailchimp-api-key',
    description: 'Mailchimp API key',
    group: 'secrets',
    tags: ['messaging'],
    patterns: ['[0-9a-f]{32}-us[0-9]{1,2}'],
    keywords: ['-us'],
    validator: 'random-token',
    context: near('mailchimp', 'chimp', 'api key', 'apikey', 'mailchimp key', 'key'),
    samples: {
      matching: [found('mailchimp: ', mailchimp(1)), found('"api_key":"', mailchimp(2), '"')],
      other: [`bucket ${mailchimp(1)}`, `mailchimp: ${sampleText('hex', 31, 1)}-us12`],
    },
  }),
];
