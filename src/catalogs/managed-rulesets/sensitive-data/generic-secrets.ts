import { assembled, sampleText } from './sample-text.ts';
import {
  exampleNames,
  found,
  type NameWords,
  near,
  type SensitiveDataRule,
  sensitiveDataRule,
} from './sensitive-data-rule.ts';

const base64Json = (value: unknown): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = (header: unknown, signature: string): string =>
  assembled(base64Json(header), '.', base64Json({ sub: '1', name: 'Ada' }), '.', signature);
const signature = sampleText('base64url', 43, 1);
const hs256 = { alg: 'HS256', typ: 'JWT' };
const address = (scheme: string, pair: string, host: string): string =>
  assembled(scheme, '://', pair, '@', host);
const basic = (pair: string): string => Buffer.from(pair).toString('base64');

/** Between a name and its value in settings, code, XML and setters. */
const OPERATOR = '["\'\\\\)\\]]{0,3}[ \\t]{0,4}[=:>?|,(.]{1,4}[ \\t]{0,4}';

/** These names hold an identifier, a place or what is public, not the secret itself. */
const notSecret: NameWords = {
  any: [...exampleNames, 'public', 'csrf', 'xsrf'],
  last: [
    ...[
      'id',
      'ids',
      'name',
      'type',
      'url',
      'uri',
      'path',
      'file',
      'dir',
      'hash',
      'version',
      'length',
      'size',
    ],
    ...[
      'index',
      'source',
      'event',
      'endpoint',
      'issuer',
      'header',
      'prefix',
      'suffix',
      'field',
      'class',
      'selector',
    ],
  ],
};

