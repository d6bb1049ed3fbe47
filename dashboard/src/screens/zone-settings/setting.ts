import type { ResultOf } from '../../api/client.ts';
import type { Field } from '../../parts/form/field.ts';

export type Setting = ResultOf<'GET /zones/{zone_id}/settings'>[number];

/** What the edge does with a setting. All others are stored, so that existing configurations apply unchanged. */
const effects: Readonly<Record<string, string>> = {
  always_use_https: 'Redirects requests over http to https',
  min_tls_version: 'With 1.3, closes connections with TLS 1.2; older versions are never accepted',
  tls_1_3: 'With off, accepts only TLS 1.2',
  http2: 'With off, offers only HTTP/1.1',
  websockets: 'With off, requests for a WebSocket get 403',
  security_header: 'Adds Strict-Transport-Security and nosniff to responses',
  challenge_ttl: 'Seconds for which a solved challenge lets a visitor pass',
  max_upload: 'Largest request body in megabytes',
  true_client_ip_header: 'Sends the address of the visitor to origins in True-Client-IP',
  waf: 'Switches the previous managed rules on, until the zone is migrated',
};

export function effectOf({ id }: Setting): string | undefined {
  return effects[id];
}

export function valueText({ value, enabled }: Setting): string {
  const shown = value ?? enabled;
  return typeof shown === 'string' ? shown : (JSON.stringify(shown, null, 2) ?? '');
}

/** A few settings have a member `enabled` in place of a value. */
export function bodyFor({ value: before }: Setting, value: unknown) {
  return before === undefined ? { enabled: value } : { value };
}

/** How a setting is entered follows from its value: a choice, a number, text, or JSON. */
export function fieldOf({ id, value }: Setting): Field<'value'> {
  const common = {
    name: 'value',
    label: 'Value',
    help: 'Leave it empty for the default.',
  } as const;
  if (value === undefined) {
    const options = ['true', 'false'].map((each) => ({ value: each, label: each }));
    return { ...common, help: '', kind: 'select', options };
  }
  const known = choices[id] ?? (value === 'on' || value === 'off' ? ['on', 'off'] : undefined);
  if (known) {
    const options = known.map((each) => ({ value: each, label: each }));
    return { ...common, help: '', kind: 'select', options };
  }
  if (typeof value === 'number') return { ...common, kind: 'number' };
  if (typeof value === 'string') return { ...common, kind: 'text' };
  return { ...common, kind: 'lines', help: 'JSON. Members that are left out keep their value.' };
}

const choices: Readonly<Record<string, readonly string[]>> = {
  min_tls_version: ['1.0', '1.1', '1.2', '1.3'],
};

/** The value as the API takes it; null restores the default. Throws if it is no JSON. */
export function valueFrom(setting: Setting, text: string): unknown {
  if (text.trim() === '') return null;
  if (setting.value === undefined) return text === 'true';
  const { kind } = fieldOf(setting);
  if (kind === 'number') return Number(text);
  return kind === 'lines' ? JSON.parse(text) : text;
}
