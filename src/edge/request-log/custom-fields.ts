import type { RuleFields } from '../../contracts/events/http-request-event.ts';
import { splitCookies } from '../extractors/multi-map.ts';
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
  const cookies = request.headers
    .filter(([name]) => name.toLowerCase() === 'cookie')
    .flatMap(([, value]) => splitCookies(value));
  const { headers, rawHeaders, response, rawResponse } = request;
  return {
    RequestHeaders: {
      ...picked(
        rawHeaders,
        names((fields) => fields.request),
        true,
      ),
      ...picked(
        headers,
        names((fields) => fields.changedRequest),
        true,
      ),
    },
    ResponseHeaders: {
      ...picked(
        rawResponse?.headers ?? [],
        names((fields) => fields.rawResponse),
        true,
      ),
      ...picked(
        response?.headers ?? [],
        names((fields) => fields.response),
        true,
      ),
    },
    Cookies: picked(
      cookies,
      names((fields) => fields.cookies),
      false,
    ),
  };
}

function picked(
  pairs: Pairs,
  names: ReadonlySet<string>,
  foldCase: boolean,
): Record<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of pairs) {
    const key = foldCase ? name.toLowerCase() : name;
    if (!names.has(key)) continue;
    const before = found.get(key);
    found.set(key, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(found);
}
