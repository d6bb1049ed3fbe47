import { OutboundError, type OutboundErrorCode } from './outbound-error.ts';

/** Error codes of undici, Node and OpenSSL with ours. Prefixes end in `*`. */
const failures: readonly (readonly [string, OutboundErrorCode, string])[] = [
  ['UND_ERR_CONNECT_TIMEOUT', 'timeout', 'did not accept a connection in time'],
  ['ETIMEDOUT', 'timeout', 'did not accept a connection in time'],
  ['UND_ERR_HEADERS_OVERFLOW', 'headers_too_large', 'sent too large response headers'],
  ['HPE_HEADER_OVERFLOW', 'headers_too_large', 'sent too large response headers'],
  ['UND_ERR_MAX_ORIGINS_REACHED', 'busy', 'cannot be called: too many connections are open'],
  ['UND_ERR_INVALID_ARG', 'invalid_request', 'cannot be called: the request is malformed'],
  ['UND_ERR_NOT_SUPPORTED', 'invalid_request', 'cannot be called: the request is malformed'],
  ['UND_ERR_REQ_*', 'invalid_request', 'cannot be called: body and Content-Length differ'],
  ['UND_ERR_DESTROYED', 'closed', 'cannot be called: outgoing requests are shut down'],
  ['UND_ERR_CLOSED', 'closed', 'cannot be called: outgoing requests are shut down'],
  ['UND_ERR_RES_*', 'bad_response', 'sent a body whose length differs from Content-Length'],
  ['HPE_*', 'bad_response', 'sent a response that is not HTTP'],
  ['Z_*', 'bad_response', 'sent a damaged compressed body'],
  ['ERR_*_BROTLI_*', 'bad_response', 'sent a damaged compressed body'],
  ['ERR_BROTLI_*', 'bad_response', 'sent a damaged compressed body'],
  ['UND_ERR_SOCKET', 'connection_lost', 'closed the connection'],
  ['ECONNRESET', 'connection_lost', 'closed the connection'],
  ['EPIPE', 'connection_lost', 'closed the connection'],
  ['ERR_TLS_*', 'tls_failed', 'has no valid certificate'],
  ['ERR_SSL_*', 'tls_failed', 'does not speak TLS properly'],
  ['EPROTO', 'tls_failed', 'does not speak TLS properly'],
  ['CERT_*', 'tls_failed', 'has no valid certificate'],
  ['*_CERT', 'tls_failed', 'has no valid certificate'],
  ['*_CERT_IN_CHAIN', 'tls_failed', 'has no valid certificate'],
  ['UNABLE_TO_*', 'tls_failed', 'has no valid certificate'],
  ['HOSTNAME_MISMATCH', 'tls_failed', 'has no valid certificate'],
];

const patterns = failures.map(
  ([name, code, text]) => [new RegExp(`^${name.replaceAll('*', '.*')}$`), code, text] as const,
);

/** Turns any error of a request into an `OutboundError`, which keeps only the code of the original. */
export function toOutboundError(
  error: unknown,
  origin: string,
  signal: AbortSignal,
): OutboundError {
  if (signal.reason instanceof OutboundError) return signal.reason;
  if (error instanceof OutboundError) return error;
  const name = errorCode(error);
  // Network errors have a code. Errors without one come from the body stream of the caller.
  if (!name)
    return new OutboundError(
      'invalid_request',
      `${origin} cannot be called: the request body could not be read completely`,
    );
  const known = patterns.find(([pattern]) => pattern.test(name));
  const [, code, text] = known ?? [undefined, 'connect_failed' as const, 'cannot be reached'];
  return new OutboundError(code, `${origin} ${text} (${name})`);
}

/** If several addresses were tried, the error is an `AggregateError`; the first one is used. */
function errorCode(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return errorCode(error.errors[0]);
  const { code, name } = (error ?? {}) as { readonly code?: unknown; readonly name?: unknown };
  if (typeof code === 'string') return code;
  // Some errors of the parser have no code.
  return name === 'HTTPParserError' ? 'HPE_INVALID' : '';
}
