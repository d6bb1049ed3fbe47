import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { flagOf, type Setting, SettingError } from './setting.ts';
import {
  databaseLocation,
  readSettings,
  type Settings,
  settingsTable,
  unknownVariables,
} from './settings.ts';
import { shownSettings } from './shown-settings.ts';

/** Sepolia without options. */
const SEPOLIA = {
  name: 'sepolia',
  chainId: 11_155_111,
  blockMs: 12_000,
  isPublic: true,
  finalityBlocks: undefined,
  verifiesHashes: true,
  methods: { allow: [], deny: [] },
  maxLogBlocks: undefined,
  timeoutMs: undefined,
  hedgeMs: 'auto',
};

type Name = keyof typeof settingsTable;

interface Row {
  readonly fallback: unknown;
  /** Texts with the values that they are parsed to. */
  readonly good: readonly (readonly [string, unknown])[];
  readonly bad: readonly string[];
  /** The message must not contain the value, because it may be a secret. */
  readonly secret?: true;
}

const addresses = {
  good: [
    ['0.0.0.0:80', { host: '0.0.0.0', port: 80 }],
    ['[::1]:8787', { host: '::1', port: 8787 }],
    ['localhost:65535', { host: 'localhost', port: 65_535 }],
  ],
  bad: ['8787', ':8787', 'localhost', '::1:80', '[::1]', 'localhost:65536', 'a b:80', 'h:-1'],
} as const;

const rates = {
  good: [
    ['5/60', { quota: 5, windowSeconds: 60 }],
    ['off', { quota: Number.MAX_SAFE_INTEGER, windowSeconds: 1 }],
  ],
  bad: ['5', '0/60', '5/0', '-5/60', '5/60s', 'OFF', '1.5/60', '9999999999/1'],
} as const;

const count = (fallback: number, least: number, most: number): Row => ({
  fallback,
  good: [
    [String(least), least],
    [String(most), most],
  ],
  bad: [String(least - 1), String(most + 1), '1.5', 'many'],
});

