/** Names of headers in lower case. */

/** Servers and frameworks take the path of the request from these, behind the back of the proxy that checked it. */
export const pathOverrides = [
  'x-original-url',
  'x-rewrite-url',
  'x-override-url',
  'x-original-uri',
] as const;

/** Headers that frameworks send to themselves, and that clients forge to skip a check. */
export const internalHeaders = [
  'x-middleware-subrequest',
  'x-forwarded-server-internal',
  'x-internal-request',
] as const;

/** Headers by which proxies report the client. */
export const addressClaims = [
  'x-forwarded-for',
  'x-real-ip',
  'x-client-ip',
  'client-ip',
  'true-client-ip',
  'x-cluster-client-ip',
] as const;

/** Names that no proxy uses, but some applications trust. */
export const rareAddressClaims = [
  'x-custom-ip-authorization',
  'x-originating-ip',
  'x-remote-ip',
  'x-remote-addr',
  'x-forwarded-by',
  'x-forwarder-for',
  'x-host-ip',
] as const;

/** A `Connection` header that lists one of these makes a proxy drop what the server relies on. */
export const endToEndHeaders = [
  'host',
  'cookie',
  'authorization',
  'content-length',
  'content-type',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'forwarded',
  'via',
  'cf-connecting-ip',
  'true-client-ip',
] as const;
