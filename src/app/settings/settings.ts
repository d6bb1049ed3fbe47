import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import type { GatewayNetwork } from '../../contracts/gateway/gateway-channel.ts';
import { isHostHeader } from '../../kernel/host-name.ts';
import { type Cidr, parseCidr } from '../../kernel/ip.ts';
import { parseBucketCredentials } from '../../outbound/destinations/bucket-credentials.ts';
import { DEFAULT_INSPECTED_BYTES } from '../../request/body/inspected-body.ts';
import { type LogLevel, logLevels } from '../../telemetry/pino-logger.ts';
import { parseGatewayKeys, parseGatewayUpstreams } from './gateway-settings.ts';
import { readSetting, type Setting } from './setting.ts';

export const roles = ['api', 'edge', 'gateway', 'worker'] as const;
export type Role = (typeof roles)[number];

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

export interface RateSetting {
  readonly quota: number;
  readonly windowSeconds: number;
}

const always = () => true;

/** The settings table: every variable, its meaning, its default and how it is read. */
export const settingsTable = {
  dataDir: setting('PALISADE_DATA_DIR', {
    summary: 'Folder in which this node stores its data',
    defaultText: './data',
    fallback: () => resolve('./data'),
    parse: (text) => resolve(text),
    absolute: (path) => path,
  }),
  apiListen: setting('PALISADE_API_LISTEN', {
    summary:
      'Address of the management API, its documentation, `/healthz`, `/readyz` and `/metrics`',
    defaultText: '127.0.0.1:8787',
    fallback: (): ListenAddress => ({ host: '127.0.0.1', port: 8787 }),
    parse: parseListen,
  }),
  edgeListen: setting('PALISADE_EDGE_LISTEN', {
    summary: 'Address on which the edge accepts visitors over plain HTTP',
    defaultText: '127.0.0.1:8080',
    fallback: (): ListenAddress => ({ host: '127.0.0.1', port: 8080 }),
    parse: parseListen,
  }),
  edgeTlsListen: setting('PALISADE_EDGE_TLS_LISTEN', {
    summary: 'Address on which the edge accepts visitors over TLS; needs `PALISADE_EDGE_TLS_DIR`',
    defaultText: 'none',
    fallback: (): ListenAddress | undefined => undefined,
    parse: parseListen,
  }),
  edgeTlsDir: setting('PALISADE_EDGE_TLS_DIR', {
    summary:
      'Folder of certificates: `NAME.crt` and `NAME.key`, or both in `NAME.pem`; `_.NAME` for the wildcard `*.NAME`. Changed files are read again',
    defaultText: 'none',
    fallback: (): string | undefined => undefined,
    parse: (text) => resolve(text),
    absolute: (path) => path,
  }),
  gatewayListen: setting('PALISADE_GATEWAY_LISTEN', {
    summary: 'Address of the JSON-RPC gateway',
    defaultText: '127.0.0.1:8545',
    fallback: (): ListenAddress => ({ host: '127.0.0.1', port: 8545 }),
    parse: parseListen,
  }),
  gatewayUpstreams: setting('PALISADE_GATEWAY_UPSTREAMS', {
    summary:
      'Upstream nodes of the gateway, as JSON: an object with a list for each network, such as `{"sepolia": ["https://node.example.com"]}`. In place of an address, `{"url", "rate_limit", "log_blocks"}` also sets how many calls per second the node accepts and how many blocks an `eth_getLogs` call may span. In place of the list, `{"upstreams": […], "quorum": {"eth_call": "2/3"}}` also sets a quorum per method: with `2/3`, two of three upstreams must return the same result. Further members name any EVM network (`chain_id`, `block_time`, `finality`, `verify_hashes`) and set `methods`, `log_range`, `timeout` and `hedge`; see the guide of the gateway',
    defaultText: 'none',
    fallback: (): readonly GatewayNetwork[] => [],
    parse: parseGatewayUpstreams,
    isSecret: always,
  }),
  gatewayKeys: setting('PALISADE_GATEWAY_KEYS', {
    summary:
      'Comma-separated API keys of the gateway. Callers must send one as `Authorization: Bearer KEY`, at the end of the path (`/v1/sepolia/KEY`) or as `?key=KEY`. Without this setting no key is needed',
    defaultText: 'none',
    fallback: (): readonly string[] => [],
    parse: parseGatewayKeys,
    isSecret: always,
  }),
  gatewayBodyBytes: setting('PALISADE_GATEWAY_BODY_BYTES', {
    summary:
      'How many bytes the body of a call to the gateway may have, after decompression. The default fits a transaction with six blobs',
    defaultText: '2097152',
    fallback: () => 2_097_152,
    parse: (text) => parseInteger(text, 1_024, 33_554_432),
  }),
  gatewayRateLimit: setting('PALISADE_GATEWAY_RATE_LIMIT', {
    summary:
      'Rate limit of the gateway for each client, as `calls/seconds`, or `off`. After a pause a client may make twice as many calls at once',
    defaultText: '50/1',
    fallback: (): RateSetting => ({ quota: 50, windowSeconds: 1 }),
    parse: parseRate,
  }),
  databaseUrl: setting('PALISADE_DATABASE_URL', {
    summary:
      'Database: `sqlite:` (a file in the data folder), `sqlite:/path/to/file` or `postgres://…`',
    defaultText: 'sqlite:',
    fallback: () => 'sqlite:',
    parse: parseDatabaseUrl,
    isSecret: (text) => !text.startsWith('sqlite:'),
    absolute: absoluteDatabase,
  }),
  roles: setting('PALISADE_ROLES', {
    summary: `What this node does: a comma-separated list of ${roles.join(', ')}`,
    defaultText: roles.join(','),
    fallback: (): ReadonlySet<Role> => new Set(roles),
    parse: parseRoles,
  }),
  edgeWorkers: setting('PALISADE_EDGE_WORKERS', {
    summary:
      'Number of edge processes. With two, visitors are served while one of them is replaced',
    defaultText: 'number of cores minus one, at least 2',
    fallback: () => Math.max(2, availableParallelism() - 1),
    parse: (text) => parseInteger(text, 1, 256),
  }),
  edgeConnections: setting('PALISADE_EDGE_CONNECTIONS', {
    summary:
      'Maximum number of connections of visitors to one edge process; further ones are closed',
    defaultText: '16384',
    fallback: () => 16_384,
    parse: (text) => parseInteger(text, 1, 1_000_000),
  }),
  edgeHeaderBytes: setting('PALISADE_EDGE_HEADER_BYTES', {
    summary: 'Maximum size of the header section of a request, in bytes',
    defaultText: '32768',
    fallback: () => 32_768,
    parse: (text) => parseInteger(text, 1_024, 1_048_576),
  }),
  edgeHeaderCount: setting('PALISADE_EDGE_HEADER_COUNT', {
    summary: 'Maximum number of headers of a request',
    defaultText: '128',
    fallback: () => 128,
    parse: (text) => parseInteger(text, 8, 2_000),
  }),
  edgeUrlBytes: setting('PALISADE_EDGE_URL_BYTES', {
    summary: 'Maximum length of the URL of a request, in bytes',
    defaultText: '16384',
    fallback: () => 16_384,
    parse: (text) => parseInteger(text, 64, 1_048_576),
  }),
  edgeHeaderSeconds: setting('PALISADE_EDGE_HEADER_SECONDS', {
    summary: 'How many seconds the header section of a request may take to arrive',
    defaultText: '15',
    fallback: () => 15,
    parse: (text) => parseInteger(text, 1, 600),
  }),
  edgeKeepAliveSeconds: setting('PALISADE_EDGE_KEEP_ALIVE_SECONDS', {
    summary: 'How many seconds a connection of a visitor may be idle between requests',
    defaultText: '75',
    fallback: () => 75,
    parse: (text) => parseInteger(text, 1, 3_600),
  }),
  edgeBodyRate: setting('PALISADE_EDGE_BODY_RATE', {
    summary:
      'Minimum rate of a request body in bytes per second while the origin waits for it; 0 for no minimum',
    defaultText: '240',
    fallback: () => 240,
    parse: (text) => parseInteger(text, 0, 1_000_000),
  }),
  edgeInspectedBytes: setting('PALISADE_EDGE_INSPECTED_BYTES', {
    summary:
      'How many bytes of a request body rules can inspect. A request waits for them only if one of its rules inspects the body',
    defaultText: String(DEFAULT_INSPECTED_BYTES),
    fallback: () => DEFAULT_INSPECTED_BYTES,
    parse: (text) => parseInteger(text, 0, 10_485_760),
  }),
  edgeInspectedSeconds: setting('PALISADE_EDGE_INSPECTED_SECONDS', {
    summary: 'How many seconds the inspected part of a request body may take to arrive',
    defaultText: '30',
    fallback: () => 30,
    parse: (text) => parseInteger(text, 1, 600),
  }),
  edgeKey: setting('PALISADE_EDGE_KEY', {
    summary:
      'Key that signs the cookies and tokens of visitors and encrypts stored log destinations; 64 hexadecimal characters. Use the same key on all nodes',
    defaultText: 'created at the first start, stored in `edge-key` in the data folder',
    fallback: (): string | undefined => undefined,
    parse: (text) => parsePattern(text, /^[0-9a-f]{64}$/, '64 characters of 0-9 a-f'),
    isSecret: always,
  }),
  clearanceSeconds: setting('PALISADE_CLEARANCE_SECONDS', {
    summary: 'How many seconds a solved challenge is valid for a visitor',
    defaultText: '1800',
    fallback: () => 1_800,
    parse: (text) => parseInteger(text, 60, 604_800),
  }),
  traceSampleRate: setting('PALISADE_TRACE_SAMPLE_RATE', {
    summary:
      'Share of all requests that the edge traces, from 0 to 1. Requests with a security event are traced as well',
    defaultText: '0.001',
    fallback: () => 0.001,
    parse: parsePart,
  }),
  requestLogRedaction: setting('PALISADE_REQUEST_LOG_REDACTION', {
    summary:
      'Whether parts that look like a secret are hidden in the logs of requests and page violations (in URLs, user agents, headers and cookies): `on` or `off`. In security events and traces they are always hidden',
    defaultText: 'off',
    fallback: () => false,
    parse: (text) => parseChoice(text, ['on', 'off']) === 'on',
  }),
  spoolHours: setting('PALISADE_SPOOL_HOURS', {
    summary:
      'How many hours the logs of requests, security events, page violations, changes and health stay on the disk of this node, whether they were shipped or not',
    defaultText: '24',
    fallback: () => 24,
    parse: (text) => parseInteger(text, 1, 8_760),
  }),
  spoolBytes: setting('PALISADE_SPOOL_BYTES', {
    summary:
      'Maximum size of each of these logs on the disk of this node, in bytes, compressed. Beyond it the oldest lines are removed early',
    defaultText: '10000000000',
    fallback: () => 10_000_000_000,
    parse: (text) => parseInteger(text, 100_000_000, 1_000_000_000_000_000),
  }),
  accessLog: setting('PALISADE_ACCESS_LOG', {
    summary:
      'Where the access log goes: a file, opened again on SIGHUP, or `-` for the standard output. It has a line for every request, also for those that no zone serves, and for connections that fail before a request',
    defaultText: 'none',
    fallback: (): string | undefined => undefined,
    parse: (text) => (text === '-' ? text : resolve(text)),
    absolute: (path) => path,
  }),
  accessLogFormat: setting('PALISADE_ACCESS_LOG_FORMAT', {
    summary: 'Format of the access log: `json`, or `combined` as web servers write it',
    defaultText: 'json',
    fallback: (): 'json' | 'combined' => 'json',
    parse: (text) => parseChoice(text, ['json', 'combined']),
  }),
  failingRules: setting('PALISADE_FAILING_RULES', {
    summary:
      'What happens to a request if one of its rules fails with an error: `skip` the rule, or `block` the request',
    defaultText: 'skip',
    fallback: (): 'skip' | 'block' => 'skip',
    parse: (text) => parseChoice(text, ['skip', 'block']),
  }),
  pageSampleRate: setting('PALISADE_PAGE_SAMPLE_RATE', {
    summary:
      'Share of page views, from 0 to 1, for which the edge asks the browser to report scripts and connections. The same share of requests is checked for cookies. `auto`: the first 500 page views of a host each day, and 1 in 20 of those that follow',
    defaultText: 'auto',
    fallback: (): number | 'auto' => 'auto',
    parse: (text) => (text === 'auto' ? text : parsePart(text)),
  }),
  reportingHost: setting('PALISADE_REPORTING_HOST', {
    summary:
      'Host, or host:port, that reaches the edge over HTTPS and receives browser reports for all zones. Without it browsers send them to the host of the page',
    defaultText: 'none',
    fallback: (): string | undefined => undefined,
    parse: parseReportingHost,
  }),
  originConnectSeconds: setting('PALISADE_ORIGIN_CONNECT_SECONDS', {
    summary: 'How many seconds an origin may take to accept a connection',
    defaultText: '5',
    fallback: () => 5,
    parse: (text) => parseInteger(text, 1, 120),
  }),
  originResponseSeconds: setting('PALISADE_ORIGIN_RESPONSE_SECONDS', {
    summary: 'How many seconds an origin may take to begin its response',
    defaultText: '100',
    fallback: () => 100,
    parse: (text) => parseInteger(text, 1, 6_000),
  }),
  originIdleSeconds: setting('PALISADE_ORIGIN_IDLE_SECONDS', {
    summary: 'How many seconds a response or a WebSocket may be idle; 0 for no limit',
    defaultText: '900',
    fallback: () => 900,
    parse: (text) => parseInteger(text, 0, 86_400),
  }),
  originConnections: setting('PALISADE_ORIGIN_CONNECTIONS', {
    summary:
      'Maximum number of connections of one edge process to one origin; further requests wait',
    defaultText: '1024',
    fallback: () => 1_024,
    parse: (text) => parseInteger(text, 1, 65_535),
  }),
  originHeaderBytes: setting('PALISADE_ORIGIN_HEADER_BYTES', {
    summary: 'Maximum size of the header section of a response of an origin, in bytes',
    defaultText: '131072',
    fallback: () => 131_072,
    parse: (text) => parseInteger(text, 1_024, 1_048_576),
  }),
  originHeaderCount: setting('PALISADE_ORIGIN_HEADER_COUNT', {
    summary: 'Maximum number of headers of a response of an origin',
    defaultText: '512',
    fallback: () => 512,
    parse: (text) => parseInteger(text, 8, 2_000),
  }),
  originTlsVerify: setting('PALISADE_ORIGIN_TLS_VERIFY', {
    summary: 'Whether the certificates of HTTPS origins are verified: `on` or `off`',
    defaultText: 'on',
    fallback: () => true,
    parse: (text) => parseChoice(text, ['on', 'off']) === 'on',
  }),
  trustedProxies: setting('PALISADE_TRUSTED_PROXIES', {
    summary:
      'Comma-separated CIDR ranges of the proxies in front of the edge. Only they may name the address of a visitor in a header',
    defaultText: 'none',
    fallback: (): readonly Cidr[] => [],
    parse: parseCidrs,
  }),
  proxyProtocol: setting('PALISADE_PROXY_PROTOCOL', {
    summary:
      'Comma-separated CIDR ranges of load balancers in front of the edge that begin every connection with a PROXY header, version 1 or 2. Connections from there without one are closed',
    defaultText: 'none',
    fallback: (): readonly Cidr[] => [],
    parse: parseCidrs,
  }),
  clientAddressHeader: setting('PALISADE_CLIENT_ADDRESS_HEADER', {
    summary: 'Header in which trusted proxies name the address of the visitor',
    defaultText: 'x-forwarded-for',
    fallback: () => 'x-forwarded-for',
    parse: (text) => parsePattern(text.toLowerCase(), /^[a-z0-9-]{1,64}$/, 'the name of a header'),
  }),
  geoipFiles: setting('PALISADE_GEOIP_FILES', {
    summary:
      'Comma-separated MMDB files that map visitor addresses to country, city and network. Changed files are read again. Set it on all nodes',
    defaultText: 'none',
    fallback: (): readonly string[] => [],
    parse: parseFiles,
    absolute: (files) => files.join(','),
  }),
  adminToken: setting('PALISADE_ADMIN_TOKEN', {
    summary: 'Token of the administrator',
    defaultText:
      'created at the first start, stored in `admin-token` in the data folder, shown once if that start has a terminal',
    fallback: (): string | undefined => undefined,
    parse: (text) =>
      parsePattern(
        text,
        /^[A-Za-z0-9._~+/=-]{8,256}$/,
        '8 to 256 characters of A-Z a-z 0-9 . _ ~ + / = -',
      ),
    isSecret: always,
  }),
  adminEmail: setting('PALISADE_ADMIN_EMAIL', {
    summary: 'Email address of the first user, for the legacy header `X-Auth-Email`',
    defaultText: 'admin@localhost',
    fallback: () => 'admin@localhost',
    parse: (text) => parsePattern(text, /^[^\s@,]+@[^\s@,]+$/, 'an email address'),
  }),
  adminKey: setting('PALISADE_ADMIN_KEY', {
    summary: 'Key of the first user, for the legacy header `X-Auth-Key`',
    defaultText: 'created at the first start, stored in `admin-key` in the data folder',
    fallback: (): string | undefined => undefined,
    parse: (text) =>
      parsePattern(text, /^[A-Za-z0-9_-]{8,128}$/, '8 to 128 characters of A-Z a-z 0-9 _ -'),
    isSecret: always,
  }),
  bootstrap: setting('PALISADE_BOOTSTRAP', {
    summary:
      'JSON file of accounts, zones, tokens, monitors, pools and load balancers with fixed ids, applied at each start',
    defaultText: 'none',
    fallback: (): string | undefined => undefined,
    parse: (text) => resolve(text),
    absolute: (path) => path,
  }),
  outboundAllow: setting('PALISADE_OUTBOUND_ALLOW', {
    summary: 'Comma-separated CIDR ranges of private networks that outgoing requests may reach',
    defaultText: 'none',
    fallback: (): readonly Cidr[] => [],
    parse: parseCidrs,
  }),
  apiRateLimit: setting('PALISADE_API_RATE_LIMIT', {
    summary:
      'Rate limit of the API for each credential, as `requests/seconds`, or `off`. A client that exceeds it is refused for the same number of seconds',
    defaultText: '1200/300',
    fallback: (): RateSetting => ({ quota: 1200, windowSeconds: 300 }),
    parse: parseRate,
  }),
  apiAddressRateLimit: setting('PALISADE_API_ADDRESS_RATE_LIMIT', {
    summary:
      'Rate limit of the API for requests without a valid credential from one client address, as `requests/seconds`, or `off`',
    defaultText: '200/1',
    fallback: (): RateSetting => ({ quota: 200, windowSeconds: 1 }),
    parse: parseRate,
  }),
  expressionCharacters: setting('PALISADE_EXPRESSION_CHARACTERS', {
    summary: 'Maximum length of a rule expression, in characters',
    defaultText: '4096',
    fallback: () => 4096,
    parse: (text) => parseInteger(text, 64, 65_536),
  }),
  expressionDepth: setting('PALISADE_EXPRESSION_DEPTH', {
    summary: 'Maximum nesting depth of a rule expression',
    defaultText: '128',
    fallback: () => 128,
    parse: (text) => parseInteger(text, 4, 256),
  }),
  expressionRegexes: setting('PALISADE_EXPRESSION_REGEXES', {
    summary: 'Maximum number of regular expressions in a rule expression',
    defaultText: '64',
    fallback: () => 64,
    parse: (text) => parseInteger(text, 0, 1024),
  }),
  nodeSilentSeconds: setting('PALISADE_NODE_SILENT_SECONDS', {
    summary:
      'After how many seconds without a report `edge_status` shows a node as silent. A node reports three times as often. Use the same value on all nodes',
    defaultText: '15',
    fallback: () => 15,
    parse: (text) => parseInteger(text, 2, 600),
  }),
  nodeForgottenSeconds: setting('PALISADE_NODE_FORGOTTEN_SECONDS', {
    summary: 'After how many seconds without a report a node is removed from `edge_status`',
    defaultText: '3600',
    fallback: () => 3_600,
    parse: (text) => parseInteger(text, 10, 2_592_000),
  }),
  drainSeconds: setting('PALISADE_DRAIN_SECONDS', {
    summary: 'How many seconds running requests and jobs may take to finish after SIGTERM',
    defaultText: '10',
    fallback: () => 10,
    parse: (text) => parseInteger(text, 0, 3600),
  }),
  lameDuckMs: setting('PALISADE_LAME_DUCK_MS', {
    summary:
      'How many milliseconds a stopping node still accepts connections, while `/readyz` returns 503 and every response closes its connection. Set it to more than the interval in which your load balancer polls `/readyz`',
    defaultText: '300',
    fallback: () => 300,
    parse: (text) => parseInteger(text, 0, 60_000),
  }),
  logpushJobs: setting('PALISADE_LOG_PUSH_JOBS', {
    summary: 'How many log push jobs a zone or an account may have',
    defaultText: '20',
    fallback: () => 20,
    parse: (text) => parseInteger(text, 0, 10_000),
  }),
  smtpUrl: setting('PALISADE_SMTP_URL', {
    summary:
      'Mail server for notifications: `smtp://` or `smtps://`, with a user and a password if it needs them. Without it mails wait in the outbox',
    defaultText: 'unset',
    fallback: (): string | undefined => undefined,
    parse: parseSmtpUrl,
    isSecret: (text) => URL.parse(text)?.password !== '',
  }),
  mailFrom: setting('PALISADE_MAIL_FROM', {
    summary: 'Sender of mails: an email address, or `Name <address>`',
    defaultText: 'Palisade <palisade@localhost>',
    fallback: () => 'Palisade <palisade@localhost>',
    parse: (text) =>
      parsePattern(
        text,
        /^(?:[^<>\r\n"]+ <[^\s@,<>]+@[^\s@,<>]+>|[^\s@,<>]+@[^\s@,<>]+)$/,
        'an email address, or a name followed by the address in angle brackets',
      ),
  }),
  publicUrl: setting('PALISADE_PUBLIC_URL', {
    summary: 'Public URL of the API of this installation; links in notifications begin with it',
    defaultText: 'http:// and the address of `PALISADE_API_LISTEN`',
    fallback: (): string | undefined => undefined,
    parse: parsePublicUrl,
  }),
  logFolder: setting('PALISADE_LOG_FOLDER', {
    summary:
      'Folder below which log push jobs may write files (`file://…`). Without this setting no job may write files',
    defaultText: 'none',
    fallback: (): string | undefined => undefined,
    parse: (text) => resolve(text),
    absolute: (path) => path,
  }),
  logCredentials: setting('PALISADE_LOG_CREDENTIALS', {
    summary:
      'Credentials for buckets of log push jobs whose destination contains no keys: a file with a JSON list, or the list itself',
    defaultText: 'none',
    fallback: (): string | undefined => undefined,
    parse: parseLogCredentials,
    isSecret: always,
  }),
  logLevel: setting('PALISADE_LOG_LEVEL', {
    summary: `Lowest level that is logged: ${logLevels.join(', ')}`,
    defaultText: 'info',
    fallback: (): LogLevel => 'info',
    parse: (text) => parseChoice(text, logLevels),
  }),
} as const;

export type Settings = {
  readonly [Name in keyof typeof settingsTable]: ReturnType<
    (typeof settingsTable)[Name]['fallback']
  >;
};

/** Reads and checks all settings. Throws an error that names the first invalid one. */
export function readSettings(sources: Readonly<Record<string, string | undefined>>): Settings {
  const entries = Object.entries(settingsTable).map(([name, row]) => [
    name,
    readSetting(row as Setting<unknown>, sources),
  ]);
  return Object.fromEntries(entries);
}

/** Variables with the prefix of settings that are not settings, most likely misspelt. */
export function unknownVariables(sources: Readonly<Record<string, string | undefined>>): string[] {
  const known = new Set<string>(Object.values(settingsTable).map((row) => row.variable));
  return Object.keys(sources).filter((name) => name.startsWith('PALISADE_') && !known.has(name));
}

/** The database that the settings name; a bare `sqlite:` is a file in the data folder. */
export function databaseLocation(
  settings: Pick<Settings, 'databaseUrl' | 'dataDir'>,
): { kind: 'sqlite'; file: string } | { kind: 'postgres'; url: string } {
  const { databaseUrl, dataDir } = settings;
  if (!databaseUrl.startsWith('sqlite:')) return { kind: 'postgres', url: databaseUrl };
  const file = databaseUrl.slice('sqlite:'.length);
  return { kind: 'sqlite', file: file === '' ? join(dataDir, 'palisade.db') : resolve(file) };
}

function absoluteDatabase(text: string): string {
  const file = text.slice('sqlite:'.length);
  return file === '' ? text : `sqlite:${resolve(file)}`;
}

function setting<T>(variable: string, row: Omit<Setting<T>, 'variable'>): Setting<T> {
  return { variable, ...row };
}

function parseListen(text: string): ListenAddress {
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]\s]+)):(\d{1,5})$/.exec(text);
  const port = Number(match?.[3]);
  if (!match || port > 65_535) {
    throw new Error(`expected host:port, such as 127.0.0.1:8787 or [::1]:8787, not "${text}"`);
  }
  return { host: match[1] ?? match[2] ?? '', port };
}

