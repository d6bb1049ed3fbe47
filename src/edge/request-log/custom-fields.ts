import type { RuleFields } from '../../contracts/events/http-request-event.ts';
import { fromByteString } from '../../expression/expression.ts';
import { splitCookies } from '../../request/form/multi-map.ts';
import { shownNamed } from '../redaction/secrets.ts';
import type { LogFields } from '../rules/deferred-effects.ts';
import type { LiveRequest } from '../rules/live-request.ts';

type CustomFields = Pick<RuleFields, 'RequestHeaders' | 'ResponseHeaders' | 'Cookies'>;
type Pairs = readonly (readonly [name: string, value: string])[];

const NONE: CustomFields = { RequestHeaders: {}, ResponseHeaders: {}, Cookies: {} };

/** The headers and cookies that rules add to the request log. */
export function customFields(
  wanted: readonly LogFields[],
  request: LiveRequest | undefined,
): CustomFields {
  if (wanted.length === 0 || !request) return NONE;
  const names = (of: (fields: LogFields) => readonly string[]) => new Set(wanted.flatMap(of));
  const { response, rawResponse } = request;
  const cookies = request.headers
    .filter(([name]) => name.toLowerCase() === 'cookie')
    .flatMap(([, value]) => splitCookies(value));
  return {
    RequestHeaders: {
      ...joined(
        lowered(request.rawHeaders),
        names((fields) => fields.request),
      ),
      ...joined(
        lowered(request.headers),
        names((fields) => fields.changedRequest),
      ),
    },
    ResponseHeaders: {
      ...headersOf(
        lowered(rawResponse?.headers ?? []),
        names((fields) => fields.rawResponse),
        names((fields) => fields.listed.rawResponse),
      ),
      ...headersOf(
        lowered(response?.headers ?? []),
        names((fields) => fields.response),
        names((fields) => fields.listed.response),
      ),
    },
    Cookies: joined(
      cookies,
      names((fields) => fields.cookies),
    ),
  };
}

/** The fields; values that look like secrets are hidden. */
export const shownFields = (fields: CustomFields): CustomFields => withValues(fields, shownNamed);

/** The fields as text, without hiding anything. */
export const readableFields = (fields: CustomFields): CustomFields =>
  withValues(fields, (_name, value) => fromByteString(value));

function withValues(
  { RequestHeaders, ResponseHeaders, Cookies }: CustomFields,
  shown: (name: string, value: string) => string,
): CustomFields {
  return {
    RequestHeaders: mapped(RequestHeaders, shown),
    ResponseHeaders: mapped(ResponseHeaders, (name, value) =>
      typeof value === 'string' ? shown(name, value) : value.map((each) => shown(name, each)),
    ),
    Cookies: mapped(Cookies, shown),
  };
}

function mapped<Value>(
  record: Readonly<Record<string, Value>>,
  map: (name: string, value: Value) => Value,
): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, map(name, value)]),
  );
}

const lowered = (headers: Pairs): Pairs =>
  headers.map(([name, value]) => [name.toLowerCase(), value]);

function picked(pairs: Pairs, names: ReadonlySet<string>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    if (names.has(name)) found.set(name, [...(found.get(name) ?? []), value]);
  }
  return found;
}

function joined(pairs: Pairs, names: ReadonlySet<string>): Record<string, string> {
  const found = [...picked(pairs, names)];
  return Object.fromEntries(found.map(([name, values]) => [name, values.join(', ')]));
}

/** Values of `listed` names are not joined, because a value may contain a comma, as in `Set-Cookie`. */
function headersOf(
  pairs: Pairs,
  names: ReadonlySet<string>,
  listed: ReadonlySet<string>,
): Record<string, string | string[]> {
  const found = [...picked(pairs, names)];
  return Object.fromEntries(
    found.map(([name, values]) => [name, listed.has(name) ? values : values.join(', ')]),
  );
}
