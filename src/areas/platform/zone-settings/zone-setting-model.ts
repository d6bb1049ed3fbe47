import { actingSettings } from '../../../catalogs/zone-settings/acting-settings.ts';
import { mayEdit, mostOf, type ZoneSetting } from '../../../catalogs/zone-settings/zone-setting.ts';
import type { TlsLimits, TrafficSettings } from '../../../contracts/snapshot/traffic-settings.ts';

export interface WrittenSetting {
  readonly value: unknown;
  readonly modifiedAt: number;
}

/** A setting of one zone. */
export interface SettingState {
  readonly setting: ZoneSetting;
  readonly value: unknown;
  readonly isEditable: boolean;
  /** Null if it was never written. */
  readonly modifiedAt: number | null;
}

/** Defaults of this installation, which override those of the catalog. */
export type SettingDefaults = Readonly<Record<string, unknown>>;

export function settingState(
  setting: ZoneSetting,
  plan: string,
  written: WrittenSetting | undefined,
  defaults: SettingDefaults,
): SettingState {
  return {
    setting,
    value: effectiveValue(setting, plan, written, defaults),
    isEditable: mayEdit(setting, plan),
    modifiedAt: written?.modifiedAt ?? null,
  };
}

/** A stored value that exceeds the plan is ignored, or reduced to the limit of the plan. */
function effectiveValue(
  setting: ZoneSetting,
  plan: string,
  written: WrittenSetting | undefined,
  defaults: SettingDefaults,
): unknown {
  const most = mostOf(setting, plan);
  if (!written || !mayEdit(setting, plan)) return most ?? defaults[setting.id] ?? setting.default;
  const value = changedValue(setting, undefined, written.value);
  return most === undefined ? value : Math.min(Number(value), most);
}

/** The settings whose stored value exceeds the plan. */
export function beyondPlan(written: ReadonlyMap<string, WrittenSetting>, plan: string): string[] {
  const isBeyond = (setting: ZoneSetting) => {
    const found = written.get(setting.id);
    const most = mostOf(setting, plan);
    if (!found) return false;
    return !mayEdit(setting, plan) || (most !== undefined && Number(found.value) > most);
  };
  return actingSettings.filter(isBeyond).map(({ id }) => id);
}

/** Merges `sent` into the stored value: an object keeps the members that are not sent. */
export function changedValue(setting: ZoneSetting, stored: unknown, sent: unknown): unknown {
  const whole = stored === undefined ? setting.default : merge(setting.default, stored);
  const value = merge(whole, sent);
  return setting.normalise ? setting.normalise(value) : value;
}

function merge(base: unknown, change: unknown): unknown {
  if (!isObject(base) || !isObject(change)) return change;
  const members = Object.entries(change).map(([name, member]) => [name, merge(base[name], member)]);
  return { ...base, ...Object.fromEntries(members) };
}

/** Replaces each null in the value by the default. */
export function withDefaults(value: unknown, byDefault: unknown): unknown {
  if (value === null) return byDefault;
  if (!isObject(value) || !isObject(byDefault)) return value;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    Object.hasOwn(byDefault, name) ? withDefaults(member, byDefault[name]) : member,
  ]);
  return Object.fromEntries(members);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Why settings that are valid on their own contradict each other. `values` has the stored ones. */
export function settingConflict(values: ReadonlyMap<string, unknown>): string | undefined {
  return values.get('min_tls_version') === '1.3' && values.get('tls_1_3') === 'off'
    ? 'with "tls_1_3" off and "min_tls_version" 1.3 no visitor could connect'
    : undefined;
}

interface TransportSecurity {
  readonly enabled?: boolean;
  readonly max_age?: number;
  readonly include_subdomains?: boolean;
  readonly preload?: boolean;
  readonly nosniff?: boolean;
}

/**
 * The settings that the edge applies; undefined if all of them have their defaults. Schemas have validated the stored
 * values.
 */
export function trafficSettings(
  written: ReadonlyMap<string, unknown>,
  plan: string,
): TrafficSettings | undefined {
  const values = new Map(written);
  for (const setting of actingSettings) if (!mayEdit(setting, plan)) values.delete(setting.id);
  const header = values.get('security_header') as
    | { readonly strict_transport_security?: TransportSecurity }
    | undefined;
  const security = header?.strict_transport_security ?? {};
  const tls = tlsLimits(values);
  const clearanceSeconds = values.get('challenge_ttl') as number | undefined;
  const maxUploadMegabytes = values.get('max_upload') as number | undefined;
  const settings: TrafficSettings = {
    ...(values.get('always_use_https') === 'on' && { alwaysUseHttps: true }),
    ...(tls && { tls }),
    ...(values.get('websockets') === 'off' && { noWebSockets: true }),
    ...(security.enabled && { transportSecurity: transportSecurity(security) }),
    ...(security.nosniff && { noSniff: true }),
    ...(clearanceSeconds !== undefined && { clearanceSeconds }),
    ...(maxUploadMegabytes !== undefined && { maxUploadMegabytes }),
    ...(values.get('true_client_ip_header') === 'on' && { trueClientIp: true }),
  };
  return Object.keys(settings).length > 0 ? settings : undefined;
}

function tlsLimits(values: ReadonlyMap<string, unknown>): TlsLimits | undefined {
  const noHttp2 = values.get('http2') === 'off';
  if (values.get('min_tls_version') === '1.3') return limits('TLSv1.3', noHttp2);
  if (values.get('tls_1_3') === 'off') return limits('TLSv1.2', noHttp2);
  return noHttp2 ? { noHttp2 } : undefined;
}

function limits(version: TlsLimits['version'], noHttp2: boolean): TlsLimits {
  return { ...(version && { version }), ...(noHttp2 && { noHttp2 }) };
}

/** The value of the header, RFC 6797, section 6.1. */
function transportSecurity(security: TransportSecurity): string {
  const { max_age: maxAge = 0, include_subdomains: subdomains, preload } = security;
  return [
    `max-age=${maxAge}`,
    ...(subdomains ? ['includeSubDomains'] : []),
    ...(preload ? ['preload'] : []),
  ].join('; ');
}