const table: Record<Name, Row> = {
  edgeTlsListen: { fallback: undefined, ...addresses },
  edgeTlsDir: { fallback: undefined, good: [['certs', resolve('certs')]], bad: [] },
  edgeConnections: count(16_384, 1, 1_000_000),
  edgeHeaderBytes: count(32_768, 1_024, 1_048_576),
  edgeHeaderCount: count(128, 8, 2_000),
  edgeUrlBytes: count(16_384, 64, 1_048_576),
  edgeHeaderSeconds: count(15, 1, 600),
  edgeKeepAliveSeconds: count(75, 1, 3_600),
  edgeBodyRate: count(240, 0, 1_000_000),
  edgeInspectedBytes: count(131_072, 0, 10_485_760),
  edgeInspectedSeconds: count(30, 1, 600),
  edgeKey: {
    fallback: undefined,
    good: [['a'.repeat(64), 'a'.repeat(64)]],
    bad: ['secret', 'A'.repeat(64)],
    secret: true,
  },
  clearanceSeconds: count(1_800, 60, 604_800),
  traceSampleRate: {
    fallback: 0.001,
    good: [
      ['0', 0],
      ['0.25', 0.25],
      ['1', 1],
    ],
    bad: ['1.1', '-1', '1e-3', 'all'],
  },
  requestLogRedaction: {
    fallback: false,
    good: [
      ['on', true],
      ['off', false],
    ],
    bad: ['yes', 'ON'],
  },
  accessLog: {
    fallback: undefined,
    good: [
      ['-', '-'],
      ['access.log', resolve('access.log')],
    ],
    bad: [],
  },
  accessLogFormat: { fallback: 'json', good: [['combined', 'combined']], bad: ['common', 'JSON'] },
  spoolHours: count(24, 1, 8_760),
  spoolBytes: count(10_000_000_000, 100_000_000, 1_000_000_000_000_000),
  failingRules: {
    fallback: 'skip',
    good: [
      ['skip', 'skip'],
      ['block', 'block'],
    ],
    bad: ['on', 'BLOCK'],
  },
  pageSampleRate: {
    fallback: 'auto',
    good: [
      ['auto', 'auto'],
      ['0', 0],
      ['0.25', 0.25],
      ['1', 1],
    ],
    bad: ['1.1', '-1', '1/30', 'all'],
  },
  reportingHost: {
    fallback: undefined,
    good: [
      ['Reports.example.net', 'reports.example.net'],
      ['reports.example.net:8443', 'reports.example.net:8443'],
    ],
    bad: ['https://reports.example.net', 'a b', 'reports.example.net:0', 'host/path'],
  },
  originConnectSeconds: count(5, 1, 120),
  originResponseSeconds: count(100, 1, 6_000),
  originIdleSeconds: count(900, 0, 86_400),
  originConnections: count(1_024, 1, 65_535),
  originHeaderBytes: count(131_072, 1_024, 1_048_576),
  originHeaderCount: count(512, 8, 2_000),
  originTlsVerify: {
    fallback: true,
    good: [
      ['on', true],
      ['off', false],
    ],
    bad: ['yes', 'OFF', '1'],
  },
  trustedProxies: {
    fallback: [],
    good: [['10.0.0.0/8', ['10.0.0.0/8']]],
    bad: ['10.0.0.0/33', 'proxy'],
  },
  proxyProtocol: {
    fallback: [],
    good: [['10.0.0.0/8,::1', ['10.0.0.0/8', '::1/128']]],
    bad: ['10.0.0.0/33', 'balancer'],
  },
  geoipFiles: {
    fallback: [],
    good: [['country.mmdb, /srv/asn.mmdb', [resolve('country.mmdb'), '/srv/asn.mmdb']]],
    bad: ['a.mmdb,', 'a,b,c,d,e,f,g,h,i'],
  },
  clientAddressHeader: {
    fallback: 'x-forwarded-for',
    good: [['X-Real-IP', 'x-real-ip']],
    bad: ['x forwarded', 'a:b'],
  },
  expressionCharacters: {
    fallback: 4096,
    good: [['8192', 8192]],
    bad: ['63', '-1', 'many', '1e4'],
  },
  expressionDepth: { fallback: 128, good: [['16', 16]], bad: ['3', '257', '1.5'] },
  expressionRegexes: { fallback: 64, good: [['0', 0]], bad: ['-1', '1025', 'x'] },
  dataDir: { fallback: resolve('data'), good: [['some/folder', resolve('some/folder')]], bad: [] },
  apiListen: { fallback: { host: '127.0.0.1', port: 8787 }, ...addresses },
  edgeListen: { fallback: { host: '127.0.0.1', port: 8080 }, ...addresses },
  databaseUrl: {
    fallback: 'sqlite:',
    good: [
      ['sqlite:', 'sqlite:'],
      ['sqlite:/var/lib/x.db', 'sqlite:/var/lib/x.db'],
      ['postgres://u:p@h/d', 'postgres://u:p@h/d'],
      ['postgresql://u:p@h/d', 'postgresql://u:p@h/d'],
    ],
    bad: ['mysql://u:hunter2@h/d', 'hunter2', '/var/lib/x.db', 'postgres:hunter2', 'postgres://'],
    secret: true,
  },
  roles: {
    fallback: new Set(['api', 'edge', 'gateway', 'worker']),
    good: [
      ['api', new Set(['api'])],
      ['edge, worker', new Set(['edge', 'worker'])],
      ['api,api', new Set(['api'])],
    ],
    bad: ['API', 'api;edge', 'api,', ',', 'everything'],
  },
  edgeWorkers: {
    fallback: Math.max(2, availableParallelism() - 1),
    good: [
      ['1', 1],
      ['256', 256],
    ],
    bad: ['0', '257', '-1', '1.5', '1e2', 'four', ' 4', '0x4'],
  },
  adminToken: {
    fallback: undefined,
    good: [['hunter2-hunter2', 'hunter2-hunter2']],
    bad: ['hunter2', 'hunter2 hunter2', 'hunter2'.repeat(40), 'hunter2ü2222'],
    secret: true,
  },
  adminEmail: {
    fallback: 'admin@localhost',
    good: [['me@example.test', 'me@example.test']],
    bad: ['me', 'me@', '@example.test', 'a@b@c', 'a b@c', 'a@b,c@d'],
  },
  adminKey: {
    fallback: undefined,
    good: [['hunter2_hunter2', 'hunter2_hunter2']],
    bad: ['hunter2', 'hunter2.hunter2', 'hunter2'.repeat(20)],
    secret: true,
  },
  bootstrap: { fallback: undefined, good: [['boot.json', resolve('boot.json')]], bad: [] },
  logpushJobs: count(20, 0, 10_000),
  gatewayListen: {
    fallback: { host: '127.0.0.1', port: 8545 },
    good: [['0.0.0.0:8545', { host: '0.0.0.0', port: 8545 }]],
    bad: ['8545'],
  },
  gatewayUpstreams: {
    fallback: [],
    good: [
      [
        '{"sepolia":["http://127.0.0.1:1",{"url":"https://a/k","rate_limit":5,"log_blocks":9}]}',
        [
          {
            ...SEPOLIA,
            upstreams: [
              { url: 'http://127.0.0.1:1/', rateLimit: undefined, logBlocks: undefined },
              { url: 'https://a/k', rateLimit: 5, logBlocks: 9 },
            ],
            quorums: [],
          },
        ],
      ],
      [
        '{"sepolia":{"upstreams":["http://a","http://b"],"quorum":{"eth_call":"2/2"}}}',
        [
          {
            ...SEPOLIA,
            upstreams: ['http://a/', 'http://b/'].map((url) => ({
              url,
              rateLimit: undefined,
              logBlocks: undefined,
            })),
            quorums: [{ method: 'eth_call', ask: 2, agree: 2 }],
          },
        ],
      ],
      [
        '{"sepolia":{"upstreams":["http://a"],"finality":0}}',
        [
          {
            ...SEPOLIA,
            finalityBlocks: 0,
            upstreams: [{ url: 'http://a/', rateLimit: undefined, logBlocks: undefined }],
            quorums: [],
          },
        ],
      ],
      [
        '{"polygon":{"upstreams":["http://a"],"chain_id":137,"block_time":2.5,"finality":64,"verify_hashes":false,"methods":{"allow":["debug_*"],"deny":["eth_call"]},"log_range":100,"timeout":10,"hedge":0.2}}',
        [
          {
            name: 'polygon',
            chainId: 137,
            blockMs: 2_500,
            isPublic: false,
            finalityBlocks: 64,
            verifiesHashes: false,
            methods: { allow: ['debug_*'], deny: ['eth_call'] },
            maxLogBlocks: 100,
            timeoutMs: 10_000,
            hedgeMs: 200,
            upstreams: [{ url: 'http://a/', rateLimit: undefined, logBlocks: undefined }],
            quorums: [],
          },
        ],
      ],
    ],
    bad: [
      'sepolia',
      ...['eth_call', 'eth_*'].map(
        (denied) =>
          `{"sepolia":{"upstreams":["http://a","http://b"],"methods":{"deny":["${denied}"]},"quorum":{"eth_call":"2/2"}}}`,
      ),
      '[]',
      '{"moon":["http://a"]}',
      '{"sepolia":[]}',
      '{"sepolia":["ftp://a"]}',
      '{"sepolia":["http://a:80","http://b",{"url":"http://A/","rate_limit":5}]}',
      '{"sepolia":[{"url":"http://a","speed":1}]}',
      '{"sepolia":[{"url":"http://a","rate_limit":0}]}',
      '{"sepolia":{"quorum":{"eth_call":"2/2"}}}',
      '{"sepolia":{"upstreams":["http://a"],"speed":1}}',
      '{"sepolia":{"upstreams":["http://a"],"chain_id":1}}',
      '{"polygon":{"upstreams":["http://a"],"chain_id":137}}',
      '{"Polygon":{"upstreams":["http://a"],"chain_id":137,"block_time":2}}',
      ...[
        '"chain_id":0,"block_time":2',
        '"chain_id":"137","block_time":2',
        '"chain_id":137,"block_time":0',
        '"chain_id":137,"block_time":2,"finality":"soon"',
        '"chain_id":137,"block_time":2,"finality":-1',
        '"chain_id":137,"block_time":2,"finality":0.5',
        '"chain_id":137,"block_time":2,"verify_hashes":"no"',
        '"chain_id":137,"block_time":2,"methods":["debug_*"]',
        '"chain_id":137,"block_time":2,"methods":{"allow":["*"]}',
        '"chain_id":137,"block_time":2,"methods":{"permit":["debug_*"]}',
        '"chain_id":137,"block_time":2,"log_range":0.5',
        '"chain_id":137,"block_time":2,"timeout":1000',
        '"chain_id":137,"block_time":2,"hedge":"never"',
      ].map((options) => `{"polygon":{"upstreams":["http://a"],${options}}}`),
      ...[
        '["eth_call"]',
        '{"eth_call":2}',
        '{"eth_call":"1/2"}',
        '{"eth_call":"2/4"}',
        '{"eth_call":"3/2"}',
        '{"eth_call":"3/3"}',
        '{"eth_nothing":"2/2"}',
        '{"eth_accounts":"2/2"}',
        '{"eth_gasPrice":"2/2"}',
        '{"eth_sendRawTransaction":"2/2"}',
      ].map((quorum) => `{"sepolia":{"upstreams":["http://a","http://b"],"quorum":${quorum}}}`),
    ],
    secret: true,
  },
  gatewayKeys: {
    fallback: [],
    good: [['0123456789abcdef, fedcba9876543210', ['0123456789abcdef', 'fedcba9876543210']]],
    bad: ['short', '0123456789abcdef,'],
    secret: true,
  },
  gatewayBodyBytes: count(2_097_152, 1_024, 33_554_432),
  gatewayRateLimit: {
    fallback: { quota: 50, windowSeconds: 1 },
    good: [
      ['100/10', { quota: 100, windowSeconds: 10 }],
      ['off', { quota: Number.MAX_SAFE_INTEGER, windowSeconds: 1 }],
    ],
    bad: ['100', '0/1'],
  },
  mailFrom: {
    fallback: 'Palisade <palisade@localhost>',
    good: [
      ['ops@example.com', 'ops@example.com'],
      ['Palisade <ops@example.com>', 'Palisade <ops@example.com>'],
    ],
    bad: ['ops', 'a@b, c@d', 'Name <a@b> x', 'a@b\nBcc: c@d'],
  },
  publicUrl: {
    fallback: undefined,
    good: [
      ['https://palisade.example.com/', 'https://palisade.example.com'],
      ['http://10.0.0.1:8787/edge', 'http://10.0.0.1:8787/edge'],
    ],
    bad: ['palisade.example.com', 'ftp://a', 'https://a/?b'],
  },
  smtpUrl: {
    fallback: undefined,
    secret: true,
    good: [
      ['smtp://127.0.0.1:2525', 'smtp://127.0.0.1:2525'],
      ['smtps://user:pass@mail.example.com', 'smtps://user:pass@mail.example.com'],
    ],
    bad: [
      'mail.example.com',
      'http://mail.example.com',
      'smtp://',
      'smtp://mail.example.com/?tls.rejectUnauthorized=false',
      'smtp://user:a/b@mail.example.com',
      'smtp://user:100%@mail.example.com',
      'smtp://:pass@mail.example.com',
    ],
  },
  logFolder: { fallback: undefined, good: [['logs', resolve('logs')]], bad: [] },
  logCredentials: {
    fallback: undefined,
    good: [['[]', '[]']],
    bad: ['[{}]', '[', 'no-such-file.json'],
    secret: true,
  },
  outboundAllow: {
    fallback: [],
    good: [
      ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1/128']],
      ['::ffff:10.0.0.0/104', ['10.0.0.0/8']],
    ],
    bad: ['10/8', '10.0.0.0/33', 'example.test', '10.0.0.0/8,', ','],
  },
  apiRateLimit: { fallback: { quota: 1200, windowSeconds: 300 }, ...rates },
  apiAddressRateLimit: { fallback: { quota: 200, windowSeconds: 1 }, ...rates },
  nodeSilentSeconds: count(15, 2, 600),
  nodeForgottenSeconds: count(3_600, 10, 2_592_000),
  drainSeconds: {
    fallback: 10,
    good: [
      ['0', 0],
      ['3600', 3600],
    ],
    bad: ['-1', '3601', '1.5', 'ten'],
  },
  lameDuckMs: count(300, 0, 60_000),
  logLevel: {
    fallback: 'info',
    good: [
      ['debug', 'debug'],
      ['error', 'error'],
    ],
    bad: ['INFO', 'trace', 'silent'],
  },
};