function parseDatabaseUrl(text: string): string {
  if (/^sqlite:/.test(text) || /^postgres(ql)?:\/\/.+/.test(text)) return text;
  // The message does not repeat the text, because it may contain a password.
  throw new Error(
    'expected sqlite:, sqlite:/path/to/file or postgres://user:password@host/database',
  );
}

function parseRoles(text: string): ReadonlySet<Role> {
  return new Set(text.split(',').map((name) => parseChoice(name.trim(), roles)));
}

function parseCidrs(text: string): readonly Cidr[] {
  return text.split(',').map((entry) => {
    const cidr = parseCidr(entry.trim());
    if (!cidr) throw new Error(`expected CIDR ranges such as 10.0.0.0/8, not "${entry.trim()}"`);
    return cidr;
  });
}

/** Every edge process loads each file, so a longer list is most likely a mistake. */
const MOST_FILES = 8;

function parseFiles(text: string): readonly string[] {
  const files = text.split(',').map((file) => file.trim());
  if (files.includes('') || files.length > MOST_FILES) {
    throw new Error(`expected the paths of 1 to ${MOST_FILES} files, separated by commas`);
  }
  return files.map((file) => resolve(file));
}

function parseRate(text: string): RateSetting {
  if (text === 'off') return { quota: Number.MAX_SAFE_INTEGER, windowSeconds: 1 };
  const match = /^(\d{1,9})\/(\d{1,6})$/.exec(text);
  const [quota, windowSeconds] = [Number(match?.[1]), Number(match?.[2])];
  if (!match || quota < 1 || windowSeconds < 1) {
    throw new Error(`expected requests/seconds, such as 1200/300, or off; not "${text}"`);
  }
  return { quota, windowSeconds };
}

