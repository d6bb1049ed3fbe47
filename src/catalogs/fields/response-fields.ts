import { type FieldEntry, type FieldTypeText, unfilled } from './field-entry.ts';

/** Phases that run after the response has arrived; rate limiting uses it in counting expressions only. */
const RESPONSE_PHASES: readonly string[] = [
  'http_custom_errors',
  'http_response_headers_transform',
  'http_ratelimit',
  'http_response_compression',
  'http_response_cache_settings',
  'http_response_firewall_managed',
  'http_log_custom_fields',
];

function response<const Name extends string, const Type extends FieldTypeText>(
  name: Name,
  type: Type,
  description: string,
) {
  return { name, type, side: 'response', description, phases: RESPONSE_PHASES } as const;
}

export const responseFields = [
  response('http.response.code', 'Int', 'Status code'),
  response('http.response.headers', 'Map<Array<String>>', 'Headers by name in lower case'),
  response('http.response.headers.names', 'Array<String>', 'Header names in their original case'),
  response('http.response.headers.values', 'Array<String>', 'Header values'),
  response('http.response.headers.truncated', 'Bool', 'True when there were too many to show'),
  response('http.response.content_type.media_type', 'String', 'Media type, lower case'),
  response('raw.http.response.headers', 'Map<Array<String>>', 'Headers as the origin sent them'),
  response('raw.http.response.headers.names', 'Array<String>', 'Names as the origin sent them'),
  response('raw.http.response.headers.values', 'Array<String>', 'Values as the origin sent them'),
  response(
    'cf.timings.edge_msec',
    'Int',
    'Milliseconds from the request to the response, in the edge',
  ),
  response(
    'cf.timings.origin_ttfb_msec',
    'Int',
    'Milliseconds until the origin responded; 0 without a request to the origin',
  ),
  unfilled(response('cf.timings.worker_msec', 'Int', 'Milliseconds that a worker took')),
  unfilled(response('cf.response.1xxx_code', 'Int', 'Number of the platform error; 0 for none')),
  unfilled(
    response('cf.response.error_type', 'String', 'Kind of the platform error; empty for none'),
  ),
] as const satisfies readonly FieldEntry[];