/** CIDR ranges are compared by their text. */
function plain(value: unknown): unknown {
  const isRange = Array.isArray(value) && Array.isArray(value[0]);
  return isRange ? value.map(([address, bits]) => `${address}/${bits}`) : value;
}

const read = (name: Name, text: string): unknown =>
  readSettings({ [settingsTable[name].variable]: text })[name];

describe('settings', () => {
  const defaults: Settings = readSettings({});

  for (const [name, row] of Object.entries(table) as [Name, Row][]) {
    const { variable } = settingsTable[name];

    it(`${variable} has its default if it is unset or empty`, () => {
      assert.deepEqual(plain(defaults[name]), row.fallback);
      assert.deepEqual(plain(read(name, '')), row.fallback);
    });

    for (const [text, expected] of row.good) {
      it(`${variable} takes ${text}`, () => assert.deepEqual(plain(read(name, text)), expected));

      it(`${variable} is shown so that it means ${text} elsewhere, unless that is a secret`, () => {
        const sources = { [variable]: text };
        const shown = shownSettings(readSettings(sources), sources);
        const { value, hidden } = shown.find((each) => each.variable === variable) ?? {};
        if (hidden) assert.ok(row.secret && value === null, text);
        else assert.deepEqual(plain(read(name, value ?? '')), expected);
        assert.ok(!JSON.stringify(shown).includes('hunter2'));
      });
    }

    for (const text of row.bad) {
      it(`${variable} refuses ${JSON.stringify(text)} and names the expected form`, () => {
        assert.throws(
          () => read(name, text),
          (error) => {
            assert.ok(error instanceof SettingError && error.code === 'bad_setting');
            assert.ok(error.message.startsWith(`${variable}: expected `), error.message);
            if (row.secret) assert.doesNotMatch(error.message, /hunter2/);
            return true;
          },
        );
      });
    }
  }

  it('are all covered by the table of this test', () => {
    assert.deepEqual(Object.keys(table).sort(), Object.keys(settingsTable).sort());
  });

  it('have unique variables and flags, and a summary', () => {
    const rows = Object.values(settingsTable) as Setting<unknown>[];
    assert.equal(new Set(rows.map(({ variable }) => variable)).size, rows.length);
    assert.equal(new Set(rows.map(flagOf)).size, rows.length);
    for (const { variable, summary, defaultText } of rows) {
      assert.match(variable, /^PALISADE_[A-Z_]+$/);
      assert.ok(summary && defaultText, variable);
    }
    assert.equal(flagOf(settingsTable.apiAddressRateLimit), 'api-address-rate-limit');
  });
});