/** Secrets of no particular provider, recognised by their form or by the text before them. */
export const genericSecretRules: readonly SensitiveDataRule[] = [
  sensitiveDataRule({
    ref: 'json-web-token',
    description: 'JSON Web Token',
    group: 'secrets',
    tags: ['token'],
    // The base64 of `{"` or `{ ` continues with one of the first sixteen letters.
    patterns: ['ey[A-P][A-Za-z0-9_-]{9,499}\\.ey[A-Za-z0-9_-]{8,998}(?:\\.[A-Za-z0-9_-]{16,700})?'],
    keywords: ['.ey'],
    boundary: 'none',
    validator: 'jwt',
    samples: {
      matching: [
        found('Bearer ', jwt(hs256, signature)),
        found('"', jwt({ typ: 'JWT', alg: 'RS256', kid: '7' }, signature.repeat(8)), '"'),
        found(
          'id_token=',
          assembled(base64Json(hs256), '.', 'ey', 'J'.repeat(998)),
          'J'.repeat(900),
        ),
      ],
      other: [
        jwt({ typ: 'JWT' }, signature),
        jwt(hs256, ''),
        `eyJub3QganNvbiBhdCBhbGwi.${base64Json({ sub: '1' })}.${signature}`,
      ],
    },
  }),
  sensitiveDataRule({
    ref: 'database-url',
    description: 'Database URL with password',
    group: 'secrets',
    tags: ['database', 'password'],
    patterns: [
      '(?:postgres|postgresql|mysql|mariadb|mongodb|mongodb\\+srv|redis|rediss|amqp|amqps|mssql|sqlserver|clickhouse)://[^ \\t\\r\\n:@/"\'<>]{0,64}:[^ \\t\\r\\n@/"\'<>]{1,128}@[A-Za-z0-9._-]{1,200}',
    ],
    keywords: ['://'],
    boundary: 'none',
    validator: 'url-password',
    samples: {
      matching: [
        found('DATABASE_URL=', address('postgres', 'app:h7Gk2pQz', 'db.internal'), ':5432/app'),
        found(
          '"',
          address('mongodb+srv', 'root:t0pS3cr3tPw', 'cluster0.abcde.mongodb.net'),
          '/test"',
        ),
        found('', address('redis', ':c4ch3pw99', 'cache'), ':6379'),
      ],
      other: [
        'postgres://user:password@localhost/db',
        'postgres://localhost:5432/db',
        ['mysql://root:', '{DB_PASS}@db/app'].join('$'),
        address('https', 'app:h7Gk2pQz', 'db.internal'),
      ],
    },
  }),
  sensitiveDataRule({
    ref: 'url-with-password',
    description: 'Web or file transfer address with password',
    group: 'secrets',
    tags: ['password'],
    patterns: [
      '(?:https?|ftps?|sftp)://[^ \\t\\r\\n:@/"\'<>]{1,64}:[^ \\t\\r\\n@/"\'<>]{1,128}@[A-Za-z0-9._-]{1,200}',
    ],
    ignoreCase: true,
    keywords: ['://'],
    boundary: 'none',
    validator: 'url-password',
    samples: {
      matching: [
        found('clone ', address('https', 'ada:Lov3lace9', 'git.internal'), '/app.git'),
        found('"', address('ftp', 'backup:n1ghtly-Run', '10.0.0.7'), '/"'),
      ],
      other: [
        'https://user:pass@host.test/',
        'https://host.test:8443/@ada',
        'https://ada:ada@host.test/',
        'https://host.test/a:b@c',
      ],
    },
  }),
  sensitiveDataRule({
    ref: 'basic-authorization-header',
    description: 'Basic authorization header',
    group: 'secrets',
    tags: ['password'],
    patterns: ['Basic[ ]{1,2}([A-Za-z0-9+/]{8,200}={0,2})'],
    ignoreCase: true,
    keywords: ['basic '],
    validator: 'basic-credentials',
    context: near('authorization', 'authorisation', 'auth', 'curl'),
    samples: {
      matching: [
        found('Authorization: Basic ', basic('ada:lovelace')),
        found('"Authorization":"Basic ', basic('svc-app:Zk82-pq'), '"'),
      ],
      other: [
        `Authorization: Basic ${basic('user:password')}`,
        'Authorization: Basic authentication',
        `Authorization: Digest ${basic('ada:lovelace')}`,
      ],
    },
  }),
  sensitiveDataRule({
    ref: 'bearer-authorization-header',
    description: 'Bearer authorization header',
    group: 'secrets',
    tags: ['token'],
    patterns: ['Bearer[ ]{1,2}([A-Za-z0-9._~+/-]{20,500})'],
    ignoreCase: true,
    keywords: ['bearer '],
    validator: 'mixed-token',
    context: near('authorization', 'authorisation', 'curl', 'auth'),
    samples: {
      matching: [
        found('Authorization: Bearer ', sampleText('alphanumeric', 40, 6)),
        found('-H "authorization: bearer ', sampleText('base64url', 43, 7), '"'),
      ],
      other: [
        'Authorization: Bearer YOUR_API_TOKEN_GOES_HERE_1',
        'Authorization: Bearer authentication-is-required',
        `The bearer ${sampleText('alphanumeric', 40, 6)}`,
      ],
    },
  }),
  sensitiveDataRule({
    ref: 'password-assignment',
    description: 'Password in a setting or in code',
    group: 'secrets',
    tags: ['generic', 'password'],
    patterns: [
      `(?:password|passwd|pwd|passphrase)${OPERATOR}["'\\\\\`]{1,2}([^ \\t\\r\\n"'\\\\<>\`]{8,64})["'\\\\\`]`,
      '(?:password|passwd|pwd|passphrase)=([^ \\t\\r\\n"\'\\\\<>&;]{8,64})',
      '(?:password|passwd|pwd|passphrase)[ \\t]{0,4}[=:]{1,3}[ \\t]{1,4}([A-Za-z0-9!@#%^*_+~-]{8,64})',
      '(?:password|passwd|pwd|passphrase)>[ \\t\\r\\n]{0,12}([^ \\t\\r\\n"\'<>&]{8,64})[ \\t\\r\\n]{0,12}</',
      '(?:password|passwd|pwd|passphrase)["\'] value=["\']([^ \\t\\r\\n"\'<>&]{8,64})["\']',
    ],
    ignoreCase: true,
    keywords: ['password', 'passwd', 'pwd', 'passphrase'],
    boundary: 'none',
    validator: 'real-password',
    samples: {
      matching: [
        found('"password": "', 'Tr0ub4dor&3', '"'),
        found('DB_PASSWORD=', 'h7Gk2pQz!x', '\n'),
        found("passwd => '", 'c0rrect-h0rse', "'"),
        found('password ?= "', 'h7Gk2pQz!x', '"'),
        found('passwd = ', 'h7Gk2pQz!x', '\n'),
        found('<Password>', 'h7Gk2pQz!x', '</Password>'),
        found('setPassword("', 'h7Gk2pQz!x', '")'),
        found('<add key="Password" value="', 'h7Gk2pQz!x', '"/>'),
      ],
      other: [
        '"password": "Password must have 8 characters"',
        ['password=', '{DB_PASSWORD}'].join('$'),
        'type="password" name="password1"',
        '"password": "********"',
        'password: document.getElementById("p2").value',
      ],
    },
  }),
  sensitiveDataRule({
    ref: 'api-key-assignment',
    description: 'API key or token in a setting or in code',
    group: 'secrets',
    tags: ['generic', 'token'],
    patterns: [
      `(?:api_?key|api-key|access_?key|access-key|private_?key|private-key|auth|secret|token|credentials?|creds)[A-Za-z0-9_.-]{0,24}(?: string)?${OPERATOR}["'\`\\\\ \\t\\r\\n]{0,12}([A-Za-z0-9_./+=-]{20,150})`,
    ],
    ignoreCase: true,
    keywords: ['key', 'token', 'secret', 'auth', 'cred'],
    validator: 'mixed-token',
    beginsWord: true,
    notUnder: notSecret,
    samples: {
      matching: [
        found('api_key = "', sampleText('alphanumeric', 32, 8), '"'),
        found('{"clientSecret":"', sampleText('base64url', 40, 9), '"}'),
        found('ACCESS_TOKEN=', sampleText('hex', 40, 10), '\n'),
        found('my_TOKEN :::= "', sampleText('alphanumeric', 32, 11), '"'),
        found('<authToken>\n  ', sampleText('alphanumeric', 32, 12), '\n</authToken>'),
        found('getEnvOr("api_token", "', sampleText('alphanumeric', 32, 13), '")'),
      ],
      other: [
        'api_key = "YOUR_API_KEY_GOES_HERE_12345"',
        'apiKey: configuration.services.payment.apiKey',
        `csrf = "${sampleText('alphanumeric', 32, 8)}"`,
        'api_key = "abcdefghijklmnopqrstuvwxyz123456"',
        `credentials_id = "${sampleText('alphanumeric', 32, 8)}"`,
      ],
    },
  }),
];
