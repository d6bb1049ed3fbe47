import { Type } from '../../kernel/schema.ts';
import { OnOff, type ZoneSetting } from './zone-setting.ts';

type Stored = Partial<
  Pick<ZoneSetting, 'value' | 'default' | 'member' | 'from' | 'normalise' | 'amongOthers'>
>;

/** A switch that is off, unless `rest` overrides it. */
const stored = (id: string, reason: string, rest: Stored = {}): ZoneSetting => ({
  id,
  value: OnOff,
  default: 'off',
  member: 'value',
  from: 'free',
  reason,
  ...rest,
});

const noCache = 'the edge caches nothing';
const unchanged = 'the edge forwards content of the origin unchanged';
const noImages = 'the edge does not change images';
const noDns = 'the edge serves no DNS';
const byListen = 'the addresses that the edge listens on decide it';
const byOrigin = 'the origins of pools define how the edge connects to them';
const byRules = 'rules decide which visitors are blocked or challenged';
const always = 'the behaviour of the edge is fixed';

const on = { default: 'on' } as const;
const Text = Type.String({ maxLength: 1_024 });

/** Seconds. */
const browserTtls = [
  0, 30, 60, 120, 300, 1_200, 1_800, 3_600, 7_200, 10_800, 14_400, 18_000, 28_800, 43_200, 57_600,
  72_000, 86_400, 172_800, 259_200, 345_600, 432_000, 691_200, 1_382_400, 2_073_600, 2_678_400,
  5_356_800, 16_070_400, 31_536_000,
];
const edgeTtls = [
  30, 60, 300, 1_200, 1_800, 3_600, 7_200, 10_800, 14_400, 18_000, 28_800, 43_200, 57_600, 72_000,
  86_400, 172_800, 259_200, 345_600, 432_000, 518_400, 604_800,
];

