import { type Static, Type } from '../../kernel/schema.ts';
import { OnOff, type ZoneSetting } from './zone-setting.ts';

const acting = (
  id: string,
  rest: Pick<ZoneSetting, 'value' | 'default'> & { readonly effect: string } & Partial<ZoneSetting>,
): ZoneSetting => ({ id, member: 'value', from: 'free', ...rest });

/** Two years. Preload lists of browsers require at least one year; more than two makes no sense. */
const LONGEST_MAX_AGE = 63_072_000;

const noOlderTls = 'the edge does not support TLS below 1.2';

const SecurityHeader = Type.Object({
  strict_transport_security: Type.Optional(
    Type.Object({
      enabled: Type.Optional(Type.Boolean()),
      max_age: Type.Optional(Type.Integer({ minimum: 0, maximum: LONGEST_MAX_AGE })),
      include_subdomains: Type.Optional(Type.Boolean()),
      preload: Type.Optional(Type.Boolean()),
      nosniff: Type.Optional(Type.Boolean()),
    }),
  ),
});

/** Settings that the edge executes. */
export const actingSettings: readonly ZoneSetting[] = [
  acting('always_use_https', {
    value: OnOff,
    default: 'off',
    caution: (value, { servesTls }) =>
      value === 'on' && !servesTls
        ? 'visitors are sent to https, and this node has neither a TLS listener (PALISADE_EDGE_TLS_LISTEN) nor trusted proxies (PALISADE_TRUSTED_PROXIES)'
        : undefined,
    effect:
      'requests over http are redirected to https (301; 308 for methods other than GET and HEAD), except below `/.well-known/acme-challenge/`',
  }),
  acting('challenge_ttl', {
    value: Type.Enum([
      300, 900, 1_800, 2_700, 3_600, 7_200, 10_800, 14_400, 28_800, 57_600, 86_400, 604_800,
      2_592_000, 31_536_000,
    ]),
    default: 1_800,
    effect:
      'seconds for which a solved challenge is valid; if it is not set, `PALISADE_CLEARANCE_SECONDS`',
  }),
  acting('http2', {
    value: OnOff,
    default: 'on',
    effect: '`off`: visitors of the zone can use only HTTP/1.1',
  }),
  acting('max_upload', {
    value: Type.Enum([
      100, 125, 150, 175, 200, 225, 250, 275, 300, 325, 350, 375, 400, 425, 450, 475, 500, 1_000,
      1_500, 2_000, 2_500, 3_000, 3_500, 4_000, 4_500, 5_000,
    ]),
    default: 5_000,
    most: ({ maxUploadMegabytes }) => maxUploadMegabytes,
    effect: 'megabytes of a request body; larger ones get 413',
  }),
  acting('min_tls_version', {
    value: Type.Enum(['1.0', '1.1', '1.2', '1.3']),
    default: '1.2',
    alike: { '1.0': noOlderTls, '1.1': noOlderTls },
    effect: '`1.3`: connections with TLS 1.2 are closed',
  }),
  acting('security_header', {
    value: SecurityHeader,
    default: {
      strict_transport_security: {
        enabled: false,
        max_age: 0,
        include_subdomains: false,
        preload: false,
        nosniff: false,
      },
    },
    caution: (value) => {
      const { strict_transport_security: security } = value as Static<typeof SecurityHeader>;
      return security?.enabled && !security.max_age
        ? '"enabled" with "max_age" 0 makes browsers delete the HSTS policy of the site'
        : undefined;
    },
    effect:
      "`Strict-Transport-Security` on responses over https, in place of the origin's; `nosniff` adds `X-Content-Type-Options: nosniff` to all responses",
  }),
  acting('tls_1_3', {
    value: Type.Enum(['on', 'off', 'zrt']),
    default: 'on',
    alike: { zrt: 'the edge does not accept early data' },
    effect: '`off`: visitors of the zone can use only TLS 1.2',
  }),
  acting('true_client_ip_header', {
    value: OnOff,
    default: 'off',
    from: 'enterprise',
    effect: 'origins get the address of the visitor in `True-Client-IP`',
  }),
  acting('waf', {
    value: OnOff,
    default: 'off',
    from: 'pro',
    leavesTrace: true,
    effect:
      '`on`: the packages of the previous firewall inspect requests with the methods GET and POST',
  }),
  acting('websockets', {
    value: OnOff,
    default: 'on',
    effect: '`off`: WebSocket connections get 403',
  }),
];