function parseReportingHost(text: string): string {
  if (!isHostHeader(text)) throw new Error(`expected a host or host:port, not "${text}"`);
  return text.toLowerCase();
}

function parseInteger(text: string, min: number, max: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max) {
    throw new Error(`expected a whole number from ${min} to ${max}, not "${text}"`);
  }
  return value;
}

function parsePart(text: string): number {
  if (!/^(0(\.\d+)?|1(\.0+)?)$/.test(text)) {
    throw new Error(`expected a number from 0 to 1, not "${text}"`);
  }
  return Number(text);
}

function parseChoice<T extends string>(text: string, choices: readonly T[]): T {
  const choice = choices.find((known) => known === text);
  if (choice === undefined) throw new Error(`expected one of ${choices.join(', ')}, not "${text}"`);
  return choice;
}

/** The message does not repeat the text, because it may be a secret. */
function parsePattern(text: string, pattern: RegExp, expected: string): string {
  if (!pattern.test(text)) throw new Error(`expected ${expected}`);
  return text;
}

/** Returns the JSON text, which is validated here and parsed again by `destinationOpener`. */
function parseLogCredentials(value: string): string {
  const text = value.trimStart().startsWith('[') ? value : contentOf(value);
  parseBucketCredentials(text);
  return text;
}

function contentOf(file: string): string {
  try {
    return readFileSync(resolve(file), 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`expected a JSON list, or a file that has one and can be read (${code})`);
  }
}

/** Error messages do not repeat the text, because it may contain a password. */
function parseSmtpUrl(text: string): string {
  const url = URL.parse(text);
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') {
    throw new Error(
      'expected smtp://host:port or smtps://host:port, with user:password@ if needed',
    );
  }
  if (!['', '/'].includes(url.pathname) || url.search !== '' || url.hash !== '') {
    throw new Error(
      'expected nothing after the port; in a user or password write /, ? and # as %2F, %3F and %23',
    );
  }
  try {
    decodeURIComponent(url.username + url.password);
  } catch {
    throw new Error('expected a user and a password in which % is written as %25');
  }
  if (url.username === '' && url.password !== '')
    throw new Error('expected a user before the password');
  return text;
}

function parsePublicUrl(text: string): string {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new Error(`expected an address such as https://palisade.example.com, not "${text}"`);
  }
  return url.href.replace(/\/$/, '');
}