/** Settings that are stored for clients, without an effect at the edge. */
export const storedSettings: readonly ZoneSetting[] = [
  stored('0rtt', 'the edge does not accept early data'),
  stored('advanced_ddos', byRules, { ...on, from: 'business' }),
  stored('aegis', byOrigin, {
    value: Type.Object({
      enabled: Type.Optional(Type.Boolean()),
      pool_id: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    default: { enabled: false, pool_id: '' },
    from: 'enterprise',
  }),
  stored('always_online', noCache),
  stored('automatic_https_rewrites', unchanged),
  stored('automatic_platform_optimization', noCache, {
    value: Type.Object({
      cache_by_device_type: Type.Boolean(),
      cf: Type.Boolean(),
      enabled: Type.Boolean(),
      hostnames: Type.Array(Type.String({ maxLength: 253 }), { maxItems: 100 }),
      wordpress: Type.Boolean(),
      wp_plugin: Type.Boolean(),
    }),
    default: {
      cache_by_device_type: false,
      cf: false,
      enabled: false,
      hostnames: [],
      wordpress: false,
      wp_plugin: false,
    },
  }),
  stored('binary_ast', unchanged),
  stored('brotli', unchanged),
  stored('browser_cache_ttl', noCache, { value: Type.Enum(browserTtls), default: 14_400 }),
  stored('browser_check', byRules),
  stored('cache_level', noCache, {
    value: Type.Enum(['aggressive', 'basic', 'simplified']),
    default: 'aggressive',
  }),
  stored('china_network_enabled', 'the edge runs where you run it', { from: 'enterprise' }),
  stored('ciphers', 'the edge offers the ciphers that are safe today', {
    value: Type.Array(Type.String({ maxLength: 64 }), { maxItems: 64 }),
    default: [],
  }),
  stored('cname_flattening', noDns, {
    value: Type.Enum(['flatten_at_root', 'flatten_all', 'flatten_none']),
    default: 'flatten_at_root',
  }),
  stored('content_converter', unchanged),
  stored('development_mode', noCache),
  stored('early_hints', 'hints of origins are always forwarded'),
  stored('edge_cache_ttl', noCache, { value: Type.Enum(edgeTtls), default: 7_200 }),
  stored('email_obfuscation', unchanged),
  stored('filter_logs_to_cloudflare', 'logs stay on your nodes', { from: 'enterprise' }),
  stored('fonts', unchanged),
  stored('h2_prioritization', always, {
    value: Type.Enum(['on', 'off', 'custom']),
    from: 'pro',
  }),
  stored('hotlink_protection', byRules),
  stored('http3', 'the edge does not support HTTP/3'),
  stored('image_resizing', noImages, { value: Type.Enum(['on', 'off', 'open']), from: 'pro' }),
  stored('ip_geolocation', 'the edge adds no country to requests'),
  stored('ipv6', byListen, on),
  stored('log_to_cloudflare', 'logs stay on your nodes', { from: 'enterprise' }),
  stored('minify', unchanged, {
    value: Type.Object({ css: OnOff, html: OnOff, js: OnOff }),
    default: { css: 'off', html: 'off', js: 'off' },
  }),
  stored('mirage', noImages, { from: 'pro' }),
  stored('nel', 'the edge does not request network error reports from browsers', {
    value: Type.Object({ enabled: Type.Optional(Type.Boolean()) }),
    default: { enabled: false },
  }),
  stored('opportunistic_encryption', 'the edge advertises no other address'),
  stored('opportunistic_onion', 'the edge has no onion address'),
  stored('orange_to_orange', 'requests of other edges are served like all others', {
    from: 'enterprise',
  }),
  stored('origin_error_page_pass_thru', 'error pages of origins are always forwarded', {
    ...on,
    from: 'enterprise',
  }),
  stored('origin_h2_max_streams', 'the edge uses HTTP/1.1 with origins', {
    value: Type.Integer({ minimum: 1, maximum: 1_000 }),
    default: 200,
    from: 'enterprise',
  }),
  stored('origin_max_http_version', 'the edge uses HTTP/1.1 with origins', {
    value: Type.Enum(['1', '2']),
    default: '1',
  }),
  stored('polish', noImages, { value: Type.Enum(['off', 'lossless', 'lossy']), from: 'pro' }),
  stored('pre_render', noCache),
  stored('prefetch_preload', noCache, { from: 'enterprise' }),
  stored('privacy_pass', byRules),
  stored('proxy_read_timeout', '`PALISADE_ORIGIN_RESPONSE_SECONDS` decides it for all zones', {
    // Older clients send it as text, and expect text; the official client has no call for several settings.
    value: Type.Union([
      Type.Integer({ minimum: 1, maximum: 6_000 }),
      Type.String({ pattern: '^([1-9][0-9]{0,2}|[1-5][0-9]{3}|6000)$' }),
    ]),
    default: 100,
    normalise: Number,
    amongOthers: String,
    from: 'enterprise',
  }),
  stored('pseudo_ipv4', 'origins get the unchanged address of the visitor', {
    value: Type.Enum(['off', 'add_header', 'overwrite_header']),
  }),
  stored('redirects_for_ai_training', byRules),
  stored('replace_insecure_js', unchanged),
  stored('response_buffering', 'responses are streamed', { from: 'enterprise' }),
  stored('rocket_loader', unchanged, { value: Type.Enum(['on', 'off', 'manual']) }),
  stored('search_for_agents', unchanged),
  stored('security_level', byRules, {
    value: Type.Enum(['off', 'essentially_off', 'low', 'medium', 'high', 'under_attack']),
    default: 'medium',
  }),
  stored('server_side_exclude', unchanged),
  stored('sha1_support', 'certificates with SHA-1 are not offered'),
  stored('sort_query_string_for_cache', noCache, { from: 'enterprise' }),
  stored('speed_brain', unchanged),
  stored('ssl', byOrigin, {
    value: Type.Enum(['off', 'flexible', 'full', 'strict', 'origin_pull']),
    default: 'full',
  }),
  stored('ssl_recommender', byOrigin, {
    value: Type.Boolean(),
    default: false,
    member: 'enabled',
  }),
  stored('tls_1_2_only', 'use `min_tls_version` and `tls_1_3`'),
  stored('tls_client_auth', byOrigin),
  stored('transformations', noImages, { value: Type.Enum(['on', 'off', 'open']) }),
  stored('transformations_allowed_origins', noImages, { value: Text, default: '' }),
  stored('visitor_ip', 'origins always get the address of the visitor', {
    ...on,
    from: 'enterprise',
  }),
  stored('webmcp_enabled', unchanged),
  stored('webmcp_packs', unchanged, { value: Text, default: '' }),
  stored('webp', noImages, { from: 'pro' }),
];