describe('unknownVariables', () => {
  it('names variables with the prefix of settings that are not settings', () => {
    const sources = {
      PALISADE_API_LISTEN: '127.0.0.1:1',
      PALISADE_API_LISTN: '127.0.0.1:1',
      PALISADE_: '',
      PATH: '/bin',
      palisade_roles: 'api',
    };
    assert.deepEqual(unknownVariables(sources), ['PALISADE_API_LISTN', 'PALISADE_']);
    assert.deepEqual(unknownVariables({}), []);
  });
});

describe('databaseLocation', () => {
  const rows = [
    ['sqlite:', { kind: 'sqlite', file: '/data/palisade.db' }],
    ['sqlite:/elsewhere/x.db', { kind: 'sqlite', file: '/elsewhere/x.db' }],
    ['sqlite:x.db', { kind: 'sqlite', file: resolve('x.db') }],
    ['postgres://u:p@h/d', { kind: 'postgres', url: 'postgres://u:p@h/d' }],
    ['postgresql://u:p@h/d', { kind: 'postgres', url: 'postgresql://u:p@h/d' }],
  ] as const;
  for (const [databaseUrl, expected] of rows) {
    it(`finds ${JSON.stringify(expected)} for ${databaseUrl}`, () => {
      assert.deepEqual(databaseLocation({ databaseUrl, dataDir: '/data' }), expected);
    });
  }
});
