import { fields } from '../../catalogs/fields/fields.ts';
import type { ValueTrace } from '../../contracts/events/request-trace.ts';
import { type FieldRead, printIp, type Value } from '../../expression/expression.ts';
import {
  hiddenText,
  shownNamed,
  shownPath,
  shownQuery,
  shownText,
  shownUri,
  shownWords,
} from '../redaction/secrets.ts';

/** Redacts a text of a field; `key` is its name in a map. */
type Show = (text: string, key: string) => string;

/** Elements that are shown of a list or map. */
const MAX_ELEMENTS = 12;

/** Headers without personal data. Of all others only the length is shown. */
const openHeaders = new Set([
  ...['accept', 'accept-encoding', 'accept-language', 'cache-control', 'connection'],
  ...['content-encoding', 'content-length', 'content-type', 'date', 'expires', 'host'],
  ...['last-modified', 'origin', 'pragma', 'range', 'retry-after', 'server', 'te'],
  ...['transfer-encoding', 'upgrade', 'user-agent', 'vary', 'via', 'x-forwarded-proto'],
  ...['sec-fetch-dest', 'sec-fetch-mode', 'sec-fetch-site', 'sec-fetch-user'],
  ...['sec-ch-ua', 'sec-ch-ua-mobile', 'sec-ch-ua-platform', 'exposed-credential-check'],
]);

const header: Show = (text, name) =>
  openHeaders.has(name.toLowerCase()) ? shownText(text) : hiddenText(text);
const argument: Show = (text, name) => shownNamed(name, text);

/** Fields with text that may be shown. Of all others only the length is shown. */
const shows: Readonly<Record<string, Show>> = {
  'http.host': shownText,
  'raw.http.host': shownText,
  'http.request.method': shownText,
  'http.request.version': shownText,
  'http.user_agent': shownWords,
  'http.x_forwarded_for': shownText,
  'http.referer': shownUri,
  'http.request.full_uri': shownUri,
  'http.request.uri': shownUri,
  'http.request.uri.path': shownPath,
  'http.request.uri.path.extension': shownText,
  'http.request.uri.query': shownQuery,
  'http.request.uri.args': argument,
  'http.request.uri.args.names': shownText,
  'http.request.headers': header,
  'http.request.headers.names': shownText,
  'http.request.accepted_languages': shownText,
  'http.request.body.mime': shownText,
  'http.response.headers': header,
  'http.response.headers.names': shownText,
  'http.response.content_type.media_type': shownText,
  'cf.zone.name': shownText,
};

/** Fields that contain a URL or a part of one. */
const URL_FIELD = /^(?:raw\.)?http\.(?:request\.(?:full_)?uri|referer)/;

const types = new Map<string, string>(fields.map(({ name, type }) => [name, type]));

/** A value that a condition has read, as a trace shows it. */
export function showValue(
  name: string,
  { field, key }: FieldRead,
  whole: Value | undefined,
  urlIsSecret = false,
) {
  const value = key === undefined ? whole : keyOf(whole, key);
  const show =
    urlIsSecret && URL_FIELD.test(field) ? undefined : shows[field.replace(/^raw\./, '')];
  const type = types.get(field) ?? '';
  const base = { name, type: key === undefined ? type : inner(type) };
  if (value === undefined) return { ...base, state: 'missing', value: '', length: 0 } as ValueTrace;
  const length = lengthOf(value);
  const hidden: ValueTrace = { ...base, state: 'hidden', value: '', length };
  if (isPlain(value)) return { ...hidden, state: 'shown', value: printed(value) } as ValueTrace;
  if (!show) return hidden;
  return { ...hidden, state: 'shown', value: written(value, show, key ?? '') } as ValueTrace;
}

function keyOf(value: Value | undefined, key: string): Value | undefined {
  return value instanceof Map ? value.get(key) : undefined;
}

const inner = (type: string): string => /^Map<(.*)>$/.exec(type)?.[1] ?? type;

type Plain = Exclude<Value, string | readonly Value[] | ReadonlyMap<string, Value>>;

function isPlain(value: Value): value is Plain {
  return typeof value === 'number' || typeof value === 'boolean' || isAddress(value);
}

const isAddress = (value: Value): value is Exclude<Plain, number | boolean> =>
  typeof value === 'object' && 'family' in value;

const printed = (value: Plain): string =>
  typeof value === 'object' ? printIp(value) : String(value);

function lengthOf(value: Value): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  return value instanceof Map ? value.size : 0;
}

function written(value: Value, show: Show, key: string): string {
  if (typeof value === 'string') return show(value, key);
  if (value instanceof Map) return listed([...value], ([name, each]) => entry(name, each, show));
  if (Array.isArray(value)) return listed(value, (each) => written(each, show, key));
  return printed(value as Plain);
}

const entry = (name: string, value: Value, show: Show): string =>
  `${shownText(name)}: ${written(value, show, name)}`;

function listed<T>(all: readonly T[], write: (each: T) => string): string {
  const more = all.length > MAX_ELEMENTS ? `, … ${all.length - MAX_ELEMENTS} more` : '';
  return `[${all.slice(0, MAX_ELEMENTS).map(write).join(', ')}${more}]`;
}
