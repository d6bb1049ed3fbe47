/** Where functions that only make sense for some products may be used (availability by phase). */
export const TRANSFORM_PHASES: readonly string[] = [
  'http_request_dynamic_redirect',
  'http_request_transform',
  'http_request_late_transform',
  'http_response_headers_transform',
];

export const CUSTOM_AND_RATE_LIMIT_PHASES: readonly string[] = [
  'http_request_firewall_custom',
  'http_ratelimit',
];

export const SPLIT_PHASES: readonly string[] = [
  'http_response_headers_transform',
  'http_custom_errors',
];
