/** Why a probe failed, spelled as the API shows it. */
export const failureReasons = [
  'No failures',
  'TCP connection failed',
  'HTTP timeout occurred',
  'Response code mismatch error',
  'Response body mismatch error',
  'TLS untrusted certificate error',
  'TLS name mismatch error',
  'TLS protocol error',
  'TLS unrecognized name error',
  'No route to host error',
  'TCP Timeout',
  'TLS Handshake Failure',
  'Network Unreachable',
  'HTTP Invalid Response',
  'DNS Unknown Host',
  'Connection Reset by Peer',
  'Monitor Config Error',
  'DNS Internal',
  'Other Failure',
  // The public API has no reasons for these.
  'SMTP timeout occurred',
  'SMTP Invalid Response',
  'ICMP timeout occurred',
  'ICMP unavailable: install the program ping, and allow it to send echo requests',
  'UDP port unreachable',
] as const;

export type FailureReason = (typeof failureReasons)[number];

/** Error codes of Node, OpenSSL and this folder with their reason. `*` matches any text; the first match is used. */
const reasonsByCode: readonly (readonly [string, FailureReason])[] = [
  ['ECONNREFUSED', 'TCP connection failed'],
  ['ETIMEDOUT', 'TCP Timeout'],
  ['EHOSTUNREACH', 'No route to host error'],
  ['EHOSTDOWN', 'No route to host error'],
  ['ENETUNREACH', 'Network Unreachable'],
  ['ENETDOWN', 'Network Unreachable'],
  ['EADDRNOTAVAIL', 'Network Unreachable'],
  ['ECONNRESET', 'Connection Reset by Peer'],
  ['EPIPE', 'Connection Reset by Peer'],
  ['connection_lost', 'Connection Reset by Peer'],
  ['ENOTFOUND', 'DNS Unknown Host'],
  ['name_not_found', 'DNS Unknown Host'],
  ['EAI_*', 'DNS Internal'],
  ['ERR_TLS_CERT_ALTNAME_*', 'TLS name mismatch error'],
  ['HOSTNAME_MISMATCH', 'TLS name mismatch error'],
  ['ERR_SSL_*UNRECOGNIZED_NAME', 'TLS unrecognized name error'],
  ['ERR_SSL_*HANDSHAKE_FAILURE', 'TLS Handshake Failure'],
  ['ERR_SSL_*', 'TLS protocol error'],
  ['EPROTO', 'TLS protocol error'],
  ['CERT_*', 'TLS untrusted certificate error'],
  ['*_CERT', 'TLS untrusted certificate error'],
  ['*_CERT_IN_CHAIN', 'TLS untrusted certificate error'],
  ['UNABLE_TO_*', 'TLS untrusted certificate error'],
  ['INVALID_CA', 'TLS untrusted certificate error'],
  ['HPE_*', 'HTTP Invalid Response'],
  ['too_many_redirects', 'HTTP Invalid Response'],
  ['invalid_url', 'HTTP Invalid Response'],
  ['invalid_request', 'Monitor Config Error'],
  ['ERR_INVALID_*', 'Monitor Config Error'],
  ['ERR_HTTP_INVALID_*', 'Monitor Config Error'],
  ['ERR_UNESCAPED_CHARACTERS', 'Monitor Config Error'],
  ['ERR_SOCKET_BAD_PORT', 'Monitor Config Error'],
];

const patterns = reasonsByCode.map(
  ([code, reason]) => [new RegExp(`^${code.replaceAll('*', '.*')}$`), reason] as const,
);

export function failureReasonOf(error: unknown): FailureReason {
  const code = errorCode(error);
  return patterns.find(([pattern]) => pattern.test(code))?.[1] ?? 'Other Failure';
}

/** If several addresses of a name were tried, the first error is used. */
function errorCode(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return errorCode(error.errors[0]);
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}
