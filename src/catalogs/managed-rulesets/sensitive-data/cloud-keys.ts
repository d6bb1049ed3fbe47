import { assembled, sampleText } from './sample-text.ts';
import { found, near, type SensitiveDataRule, sensitiveDataRule } from './sensitive-data-rule.ts';

const aws = (prefix: string, seed: number): string =>
  assembled(prefix.slice(0, 2), prefix.slice(2), sampleText('upper-digits', 16, seed));
const google = (seed: number): string => assembled('AI', 'za', sampleText('base64url', 35, seed));
const heroku = [8, 4, 4, 4, 12].map((length, n) => sampleText('hex', length, n + 1)).join('-');

/** Keys of cloud providers. */
export const cloudKeyRules: readonly SensitiveDataRule[] = [
  sensitiveDataRule({
    ref: 'aws-access-key-id',
    description: 'AWS access key id',
    group: 'secrets',
    tags: ['aws', 'cloud'],
    enabled: true,
    patterns: ['(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}'],
    keywords: ['AKIA', 'ASIA', 'ABIA', 'ACCA'],
    validator: 'random-token',
    samples: {
      matching: [
        found('aws_access_key_id = ', aws('AKIA', 1), '\n'),
        found('"', aws('ASIA', 2), '"'),
        found('first\\n', aws('AKIA', 3), '\\nlast'),
      ],
      other: [
        assembled('AK', 'IA', 'IOSFODNN7', 'EXAMPLE'),
        `${aws('AKIA', 1)}7`,
        aws('AKIA', 1).toLowerCase(),
        assembled('AK', 'IA', 'X'.repeat(16)),
      ],
    },
  }),
  sensitiveDataRule({
    ref: 'aws-secret-access-key',
    description: 'AWS secret access key',
    group: 'secrets',
    tags: ['aws', 'cloud'],
    patterns: [
      '(?:secret_?access_?key|aws_?secret_?key|aws_?secret)["\'\\\\]{0,2}[ \\t]{0,4}[:=][ \\t]{0,4}["\'\\\\]{0,2}([A-Za-z0-9/+]{40})',
    ],
    ignoreCase: true,
    keywords: ['secret'],
    validator: 'mixed-token',
    samples: {
      matching: [
        found('aws_secret_access_key = ', sampleText('base64', 40, 4)),
        found('{"SecretAccessKey": "', sampleText('base64', 40, 5), '"}'),
      ],
      other: [
        assembled('aws_secret_access_key = ', 'wJalrXUtnFEMI/K7MDENG/', 'bPxRfiCYEXAMPLEKEY'),
        `aws_secret_access_key = ${sampleText('base64', 39, 4)}`,
        `sha1 = ${sampleText('base64', 40, 4)}`,
      ],
    },
  }),
  sensitiveDataRule({
    ref: 'google-api-key',
    description: 'Google API key',
    group: 'secrets',
    tags: ['cloud', 'google'],
    enabled: true,
    patterns: ['AIza[A-Za-z0-9_-]{35}'],
    keywords: ['AIza'],
    validator: 'random-token',
    samples: {
      matching: [found('key=', google(1), '&v=3'), found("apiKey: '", google(2), "'")],
      other: [
        google(1).slice(0, -1),
        `${google(1)}A`,
        assembled('AI', 'za', 'A'.repeat(35)),
        `x${google(1)}`,
      ],
    },
  }),
  sensitiveDataRule({
    ref: 'google-oauth-access-token',
    description: 'Google OAuth access token',
    group: 'secrets',
    tags: ['cloud', 'google', 'oauth'],
    patterns: ['ya29\\.[A-Za-z0-9_-]{30,250}'],
    keywords: ['ya29.'],
    validator: 'random-token',
    samples: {
      matching: [
        found('Bearer ', assembled('ya', '29.', sampleText('base64url', 120, 1))),
        found('"', assembled('ya', '29.', sampleText('base64url', 60, 2)), '"'),
      ],
      other: [assembled('ya', '29.', 'short'), sampleText('base64url', 120, 1)],
    },
  }),
  sensitiveDataRule({
    ref: 'google-oauth-client-secret',
    description: 'Google OAuth client secret',
    group: 'secrets',
    tags: ['cloud', 'google', 'oauth'],
    patterns: ['GOCSPX-[A-Za-z0-9_-]{28}'],
    keywords: ['GOCSPX-'],
    validator: 'random-token',
    samples: {
      matching: [
        found('"client_secret":"', assembled('GOC', 'SPX-', sampleText('base64url', 28, 1)), '"'),
        found('', assembled('GOC', 'SPX-', sampleText('base64url', 28, 2)), '\n'),
      ],
      other: [
        assembled('GOC', 'SPX-', sampleText('base64url', 27, 1)),
        assembled('GOC', 'SPX-', 'x'.repeat(28)),
      ],
    },
  }),
  sensitiveDataRule({
    ref: 'azure-storage-account-key',
    description: 'Azure storage account key',
    group: 'secrets',
    tags: ['azure', 'cloud'],
    patterns: ['AccountKey=([A-Za-z0-9+/]{86}==)'],
    keywords: ['AccountKey='],
    boundary: 'none',
    validator: 'mixed-token',
    samples: {
      matching: [
        found('AccountName=a;AccountKey=', `${sampleText('base64', 86, 1)}==`, ';Endpoint'),
        found('"AccountKey=', `${sampleText('base64', 86, 2)}==`, '"'),
      ],
      other: [
        `AccountKey=${sampleText('base64', 80, 1)}==`,
        `AccountKey=${'A'.repeat(86)}==`,
        `Key=${sampleText('base64', 86, 1)}==`,
      ],
    },
  }),
  sensitiveDataRule({
    ref: 'azure-shared-access-signature',
    description: 'Azure shared access signature',
    group: 'secrets',
    tags: ['azure', 'cloud'],
    patterns: ['sig=([A-Za-z0-9%/+]{43,70}(?:%3[Dd]|=))'],
    keywords: ['sig='],
    boundary: 'none',
    validator: 'mixed-token',
    context: near('sv', 'se', 'sp', 'sr'),
    samples: {
      matching: [
        found(
          '?sv=2022-11-02&sp=r&se=2027-01-01&sig=',
          `${sampleText('alphanumeric', 43, 1)}%3D`,
          '&x=1',
        ),
        found('&sr=b&sig=', `${sampleText('base64', 43, 2)}=`),
      ],
      other: [
        `?page=1&sig=${sampleText('alphanumeric', 43, 1)}%3D`,
        `?sv=2022-11-02&sig=${sampleText('alphanumeric', 20, 1)}%3D`,
      ],
    },
  }),
  sensitiveDataRule({
    ref: 'alibaba-access-key-id',
    description: 'Alibaba Cloud access key id',
    group: 'secrets',
    tags: ['cloud'],
    patterns: ['LTAI[A-Za-z0-9]{20}'],
    keywords: ['LTAI'],
    validator: 'random-token',
    samples: {
      matching: [
        found('id=', assembled('LT', 'AI', sampleText('alphanumeric', 20, 1))),
        found('"', assembled('LT', 'AI', sampleText('alphanumeric', 20, 2)), '"'),
      ],
      other: [
        assembled('LT', 'AI', sampleText('alphanumeric', 18, 1)),
        assembled('LT', 'AI', 'x'.repeat(20)),
      ],
    },
  }),
  sensitiveDataRule({
    ref: 'digitalocean-token',
    description: 'DigitalOcean token',
    group: 'secrets',
    tags: ['cloud'],
    patterns: ['do[opr]_v1_[a-f0-9]{64}'],
    keywords: ['_v1_'],
    validator: 'random-token',
    samples: {
      matching: [
        found('TOKEN=', assembled('dop', '_v1_', sampleText('hex', 64, 1))),
        found('"', assembled('doo', '_v1_', sampleText('hex', 64, 2)), '"'),
      ],
      other: [
        assembled('dop', '_v1_', sampleText('hex', 63, 1)),
        assembled('dox', '_v1_', sampleText('hex', 64, 1)),
      ],
    },
  }),
  sensitiveDataRule({
    ref: 'heroku-api-key',
    description: 'Heroku API key',
    group: 'secrets',
    tags: ['cloud'],
    patterns: [
      'heroku[a-z_-]{0,20}["\' ]{0,3}[:=]["\' ]{0,3}([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})',
      'HRKU-[A-Za-z0-9_-]{60}',
    ],
    ignoreCase: true,
    keywords: ['heroku', 'hrku-'],
    validator: 'random-token',
    samples: {
      matching: [
        found('HEROKU_API_KEY=', heroku),
        found('token ', assembled('HR', 'KU-', 'AA', sampleText('base64url', 58, 1))),
      ],
      other: [
        `id=${heroku}`,
        'HEROKU_API_KEY=00000000-0000-0000-0000-000000000000',
        assembled('HR', 'KU-', sampleText('base64url', 40, 1)),
      ],
    },
  }),
];
